import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import type { Found } from "../definition/found.js";
import { nameOfObject } from "../definition/object-name.js";
import { overwrittenText } from "../definition/overwritten.js";
import { attempt } from "../journal/journal-storage.js";
import { deviations, hiddenArguments, observed } from "./state.js";
import type { ObjectHolder } from "../ownership/holders.js";
import type { Ownership } from "../ownership/ownership.js";
import type { Properties } from "../values/properties.js";
import { perhapsOrderedBy } from "./unanswered.js";

/** Messages about changes of an object that another entry has as well. */

const showsThere = "The change will show up there as drift.";

/** Another holder of an object; undefined if none is known. */
function knownHolder({ kind }: Definition, ownership: Ownership, id: string, state: Properties): ObjectHolder | undefined {
  const holder = attempt(() => ownership.holders.holder(kind, id, state));
  // A doubted claim is of an earlier entry of the same resource, which may be in no state.
  return holder?.isDoubted === true ? undefined : holder;
}

/** Warning about another holder of an object that is about to change; undefined if none is known. */
export function sharedChange(definition: Definition, ownership: Ownership, id: string, state: Properties): string | undefined {
  const holder = knownHolder(definition, ownership, id, state);
  if (holder === undefined) return undefined;
  return `${nameOfObject(definition, id, state)} also belongs to ${holder.who}. ${showsThere}`;
}

/** Who keeps an object that is to be replaced; undefined if nobody is known to, or if no object of the kind can be deleted. */
export function sharedReplacement(
  definition: Definition,
  ownership: Ownership,
  id: string,
  state: Properties,
): string | undefined {
  const holder = knownHolder(definition, ownership, id, state);
  if (holder === undefined || definition.deletion.delete === undefined) return undefined;
  const cost = definition.costly === true ? " Both will be billed." : "";
  return `${nameOfObject(definition, id, state)} will stay at the provider next to its replacement: it also belongs to ${holder.who}.${cost}`;
}

/** Sentences, each after a space: the properties that recording an existing object changes, without secrets, and other holders. */
export async function recordingChange(
  definition: Definition,
  context: Context,
  inputs: Properties,
  found: Found,
): Promise<string> {
  const hidden = hiddenArguments(definition, inputs, found);
  const changed = [...new Set([...deviations(definition, inputs, found), ...hidden])];
  // If the stack cannot be determined, the creation reports that.
  const holder = await context.ownership.holders.holderElsewhere(definition.kind, found.id, inputs).catch(() => undefined);
  const change = overwrittenText(definition, changed, { inputs, observed: observed(definition, inputs, found).inputs, hidden });
  if (holder === undefined) {
    const perhaps = await perhapsOrderedBy(definition, context, found.id, inputs);
    return perhaps === undefined ? change : `${change} ${perhaps}`;
  }
  return `${change} It also belongs to ${holder}.${changed.length === 0 ? "" : ` ${showsThere}`}`;
}
