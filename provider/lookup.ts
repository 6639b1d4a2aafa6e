import { AccessDeniedError, NotFoundError } from "../sdk/errors.js";
import type { Context } from "./context.js";
import type { Definition, Found } from "./definition.js";
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
  const sameId = definition.sameId?.bind(definition) ?? ((a: string, b: string) => a === b);
  const single = await definition.get?.(context, id);
  if (single !== undefined) return single;
  const scope = definition.parse(id);
  const listed = await definition.list(context, scope);
  if (listed.length === 0) await definition.vouch?.(context, scope);
  return listed.find((found) => sameId(found.id, id));
}

/** Objects that are what the arguments declare. */
export async function candidates(
  definition: Definition,
  context: Context,
  inputs: Properties,
): Promise<{ all: Found[]; matching: Found[] }> {
  const all = await definition.list(context, inputs);
  return { all, matching: all.filter((found) => definition.matches(found, inputs)) };
}

export const nameIds = (found: readonly Found[]): string => found.map(({ id }) => id).join(", ");
