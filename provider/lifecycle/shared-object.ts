import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import type { Found } from "../definition/found.js";
import { nameOfObject } from "../definition/object-name.js";
import { overwriting } from "../definition/overwritten.js";
import { attempt } from "../journal/journal-storage.js";
import { deviations, hiddenArguments, observed } from "./state.js";
import type { ObjectHolder } from "../ownership/holders.js";
import type { Ownership } from "../ownership/ownership.js";
import type { Properties } from "../values/properties.js";
import type { Overwritten } from "../values/remarks.js";
import { nameOf } from "../values/reserved-properties.js";
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

/** What recording an existing object changes. */
export interface RecordingChange {
  readonly overwritten: readonly Overwritten[];
  /** Sentences, each after a space: the properties that change, without secrets, … */
  readonly changed: string;
  /** … and who else has it. */
  readonly others: string;
}

export async function recordingChange(
  definition: Definition,
  context: Context,
  inputs: Properties,
  found: Found,
): Promise<RecordingChange> {
  const hidden = hiddenArguments(definition, inputs, found);
  const names = [...new Set([...deviations(definition, inputs, found), ...hidden])];
  // If the stack cannot be determined, the creation reports that.
  const claimants = await context.ownership.holders
    .claimantsOf(definition.kind, inputs)
    .then((of) => of(found.id))
    .catch(() => []);
  const holder = claimants.find(({ isDoubted, isOfThisStack }) => !isDoubted && !isOfThisStack)?.who;
  const perhaps = holder === undefined ? await perhapsOrderedBy(definition, context, found.id, inputs) : undefined;
  const { overwritten, text: changed } = overwriting(definition, names, {
    inputs,
    observed: observed(definition, inputs, found).inputs,
    hidden,
  });
  if (holder === undefined) return { overwritten, changed, others: perhaps === undefined ? "" : ` ${perhaps}` };
  return { overwritten, changed, others: ` It also belongs to ${holder}.${names.length === 0 ? "" : ` ${showsThere}`}` };
}

/** Says that a new resource takes an existing object. @param rest more about it: sentences, each after a space */
export function announceTaking(
  { kind }: Definition,
  { warn }: Pick<Context, "warn">,
  inputs: Properties,
  { text, change, rest = "" }: { readonly text: string; readonly change?: RecordingChange; readonly rest?: string },
): void {
  const facts = { code: "existing", kind, resource: nameOf(inputs), ...(change && { overwritten: change.overwritten }) } as const;
  const { changed = "", others = "" } = change ?? {};
  warn(`${text}${changed}${others}${rest}`, { facts: { ...facts, text: `${text}${others}${rest}` } });
}
