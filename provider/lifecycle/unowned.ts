import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import type { Inner } from "../definition/contents.js";
import type { Properties } from "../values/properties.js";
import { maybeGone } from "../values/rejections.js";
import { unseenText } from "./removal-messages.js";

/**
 * Costly objects without a known entry, within an object that is about to be deleted or replaced. A person created them, or a
 * state has dropped them, so nobody asked to delete them. Excludes objects that this run or an earlier one deleted, which may
 * stay listed for long, and those that this run has seen in the state.
 *
 * @throws if they cannot be looked up
 */
export async function unownedWithin(definition: Definition, context: Context, id: string): Promise<readonly Inner[]> {
  const { ownership } = context;
  const within = await (definition.contents?.listCostly?.(context, id) ?? Promise.resolve([])).catch((error: unknown) => {
    // Their container does not seem to exist either.
    if (maybeGone(error)) return [];
    throw error;
  });
  return within.filter(
    ({ kind, id: inner }) =>
      !ownership.holders.isHad(kind, inner) &&
      !ownership.run.isShown(kind, inner) &&
      ownership.run.leaverOf(kind, inner) === undefined &&
      !ownership.notes.isDeletedElsewhere(kind, inner),
  );
}

/**
 * Why an object with such contents can be neither deleted nor replaced: the journal does not know its entry from earlier runs, so what other
 * entries have in it is in another journal, if in any; undefined if it knows the entry.
 *
 * @throws if the claims cannot be read
 */
export const unseenProblem = (
  { kind }: Definition,
  { ownership }: Context,
  id: string,
  state: Properties,
  unowned: readonly Inner[],
): string | undefined =>
  unowned.length === 0 || ownership.holders.isFromBefore(kind, id, state) ? undefined : unseenText(unowned);
