import type { Found } from "../../provider/definition/found.js";
import { nameIds } from "../../provider/lifecycle/find.js";
import { deviations } from "../../provider/lifecycle/state.js";
import { sameId } from "../../provider/values/object-keys.js";
import { nameOf } from "../stack/deployment.js";
import { settling, stillComing } from "./judge-absence.js";
import { type Case, drop, type Verdict } from "./verdict.js";

/** All matching objects belong to others: to other resources of this or another state, or to an unknown owner. */
export function judgeForeign(each: Case, matching: readonly Found[]): Verdict {
  const found = `exists as ${nameIds(matching)}`;
  const free = matching.filter(({ id }) => each.holder(id) === undefined);
  if (free.length === 0) {
    const holders = matching.map(({ id }) => nameOf(each.holder(id)!.urn));
    const why = `The state already has it, as ${[...new Set(holders)].map((name) => `"${name}"`).join(" and ")}. There is nothing to take over.`;
    return settling(each, drop(found, why));
  }
  const told = reasons(each, free).join(" ");
  return stillComing(each, found, `${told} `) ?? settling(each, drop(found, `${told} ${nextRun(each, matching)}`));
}

/** Why the interrupted run probably created none of them. */
function reasons(each: Case, free: readonly Found[]): string[] {
  const told = free.map((one) => ({ one, why: reason(each, one) }));
  return [...new Set(told.map(({ why }) => why))].map((why) => {
    const ones = told.filter((each) => each.why === why).map(({ one }) => one);
    return why === undefined
      ? `It differs from the declaration in ${differing(each, ones)}, so the interrupted run did not create it.`
      : `${nameIds(ones)}${why}.`;
  });
}

/** Undefined if only the object's properties show it. */
function reason({ notes, isHeld, claimant }: Case, { id }: Found): string | undefined {
  const who = claimant(id);
  if (who !== undefined) return `: held by ${who}`;
  if (notes.length === 0) return undefined;
  const since = notes.filter(({ before }) => !before.some((known) => sameId(known, id)));
  if (since.length === 0) return " existed before the interrupted run";
  if (since.some(({ notedAt }) => isHeld(id, notedAt))) return " came from another resource or stack, according to the journal";
  const answered = since.findLast((note) => note.answered !== undefined)?.answered;
  if (answered !== undefined)
    return ` came from elsewhere: the interrupted run created ${nameIds([{ id: answered }])}, which is not listed`;
  return " appeared since, but the run was interrupted before it sent the creation";
}

const differing = ({ definition, inputs }: Case, found: readonly Found[]): string =>
  [...new Set(found.flatMap((one) => deviations(definition, inputs, one)))].join(", ");

function nextRun({ definition, inputs }: Case, [first]: readonly Found[]): string {
  if (definition.identity.unique === false) return "The next `up` creates another one.";
  return first !== undefined && definition.identity.usesExisting?.(first, inputs) === true
    ? "The next `up` takes it over."
    : "The next `up` says what to do about it.";
}
