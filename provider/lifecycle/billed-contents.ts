import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import type { Inner } from "../definition/members.js";
import { sameId } from "../values/object-keys.js";
import { maybeGone } from "../values/rejections.js";
import { lookNow } from "./find.js";

/**
 * Billed objects that the provider shows in an object, whoever has them: no claim or note is asked, because other machines have others.
 *
 * @throws if they cannot be listed although their container exists
 */
export async function billedWithin(definition: Definition, context: Context, id: string): Promise<readonly Inner[]> {
  try {
    return (await definition.contents?.listCostly?.(context, id)) ?? [];
  } catch (error) {
    if (maybeGone(error) && (await lookNow(definition, context, id)) === undefined) return [];
    throw error;
  }
}

/**
 * Those of them that this run has not deleted for an entry of theirs, so that nobody has asked for their deletion. Waits for deletions that have
 * begun or are about to begin.
 */
export async function unaskedWithin(definition: Definition, context: Context, id: string): Promise<readonly Inner[]> {
  if (definition.contents?.listCostly === undefined) return [];
  const { run, notes } = context.ownership;
  const removalsOf = (inners: readonly Inner[]) =>
    Promise.all(inners.map(async ({ kind, id: inner }) => run.removalOf(kind, inner)?.catch(() => undefined)));
  const before = await billedWithin(definition, context, id);
  // The engine may be about to start a deletion that does not wait for this one.
  await context.calls.gather();
  await removalsOf(before);
  // Somebody may have ordered something meanwhile, and one listing may be out of date.
  const after = await billedWithin(definition, context, id);
  const within = [...after, ...before.filter((inner) => !after.some((each) => sameId(each.id, inner.id)))];
  const removals = await removalsOf(within);
  return within.filter((inner, index) => removals[index] !== "gone" && !notes.isDeletedBeside(inner.kind, inner.id));
}
