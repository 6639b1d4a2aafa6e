import { isWholeId } from "../values/id.js";
import type { Moment } from "../journal/journal-file.js";
import type { Creation } from "../journal/journal.js";
import type { Properties } from "../values/properties.js";
import { sameId } from "../values/object-keys.js";

/** What is known of a creation whose outcome no state shows. */
export type Trace = Pick<Creation, "before" | "sends" | "answered">;

/** How far the clocks of this machine and of the provider may be apart where no answer has told the provider's, in milliseconds. */
const clockSkew = 5 * 60_000;

/** How exact the provider's clock is known: its `Date` has whole seconds, and so may the times of objects. */
const clockGrain = 2_000;

/** The time in which an object that a creation made shows to be made, in milliseconds since the epoch. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** @param underWay how long a request can be under way, in milliseconds */
function spanOf(sends: readonly Moment[], underWay: number): Span | undefined {
  const [first, last] = [sends[0], sends.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return {
    from: first.provider === undefined ? first.at - clockSkew : first.provider - clockGrain,
    to: (last.provider === undefined ? last.at + clockSkew : last.provider + clockGrain) + underWay,
  };
}

/** What tells objects of a kind from one another. */
export interface Recognition<F extends { readonly id: string }> {
  readonly identity: { matches(found: F, inputs: Properties): boolean };
  readonly recovery?: { createdAt?(found: F): number | undefined };
}

export interface Results<F extends { readonly id: string }> {
  /** Objects that the creation made, as far as anybody can tell. */
  readonly own: readonly F[];
  /** Objects like it that were not there before, and that it did not make as far as is known. */
  readonly others: readonly F[];
}

/** What is known around a creation. */
export interface CreationCircumstances {
  /** How long a request can be under way, in milliseconds. */
  readonly underWay: number;
  /** Whether somebody is known to have held an object since the creation was noted. */
  readonly isHeld: (id: string) => boolean;
}

/**
 * Which of the objects of a listing a creation made. The one that its answer named; without an answer those that are what was
 * declared, were not there before, are not known to be somebody else's, and came while the request was under way, where the
 * object shows when.
 *
 * @param objects the listing in which the object would be
 */
export function resultsOf<F extends { readonly id: string }>(
  { identity, recovery }: Recognition<F>,
  inputs: Properties,
  { before, sends, answered }: Trace,
  objects: readonly F[],
  { underWay, isHeld }: CreationCircumstances,
): Results<F> {
  const free = objects.filter(({ id }) => !before.some((known) => sameId(known, id)));
  if (answered !== undefined) {
    // With a natural key in its id it can be one that was there before, under another owner.
    return { own: objects.filter(({ id }) => sameId(id, answered)), others: [] };
  }
  const alike = free.filter((found) => identity.matches(found, inputs) && !(isWholeId(found.id) && isHeld(found.id)));
  const span = spanOf(sends, underWay);
  if (span === undefined) return { own: [], others: alike };
  const fits = (found: F): boolean => {
    if (recovery?.createdAt === undefined) return true;
    const at = recovery.createdAt(found);
    return at !== undefined && at >= span.from && at <= span.to;
  };
  return { own: alike.filter(fits), others: alike.filter((found) => !fits(found)) };
}

/**
 * Whether what a creation made may be taken over without being asked: it was answered, and the program was never told of the
 * object, which Pulumi does once the state is written; or its run was cut off before the answer.
 */
export const mayTakeOver = ({ answered, recorded, ending }: Creation): boolean =>
  answered === undefined ? ending === "interrupted" || ending === "elsewhere" : !recorded;
