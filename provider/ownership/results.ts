import { isWholeId } from "../values/id.js";
import type { Moment } from "../journal/journal-file.js";
import type { Creation } from "../journal/journal.js";
import type { Properties } from "../values/properties.js";
import { sameId } from "../values/object-keys.js";
import { isInterrupted } from "./cut-off.js";

/** Evidence of a creation whose outcome is in no state. */
export type Trace = Pick<Creation, "before" | "sends" | "answered">;

/**
 * Maximum difference between this machine's clock and the provider's, used if no answer has shown the provider's time, in
 * milliseconds.
 */
const clockSkew = 5 * 60_000;

/** Precision of the provider's clock, in milliseconds: its `Date` header has whole seconds, and so may the times of objects. */
export const clockGrain = 2_000;

/** Range of creation times that an object of the creation can show, in milliseconds since the epoch. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** @param requestLasts how long a request can take, in milliseconds */
function spanOf(sends: readonly Moment[], requestLasts: number): Span | undefined {
  const [first, last] = [sends[0], sends.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return {
    from: first.provider === undefined ? first.at - clockSkew : first.provider - clockGrain,
    to: (last.provider === undefined ? last.at + clockSkew : last.provider + clockGrain) + requestLasts,
  };
}

/** How to tell objects of a kind apart. */
export interface Recognition<F extends { readonly id: string }> {
  readonly identity: { matches(found: F, inputs: Properties): boolean };
  readonly recovery?: { createdAt?(found: F): number | undefined };
}

export interface Results<F extends { readonly id: string }> {
  /** Objects that the creation probably created. */
  readonly own: readonly F[];
  /** Objects that match and did not exist before, but that nothing links to the creation. */
  readonly others: readonly F[];
}

/** Further evidence for a creation. */
export interface CreationCircumstances {
  /** How long a request can take, in milliseconds. */
  readonly requestLasts: number;
  /** Whether an object has had a known holder since the creation was noted. */
  readonly isHeld: (id: string) => boolean;
}

/**
 * Finds the objects in a listing that a creation created. With an answer, it is the object that the answer named. Without an
 * answer, it is every object that matches the declaration, did not exist before, has no other known holder, and, if objects show
 * their creation time, was created while the request was under way.
 *
 * @param objects the listing that would contain the object
 */
export function resultsOf<F extends { readonly id: string }>(
  { identity, recovery }: Recognition<F>,
  inputs: Properties,
  { before, sends, answered }: Trace,
  objects: readonly F[],
  { requestLasts, isHeld }: CreationCircumstances,
): Results<F> {
  const free = objects.filter(({ id }) => !before.some((known) => sameId(known, id)));
  if (answered !== undefined) {
    // If its id holds a natural key, it may have existed before, under another owner.
    return { own: objects.filter(({ id }) => sameId(id, answered)), others: [] };
  }
  const alike = free.filter((found) => identity.matches(found, inputs) && !(isWholeId(found.id) && isHeld(found.id)));
  const span = spanOf(sends, requestLasts);
  if (span === undefined) return { own: [], others: alike };
  const fits = (found: F): boolean => {
    if (recovery?.createdAt === undefined) return true;
    const at = recovery.createdAt(found);
    return at !== undefined && at >= span.from && at <= span.to;
  };
  return { own: alike.filter(fits), others: alike.filter((found) => !fits(found)) };
}

/**
 * Whether the object of a creation may be taken over without `adopt: true`. Either the creation was answered but Pulumi never
 * told the program of it, which it does after writing the state, or its run was cut off before the answer.
 */
export const mayTakeOver = (creation: Creation): boolean =>
  creation.answered === undefined ? isInterrupted(creation) : !creation.recorded;
