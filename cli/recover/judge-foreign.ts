import type { Found } from "../../provider/definition.js";
import { nameIds, sameObject } from "../../provider/lookup.js";
import { deviations } from "../../provider/observe.js";
import { nameOf } from "./deployment.js";
import { type Case, drop, type Verdict } from "./verdict.js";

/**
 * All that fit belong to somebody else: to other resources of the state, or to nobody that is known here.
 *
 * @param free those that no resource of the state has
 */
export function judgeForeign(each: Case, matching: readonly Found[], free: readonly Found[]): Verdict {
  const found = `there, as ${nameIds(matching)}`;
  if (free.length === 0) {
    const holders = matching.map(({ id }) => nameOf(each.holder(id)!.urn));
    return drop(found, `The state has it already, as that of ${[...new Set(holders)].join(", ")}: nothing is to be taken over.`);
  }
  return drop(found, [...reasons(each, free), nextRun(each, matching)].join(" "));
}

/** Why the interrupted run is not taken to have created any of them. */
function reasons(each: Case, free: readonly Found[]): string[] {
  if (each.notes.length === 0)
    return [`It differs from what is declared in ${differing(each, free)}, so that the interrupted run has not made it.`];
  const told = free.map((one) => ({ one, why: reason(each, one) }));
  return [...new Set(told.map(({ why }) => why))].map((each) => {
    const ones = told.filter(({ why }) => why === each).map(({ one }) => one);
    return `${nameIds(ones)} ${each}.`;
  });
}

function reason({ definition, notes, isHeld }: Case, { id }: Found): string {
  const since = notes.filter(({ before }) => !before.some((known) => sameObject(definition, known, id)));
  if (since.length === 0) return "existed before the interrupted run";
  if (since.some(({ notedAt }) => isHeld(id, notedAt))) return "came from another resource or stack, as the journal says";
  const answered = since.findLast((note) => note.answered !== undefined)?.answered;
  if (answered !== undefined)
    return `came from elsewhere: the interrupted run had ${nameIds([{ id: answered }])}, which is not listed`;
  return since.every(({ sends }) => sends.length === 0)
    ? "appeared since, but the run was interrupted before it sent the creation"
    : "appeared since, but not while the creation was under way, as far as can be told";
}

const differing = ({ definition, inputs }: Case, found: readonly Found[]): string =>
  [...new Set(found.flatMap((one) => deviations(definition, inputs, one)))].join(", ");

function nextRun({ definition, inputs }: Case, [first]: readonly Found[]): string {
  if (definition.unique === false) return "The next `up` creates another.";
  return first !== undefined && definition.takesOver?.(first, inputs) === true
    ? "The next `up` takes it over."
    : "The next `up` says what to do about it.";
}
