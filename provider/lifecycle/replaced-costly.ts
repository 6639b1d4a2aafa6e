import type { Definition } from "../definition/definition.js";
import { nameOfObject } from "../definition/object-name.js";
import type { Replaced } from "../definition/members.js";
import type { Ownership } from "../ownership/ownership.js";
import { removalOf } from "../values/removals.js";
import { deletedWithOf, nameOf } from "../values/reserved-properties.js";
import { sharedReplacement } from "./shared-object.js";

/** Warnings about what a replacement does for good to an object that is billed. */

/** @returns undefined if the object costs nothing, stays at the provider, or was deleted by an earlier run */
function lossText(definition: Definition, { run, notes }: Ownership, { id, state, news }: Replaced): string | undefined {
  const { kind, costly } = definition;
  const removal = costly === true ? removalOf(kind) : undefined;
  if (removal === undefined || run.declaration({ kind, name: nameOf(news) }).isRetained || notes.isDeleted(kind, id, state))
    return undefined;
  return `The replacement ${removal.does} ${nameOfObject(definition, id, state)}${removal.effect}.`;
}

/** What the replacement of an object does to it; undefined if nothing billed is lost. */
export function lostByReplacement(definition: Definition, ownership: Ownership, replaced: Replaced): string | undefined {
  const text = lossText(definition, ownership, replaced);
  const { deletionFails, order } = definition.replacement;
  if (text === undefined || deletionFails === undefined) return text;
  const late = order === "create-first" ? "; the new one is ordered by then" : "";
  return `${text} The provider refuses that ${deletionFails}${late}.`;
}

/** What the replacement of its container does to an object; undefined if nothing billed is lost, or if nothing around it is replaced. */
export function lostWithContainer(definition: Definition, ownership: Ownership, replaced: Replaced): string | undefined {
  const { id, state } = replaced;
  const around = ownership.run.deletedAround(id);
  const text = around === undefined ? undefined : lossText(definition, ownership, replaced);
  // The replacement of what contains an object of another holder fails on its own.
  if (text === undefined || sharedReplacement(definition, ownership, id, state) !== undefined) return undefined;
  const { deletionFails, orderedAgain } = definition.replacement;
  return [
    text,
    // With `deletedWith`, it is not deleted separately.
    ...(deletionFails === undefined || deletedWithOf(state) !== undefined ? [] : [`The provider refuses that ${deletionFails}.`]),
    `It lies in ${around}, which this run replaces.`,
    ...(orderedAgain === undefined ? [] : [orderedAgain]),
  ].join(" ");
}
