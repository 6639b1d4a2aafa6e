import type { Stack, StoredResource } from "../../tests/support/engine.js";
import { ownerOf } from "../../tests/support/place.js";

/** The name of an entry's resource in the program. */
export const nameIn = ({ urn }: StoredResource): string => urn.split("::").at(-1)!;

/** Removes the entries of places from the state, and returns them. Their pending operations are removed too. */
export async function takeOut(stack: Stack, places: ReadonlySet<string>): Promise<StoredResource[]> {
  const isTheirs = (entry: StoredResource): boolean => places.has(ownerOf(nameIn(entry)));
  const { text, resources } = await stack.export();
  const out = resources.filter(isTheirs);
  if (out.length > 0)
    await write(
      stack,
      text,
      resources.filter((entry) => !isTheirs(entry)),
    );
  return out;
}

export async function putBack(stack: Stack, entries: readonly StoredResource[]): Promise<void> {
  if (entries.length === 0) return;
  const { text, resources } = await stack.export();
  await write(stack, text, [...resources, ...entries]);
}

async function write(stack: Stack, exported: string, resources: readonly StoredResource[]): Promise<void> {
  const state = JSON.parse(exported) as { deployment: { pending_operations?: { resource: StoredResource }[] } };
  const left = new Set(resources.map(({ urn }) => urn));
  const pending = state.deployment.pending_operations?.filter(({ resource }) => left.has(resource.urn));
  await stack.importState(
    JSON.stringify({ ...state, deployment: { ...state.deployment, resources, pending_operations: pending } }),
  );
}
