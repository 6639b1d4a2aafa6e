import { accountOf } from "../../provider/runtime/settings.js";
import { nameKey } from "../../provider/values/reserved-properties.js";
import { addressedKey } from "../../provider/values/ids.js";
import type { Accounts } from "../stack/accounts.js";
import { entryOf } from "./apply.js";
import { definitionFor, kindFor } from "../stack/definitions.js";
import { notedNameOf, type StoredResource } from "../stack/deployment.js";
import { plainProperties } from "../stack/plaintext.js";
import type { Judged } from "./judge.js";

/**
 * The addressed keys of the objects that the plan adds to the state or removes from it.
 *
 * @param resources the resources of the state before the plan is applied
 */
export async function settledObjects(
  judged: readonly Judged[],
  resources: readonly StoredResource[],
  accounts: Accounts,
): Promise<ReadonlySet<string>> {
  const settled = new Set<string>();
  for (const { operation, change } of judged) {
    const { resource } = operation;
    const kind = kindFor(resource);
    const removed = change.action === "remove" ? entryOf(resources, resource)?.id : undefined;
    const id = change.action === "take-over" ? change.id : removed;
    if (kind === undefined || id === undefined) continue;
    const { settings } = await accounts.contextOf(resource);
    settled.add(addressedKey({ kind, address: accountOf(settings).address, id }));
  }
  return settled;
}

/** Records which entries of the new state have an object. Until the next run of the stack, other stacks know it only from this. */
export async function claimTakenOver(judged: readonly Judged[], accounts: Accounts): Promise<void> {
  for (const { operation, change } of judged) {
    if (change.action !== "take-over") continue;
    const { resource } = operation;
    const definition = await definitionFor(resource);
    const { ownership } = await accounts.contextOf(resource);
    const inputs = { [nameKey]: notedNameOf(resource.urn), ...plainProperties(resource.inputs) };
    if (definition !== undefined)
      await ownership.keeps(definition, { id: change.id, state: plainProperties(change.outputs), news: inputs });
  }
}
