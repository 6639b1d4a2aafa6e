import type { Definition, Replaced } from "../definition/definition.js";
import { nameOfObject } from "../definition/object-name.js";
import { attempt } from "../journal/journal-storage.js";
import type { Ownership } from "../ownership/ownership.js";
import type { Properties } from "../values/properties.js";
import { nameOf } from "../values/reserved-properties.js";
import { containsUnknown } from "../values/unknown-values.js";

/**
 * The arguments of a resource that the program has not declared yet. The engine asks about it because another one that it depends on is
 * deleted before it is replaced, and the values that come from there are unknown. If they required a replacement, it would delete the object
 * before that one. Only an object that lies in that one has to be deleted; for all others the values count as unchanged until they are known.
 */
export function beforeDeclared({ run }: Ownership, { id, state, news }: Replaced): Properties {
  const unknown = Object.keys(news).filter((name) => containsUnknown(news[name]));
  // A refresh also compares, with known values only, and must not read the journal for each resource.
  if (unknown.length === 0 || run.around(id).isPossible) return news;
  return { ...news, ...Object.fromEntries(unknown.map((name) => [name, state[name]])) };
}

/** What the ids of the contents begin with that are deleted with a replaced object; empty if there are none. */
export function deletedPath(definition: Definition, { holders }: Ownership, { id, state, news }: Replaced): string {
  const path = attempt(() => definition.contents?.prefix(id));
  return path === undefined || isKept(definition, holders, { id, state, news }) ? "" : path;
}

/** Whether Pulumi keeps an object that is replaced. */
const isKept = ({ kind }: Definition, holders: Ownership["holders"], { id, state, news }: Replaced): boolean =>
  attempt(() => holders.isRetained(kind, id, state, nameOf(news))) === true;

/** Records the diff of a container. */
export function noteComparison(
  definition: Definition,
  { run, holders }: Ownership,
  { id, state, news, isReplaced }: Replaced & { readonly isReplaced: boolean },
): void {
  const path = attempt(() => definition.contents?.prefix(id));
  // An invalid id is refused elsewhere.
  const title = path === undefined ? undefined : attempt(() => nameOfObject(definition, id, state));
  if (path === undefined || title === undefined) return;
  const isRetained = isReplaced && isKept(definition, holders, { id, state, news });
  run.recordEntry(definition.kind, id, state, { container: { path, title, isReplaced, isRetained } });
}
