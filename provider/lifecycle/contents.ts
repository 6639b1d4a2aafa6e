import type { Inner } from "../definition/definition.js";
import { attempt } from "../journal/journal-storage.js";
import type { Content } from "../ownership/holders.js";
import { sameId } from "../values/object-keys.js";
import { maybeGone } from "../values/rejections.js";
import type { Entry } from "./entry.js";
import { lookNow } from "./find.js";

/**
 * Objects of the same stack within an object that is about to be deleted. Pulumi does not tell a provider what is targeted, what
 * is protected, or what has `deletedWith`. Known are only the declarations of this run's program and the claims that programs
 * have left.
 */
export function contentsOf({ context, kind, id, path, state }: Entry): Content[] {
  return path === undefined ? [] : context.ownership.holders.ownWithin({ kind, id, path }, state);
}

/** Contents whose entries probably leave the state together with the container's entry. */
export const leavingTogether = (entry: Entry): Content[] =>
  (attempt(() => contentsOf(entry)) ?? []).filter((each) => !stays(entry, each) && each.removal === undefined);

/** Contents that the program has declared so far, and that this run neither replaces nor deletes. */
export const declaredInside = (entry: Entry): Content[] =>
  contentsOf(entry).filter(({ isDeclared, removal }) => isDeclared && removal === undefined);

/** Contents that Pulumi keeps, so that they would still be there when the container is deleted. */
export const retainedInside = (entry: Entry): Content[] => contentsOf(entry).filter(({ isRetained }) => isRetained);

/**
 * Contents that must not be deleted with the container and that still exist after the concurrent deletions.
 *
 * @throws if the claims cannot be read
 */
export async function stayingInside(entry: Entry): Promise<Content[]> {
  const awaited = new Set<Promise<unknown>>();
  const now = () => contentsOf(entry).filter((each) => stays(entry, each));
  for (;;) {
    if (now().length === 0) return [];
    // The engine may be about to start a deletion that does not wait for this one.
    await entry.context.calls.gather();
    const staying = now();
    const removals = staying.flatMap(({ removal: each }) => (each === undefined || awaited.has(each) ? [] : [each]));
    if (removals.length === 0) return staying;
    for (const each of removals) awaited.add(each);
    await Promise.allSettled(removals);
  }
}

/** Costly contents of a cut-off run are refused elsewhere, with a message of their own (`orderedWithin`). */
function stays({ context, definition }: Entry, { kind, id, name, isDeclared, isTaken, isCutOff }: Content): boolean {
  const isCostly = definition.contents?.costlyKinds?.some((costly) => costly === kind) === true;
  if (isCostly && context.ownership.run.declaredElsewhere(kind, id, name) !== undefined) return true;
  return !isTaken && (isCostly ? !isCutOff : isDeclared);
}

/**
 * Billed objects that the provider shows in an object, whoever has them: no claim or note is asked, because other machines have others.
 *
 * @throws if they cannot be listed although their container exists
 */
export async function billedWithin({ definition, context, id }: Entry): Promise<readonly Inner[]> {
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
export async function unaskedWithin(entry: Entry): Promise<readonly Inner[]> {
  const { definition, context } = entry;
  if (definition.contents?.listCostly === undefined) return [];
  const { run, notes } = context.ownership;
  const removalsOf = (inners: readonly Inner[]) =>
    Promise.all(inners.map(async ({ kind, id: inner }) => run.removalOf(kind, inner)?.catch(() => undefined)));
  const before = await billedWithin(entry);
  // The engine may be about to start a deletion that does not wait for this one.
  await context.calls.gather();
  await removalsOf(before);
  // Somebody may have ordered something meanwhile, and one listing may be out of date.
  const after = await billedWithin(entry);
  const within = [...after, ...before.filter((inner) => !after.some((each) => sameId(each.id, inner.id)))];
  const removals = await removalsOf(within);
  return within.filter((inner, index) => removals[index] !== "gone" && !notes.isDeletedBeside(inner.kind, inner.id));
}
