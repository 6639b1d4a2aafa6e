import { once } from "../../sdk/values/once.js";
import { ownerOf } from "../ownership/identity.js";
import {
  declaredInputs,
  type Definition,
  type ObservedObject,
  mayAdopt,
  soundInputs,
  type Inner,
} from "../definition/definition.js";
import { attempt } from "../journal/journal-storage.js";
import type { Content } from "../ownership/holders.js";
import { sameId } from "../values/ids.js";
import type { Entry } from "./entry.js";
import { lookNow, unlessDeleted } from "./find.js";
import { refusedElsewhere } from "./absence.js";
import { declaredElsewhere, hasMovedElsewhere } from "./registered-names.js";
import { wholeTitle } from "../definition/object-name.js";
import { type NotedCreation, isForWithin, isTitled } from "../journal/noted.js";
import { messageOf, ProviderError } from "../values/errors.js";
import { objectText } from "../values/phrases.js";
import type { Properties } from "../values/properties.js";
import { forcesDestroy } from "../values/reserved-properties.js";
import { containsUnknown } from "../values/unknown-values.js";
import type { FactReaders } from "../decisions/decide.js";
import type { Presence, RemovalFacts } from "../decisions/removal.js";
import { maybeGone } from "../values/rejections.js";

/** Where a run finds the facts about an object of its state. Of an entry that is to be deleted, `news` is the state. */
export function removalFacts(entry: Entry): FactReaders<RemovalFacts> {
  const { definition, context, kind, id, state, news, path, resource } = entry;
  const { run, holders, notes } = context.ownership;
  const around = () => run.replacedContainers(id);
  // What is not known yet gives nothing up.
  const isOpen = () => news !== state && containsUnknown(declaredInputs(definition, news));
  return {
    undeletable: () => (definition.deletion.delete === undefined ? (definition.deletion.undeletable ?? "") : undefined),
    reader: () => (isOpen() ? undefined : run.readerOf(kind, id)),
    // A replacement that deletes first would delete what it is to adopt.
    adopter: () => (isOpen() ? undefined : run.otherAdopter(kind, id, news === state ? "" : resource)),
    refusedBecauseOf: () => run.refusedBecauseOf(kind, id, resource),
    neighbour: () => (isOpen() ? undefined : attempt(() => holders.neighbour(kind, id, state))),
    holder: () => holders.holder(kind, id, state),
    isLogin: () => definition.deletion.isLogin?.(context.settings, id) === true,
    hasMoved: () => hasMovedElsewhere(entry),
    declaredElsewhere: () => declaredElsewhere(entry),
    orderedBy: () => perhapsOrderedBy(entry),
    presence: () => presenceOf(entry),
    isUnboundOther: () => isUnboundOther(entry),
    goesWith: () => definition.deletion.goesWith?.(context, id, state),
    replacedContainer: () => around().own?.title ?? around().elsewhere,
    deletedContainer: () => around().deleted,
    isRetained: () => run.declaration({ kind, name: resource }).isRetained === true,
    mayBeRetained: () => holders.isRetained(kind, id, state, resource),
    forcesDestroy: () => forcesDestroy(state),
    kindRefusal: () => definition.replacement.refuses?.({ id, state, news }, context),
    hasContents: () => definition.contents !== undefined,
    ownStaying: () => stayingInside(entry),
    ownDeclared: () => declaredInside(entry),
    ownRetained: () => retainedInside(entry),
    droppedInside: () => (path === undefined ? [] : run.droppedFrom(path).map((dropped) => objectText(dropped.kind, dropped.id))),
    arriving: () => (path === undefined ? [] : run.placedWithin(path)),
    othersInside: () => (path === undefined ? [] : holders.othersWithin({ kind, id, path }, state)),
    orderedInside: () => (path === undefined ? undefined : orderedWithin(entry, path)),
    billed: () => (notes.isDeleted(kind, id, state) ? [] : billedWithin(entry)),
    // A deletion names what goes with it.
    billedUnasked: once(() => unaskedWithin(entry)),
  };
}

/** How this login sees an object. An id may mean a different object at another address, and what another login does not show is not proven gone. */
async function presenceOf(entry: Entry): Promise<Presence | undefined> {
  const { definition, context, kind, id, state } = entry;
  const { notes } = context.ownership;
  const away = context.ownership.elsewhere(state);
  if (away === undefined) return undefined;
  if (away.isOtherAddress) return { is: "at another address", away };
  const found = await unlessDeleted(entry, lookNow(definition, context, id)).catch((error: unknown) => {
    throw maybeGone(error) ? new ProviderError(`${messageOf(error)} ${refusedElsewhere(away)}`, error) : error;
  });
  if (found === undefined) return notes.isDeleted(kind, id, state) ? { is: "deleted before" } : { is: "not shown", away };
  // An interrupted update may have changed what the object is known by.
  const isKnown = isAsKnown(definition, state, found) || notes.openUpdates(kind, id, state).length > 0;
  return isKnown ? undefined : { is: "another object", away };
}

/** Whether the state records no address for its object, and this account shows a different one under its id. */
async function isUnboundOther({ definition, context, id, state }: Entry): Promise<boolean> {
  const { hasNaturalId, singleton } = definition.identity;
  if (hasNaturalId === true || singleton === true || ownerOf(state) !== undefined) return false;
  const found = await lookNow(definition, context, id);
  return found !== undefined && !isAsKnown(definition, state, found);
}

/** Whether an object has the natural key in the state. */
function isAsKnown(definition: Definition, state: Properties, found: ObservedObject): boolean {
  const inputs = soundInputs(definition, state);
  return inputs !== undefined && mayAdopt(definition, found, inputs);
}

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
const declaredInside = (entry: Entry): Content[] =>
  contentsOf(entry).filter(({ isDeclared, removal }) => isDeclared && removal === undefined);

/** Contents that Pulumi keeps, so that they would still be there when the container is deleted. */
const retainedInside = (entry: Entry): Content[] => contentsOf(entry).filter(({ isRetained }) => isRetained);

/**
 * Contents that must not be deleted with the container and that still exist after the concurrent deletions.
 *
 * @throws if the claims cannot be read
 */
async function stayingInside(entry: Entry): Promise<Content[]> {
  const awaited = new Set<Promise<unknown>>();
  const now = () => contentsOf(entry).filter((each) => stays(entry, each));
  for (;;) {
    if (now().length === 0) return [];
    // The engine may be about to start a deletion that does not wait for this one.
    await entry.context.calls.quiet();
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
async function unaskedWithin(entry: Entry): Promise<readonly Inner[]> {
  const { definition, context } = entry;
  if (definition.contents?.listCostly === undefined) return [];
  const { run, notes } = context.ownership;
  const removalsOf = (inners: readonly Inner[]) =>
    Promise.all(inners.map(async ({ kind, id: inner }) => run.removalOf(kind, inner)?.catch(() => undefined)));
  const before = await billedWithin(entry);
  // The engine may be about to start a deletion that does not wait for this one.
  await context.calls.quiet();
  await removalsOf(before);
  // Somebody may have ordered something meanwhile, and one listing may be out of date.
  const after = await billedWithin(entry);
  const within = [...after, ...before.filter((inner) => !after.some((each) => sameId(each.id, inner.id)))];
  const removals = await removalsOf(within);
  return within.filter((inner, index) => removals[index] !== "gone" && !notes.isDeletedBeside(inner.kind, inner.id));
}

/**
 * Orders of earlier runs in a container whose results no state has: of this stack, not those that the program deletes with the container by
 * `deletedWith`. What costs nothing does not count.
 */
async function orderedWithin(entry: Entry, path: string): Promise<RemovalFacts["orderedInside"]> {
  const { definition, kind, id, state } = entry;
  const { ownership } = entry.context;
  const isCostly = (creation: NotedCreation) =>
    (definition.contents?.costlyKinds ?? []).some((costly) => costly === creation.kind);
  const all = (await ownership.notes.unseen(kind, id, state)).filter(
    ({ creation }) => isForWithin(creation, path) && isCostly(creation),
  );
  if (all.length === 0) return undefined;
  const taken = ownership.holders.ownWithin({ kind, id, path }, state).filter(({ isTaken }) => isTaken);
  const isTaken = ({ answered, entry }: NotedCreation) => answered !== undefined && taken.some((each) => each.entry === entry);
  const sent = all.filter(({ creation, isOfThisStack }) => !isOfThisStack || !isTaken(creation));
  if (sent.length === 0) return undefined;
  return {
    sent: sent.map(({ creation, who, day }) => `${objectText(creation.kind, creation.title)}, which ${who} requested on ${day}`),
    isOwn: sent.every((each) => each.isOfThisStack),
  };
}

/** Who in another stack may have ordered an object, as a sentence; undefined if unknown. Only an id with a natural key can be shared. */
export async function perhapsOrderedBy({ definition, context, id, state }: Entry): Promise<string | undefined> {
  if (definition.identity.hasNaturalId !== true || definition.costly !== true) return undefined;
  const title = wholeTitle(definition, { ...definition.identity.parse(id), ...state });
  const [sent] = (await context.ownership.notes.unseen(definition.kind, id, state)).filter(
    ({ creation, isOfThisStack }) => !isOfThisStack && creation.kind === definition.kind && isTitled(creation, { title }),
  );
  if (sent === undefined) return undefined;
  const ending = sent.creation.answered === undefined ? "and got no answer" : "in a run that was cut off";
  return `${sent.who.charAt(0).toUpperCase()}${sent.who.slice(1)} may have created it: it sent the request on ${sent.day} ${ending}.`;
}
