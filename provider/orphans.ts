import type { Context } from "./context.js";
import type { Definition, Found } from "./definition.js";
import { messageOf, ProviderError, UnclearError } from "./failures.js";
import { isWholeId } from "./id.js";
import type { Creation } from "./journal.js";
import { type Candidates, candidates, nameIds, sameObject } from "./lookup.js";
import type { Properties } from "./properties.js";
import { nameOf, timeoutOf } from "./reserved.js";
import { waitFor } from "./waiting.js";

/** How long a creation without an answer is looked for before nothing is taken to have happened, in milliseconds. */
export const settlingTime = ({ costly }: Definition): number => (costly === true ? 60_000 : 5_000);

/** How far the clocks of this machine and of the provider may be apart, in milliseconds. */
const clockSkew = 5 * 60_000;

/** A call with all its repetitions has ended by then. */
export const longestCall = 5 * 60_000;

/**
 * Objects that a creation can have made as far as the time of their own creation tells. What was made at another time, or does
 * not say when, belongs to somebody else as far as is known: it is left alone, and named.
 */
export function madeBetween<F extends Found>(
  definition: Definition,
  context: Context,
  inputs: Properties,
  found: readonly F[],
  span: { readonly from: number; readonly to: number },
): F[] {
  const { madeAt } = definition;
  if (madeAt === undefined) return [...found];
  const fits = (each: F): boolean => {
    const at = madeAt(each);
    return at !== undefined && at >= span.from - clockSkew && at <= span.to + clockSkew;
  };
  const others = found.filter((each) => !fits(each));
  if (others.length > 0)
    context.warn(
      `${definition.label} ${definition.title(inputs)}: ${nameIds(others)} came to be as well, and is not known to be this one. It is left ` +
        `alone; remove it at the provider if nobody uses it.`,
    );
  return found.filter(fits);
}

/** An object that an interrupted run made, with the creation by which it is known. */
export interface Orphan {
  readonly creation: Creation;
  readonly found: Found;
}

/**
 * Objects that runs before this one made for the same declaration and that no state has: the run was killed, or could not write
 * its state. A creation that left nothing is settled.
 *
 * @throws where a creation is still under way, or where it cannot be told which object it made.
 */
export async function orphans(definition: Definition, context: Context, inputs: Properties): Promise<Orphan[]> {
  const title = definition.title(inputs);
  const name = `${definition.label} ${title}`;
  const limit = timeoutOf(inputs, "create");
  const left = await waitFor(context.clock, limit, async () => {
    const creations = await context.creations.left(definition.kind, nameOf(inputs), title);
    return creations.some(({ underWay, answered }) => underWay && answered === undefined) ? undefined : creations;
  });
  if (left === undefined)
    throw new ProviderError(
      `${name} is being created by another run on this machine, which has not ended within ${limit / 1000} s. Nothing was sent. ` +
        `Wait until it has ended, and run again.`,
    );
  const result: Orphan[] = [];
  for (const creation of left) {
    const found = await made(definition, context, inputs, creation, left.length, result);
    if (found === undefined) context.creations.settle(creation);
    else result.push({ creation, found });
  }
  return result;
}

/** What a creation made; `undefined` where it left nothing. */
async function made(
  definition: Definition,
  context: Context,
  inputs: Properties,
  creation: Creation,
  creations: number,
  taken: readonly Orphan[],
): Promise<Found | undefined> {
  const name = `${definition.label} ${definition.title(inputs)}`;
  const isFree = ({ id }: Found) =>
    isWholeId(id) &&
    !context.creations.isOwn(definition.kind, id) &&
    !taken.some(({ found }) => sameObject(definition, found.id, id));
  const fitting = ({ adoptable }: Candidates): Found[] =>
    creation.answered === undefined
      ? adoptable.filter(({ id }) => !creation.before.some((known) => sameObject(definition, known, id)))
      : adoptable.filter(({ id }) => sameObject(definition, id, creation.answered ?? ""));
  const limit = Math.max(0, creation.sentAt + settlingTime(definition) - context.clock.now());
  const fresh = await waitFor(context.clock, limit, async () => {
    const free = fitting(await candidates(definition, context, inputs)).filter(isFree);
    return free.length > 0 ? free : undefined;
  }).catch((error: unknown) => {
    throw new ProviderError(
      `${name} was sent by a run that was interrupted, and whether it exists could not be found out. ${messageOf(error)}`,
      error,
    );
  });
  const span = { from: creation.sentAt, to: creation.sentAt + longestCall };
  const found = creation.answered === undefined ? madeBetween(definition, context, inputs, fresh ?? [], span) : (fresh ?? []);
  if (found.length > creations - taken.length)
    throw new UnclearError(
      `${name} was sent by a run that was interrupted, and several objects could be the one (${nameIds(found)}). Nothing was sent. ` +
        `Take the right one over with \`adopt: true\`, or import it, or remove it at the provider.`,
    );
  return found[0];
}
