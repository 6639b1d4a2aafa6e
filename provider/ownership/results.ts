import type { NotedCreation } from "../journal/noted.js";
import type { Properties } from "../values/properties.js";
import { objectKey, sameId, isWholeId } from "../values/ids.js";

/** Evidence of a creation whose outcome is in no state. */
type Trace = Pick<NotedCreation, "before" | "sends" | "answered">;

/** How to tell objects of a kind apart. */
interface Recognition<F extends { readonly id: string }> {
  readonly identity: { matches(found: F, inputs: Properties): boolean };
}

/**
 * Finds the objects in a listing that a creation may have created. With an answer, it is the object that the answer named. Without an
 * answer, it is every object that matches the declaration, did not exist before, and has no other known holder.
 *
 * @param objects the listing that would contain the object
 * @param isHeld whether an object has had a known holder since the creation was noted
 */
export function resultsOf<F extends { readonly id: string }>(
  { identity }: Recognition<F>,
  inputs: Properties,
  { before, sends, answered }: Trace,
  { objects, isHeld }: { readonly objects: readonly F[]; readonly isHeld: (id: string) => boolean },
): readonly F[] {
  // If its id holds a natural key, it may have existed before, under another owner.
  if (answered !== undefined) return objects.filter(({ id }) => sameId(id, answered));
  if (sends.length === 0) return [];
  return objects.filter(
    (found) =>
      !before.some((known) => sameId(known, found.id)) &&
      identity.matches(found, inputs) &&
      !(isWholeId(found.id) && isHeld(found.id)),
  );
}

/**
 * Whether the object of a creation may be taken over without `adopt: true`. Either the creation was answered but Pulumi never
 * told the program of it, which it does after writing the state, or its run was cut off before the answer.
 */
export const mayTakeOver = (creation: NotedCreation): boolean =>
  creation.answered === undefined ? creation.ending === "interrupted" : !creation.recorded;

/**
 * Whether the object was created, but its run was cut off before Pulumi told the program of it. Usually no state has such an
 * object.
 */
export const isCutOff = (creation: NotedCreation): boolean =>
  creation.answered !== undefined && creation.ending === "interrupted";

export const isAnsweredWith = ({ kind, answered }: NotedCreation, ofKind: string, id: string): boolean =>
  kind === ofKind && answered !== undefined && objectKey(kind, answered) === objectKey(kind, id);
