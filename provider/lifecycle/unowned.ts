import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import type { Inner } from "../definition/contents.js";
import { maybeGone } from "./find.js";

/**
 * What people pay for in an object that is to be deleted or replaced, and of which no entry of a state is known: a person made it, or a
 * state has let go of it, so that nobody has asked for its end. What this run or an earlier one has deleted can be listed for long.
 *
 * @throws where it cannot be looked up
 */
export async function unownedWithin(definition: Definition, context: Context, id: string): Promise<readonly Inner[]> {
  const { ownership } = context;
  const within = await (definition.contents?.listCostly?.(context, id) ?? Promise.resolve([])).catch((error: unknown) => {
    // What it would lie in is not there either, as far as anybody can tell.
    if (maybeGone(error)) return [];
    throw error;
  });
  return within.filter(
    ({ kind, id: inner }) =>
      !ownership.holders.isHad(kind, inner) &&
      !ownership.run.isLeaving(kind, inner) &&
      !ownership.notes.isDeletedElsewhere(kind, inner),
  );
}
