import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import type { Inner } from "../definition/contents.js";
import type { Properties } from "../values/properties.js";
import { maybeGone } from "../values/rejections.js";

/** Objects without a known entry, within an object of an entry. */
export interface Unowned {
  readonly inner: readonly Inner[];
  /**
   * Whether this machine has recorded the entry of the object that contains them. If not, it has not recorded theirs either, as with a new or
   * an unusable journal.
   */
  readonly isRecorded: boolean;
}

/**
 * Costly objects without a known entry, within an object that is about to be deleted or replaced. A person created them, or a
 * state has dropped them, so nobody asked to delete them. Excludes objects that this run or an earlier one deleted, which may
 * stay listed for long, and those that this run has seen in the state.
 *
 * @throws if they cannot be looked up
 */
export async function unownedWithin(definition: Definition, context: Context, id: string, state: Properties): Promise<Unowned> {
  const { ownership } = context;
  const within = await (definition.contents?.listCostly?.(context, id) ?? Promise.resolve([])).catch((error: unknown) => {
    // Their container does not seem to exist either.
    if (maybeGone(error)) return [];
    throw error;
  });
  const inner = within.filter(
    ({ kind, id: inner }) =>
      !ownership.holders.isHad(kind, inner) &&
      !ownership.run.isShown(kind, inner) &&
      ownership.run.leaverOf(kind, inner) === undefined &&
      !ownership.notes.isDeletedElsewhere(kind, inner),
  );
  return { inner, isRecorded: ownership.holders.isRecorded(definition.kind, id, state) };
}
