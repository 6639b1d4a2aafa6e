import { AccessDeniedError, NotFoundError } from "../sdk/errors.js";
import { shortened } from "../sdk/text.js";
import type { Context } from "./context.js";
import type { Definition, Found } from "./definition.js";
import { isWholeId } from "./id.js";
import type { Properties } from "./properties.js";

/** "No access" and "no such object" are one answer of the interface: only a listing tells them apart. */
export const maybeGone = (error: unknown): boolean => error instanceof AccessDeniedError || error instanceof NotFoundError;

/** What a single read shows; `undefined` where its answer leaves open whether the object is there. */
export async function ifThere<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (maybeGone(error)) return undefined;
    throw error;
  }
}

/**
 * The object of an id as it is now, or `undefined` where a complete listing proves that it is gone.
 *
 * @throws whatever keeps the proof from being had.
 */
export async function look(definition: Definition, context: Context, id: string): Promise<Found | undefined> {
  const single = await definition.get?.(context, id);
  if (single !== undefined) return single;
  const scope = definition.parse(id);
  const listed = await definition.list(context, scope);
  if (listed.length === 0) await definition.vouch?.(context, scope);
  return listed.find((found) => sameObject(definition, found.id, id));
}

export interface Candidates {
  readonly all: readonly Found[];
  /** Those that are what the arguments declare. */
  readonly matching: readonly Found[];
  /** Those that could be brought to what the arguments declare. */
  readonly adoptable: readonly Found[];
}

/** The objects among which the declared one would be. */
export async function candidates(definition: Definition, context: Context, inputs: Properties): Promise<Candidates> {
  const all = await definition.list(context, inputs);
  const matching = all.filter((found) => definition.matches(found, inputs));
  return { all, matching, adoptable: all.filter((found) => (definition.adopts ?? definition.matches)(found, inputs)) };
}

/** The object of an id, and the others that are what the arguments declare. */
export async function lookAround(
  definition: Definition,
  context: Context,
  id: string,
  inputs: Properties,
): Promise<{ readonly found: Found | undefined; readonly others: readonly Found[] }> {
  const single = await definition.get?.(context, id);
  const { all, matching } = await candidates(definition, context, inputs);
  const isIt = ({ id: other }: Found) => sameObject(definition, id, other);
  return { found: single ?? all.find(isIt), others: matching.filter((each) => !isIt(each)) };
}

export const sameObject = (definition: Definition, a: string, b: string): boolean => definition.sameId?.(a, b) ?? a === b;

const mostIds = 20;
const longestId = 200;

/** Ids in a message, which stays readable however many there are and whatever the provider calls an object. */
export function nameIds(found: readonly Found[]): string {
  const ids = found.slice(0, mostIds).map(({ id }) => (isWholeId(id) ? shortened(id, longestId) : "without identifier"));
  return found.length > mostIds ? `${ids.join(", ")} and ${found.length - mostIds} more` : ids.join(", ");
}
