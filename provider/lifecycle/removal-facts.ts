import { ownerOf } from "../ownership/owner.js";
import { declaredInputs, type Definition, type Found, mayAdopt, soundInputs } from "../definition/definition.js";
import { attempt } from "../journal/journal-storage.js";
import { billedWithin, declaredInside, retainedInside, stayingInside, unaskedWithin } from "./contents.js";
import type { Entry } from "./entry.js";
import { lookNow, unlessDeleted } from "./find.js";
import { refusedElsewhere } from "./elsewhere.js";
import { declaredElsewhere, hasMovedElsewhere } from "./namesakes.js";
import { orderedWithin, perhapsOrderedBy } from "./unanswered.js";
import { messageOf, ProviderError } from "../values/errors.js";
import { objectText } from "../values/labels.js";
import type { Properties } from "../values/properties.js";
import { maybeGone } from "../values/rejections.js";
import { forcesDestroy } from "../values/reserved-properties.js";
import { containsUnknown } from "../values/unknown-values.js";
import { gathered, type Sources } from "../decisions/decide.js";
import type { Presence, RemovalFacts } from "../decisions/removal.js";

/** Where a run finds the facts about an object of its state. Of an entry that is to be deleted, `news` is the state. */
export function removalFacts(entry: Entry): Sources<RemovalFacts> {
  const { definition, context, kind, id, state, news, path, resource } = entry;
  const { run, holders, notes } = context.ownership;
  const around = () => run.around(id);
  // What is not known yet gives nothing up.
  const isOpen = () => news !== state && containsUnknown(declaredInputs(definition, news));
  return gathered<RemovalFacts>({
    undeletable: () => (definition.deletion.delete === undefined ? (definition.deletion.undeletable ?? "") : undefined),
    reader: () => (isOpen() ? undefined : run.readerOf(kind, id)),
    // A replacement that deletes first would delete what it is to adopt.
    adopter: () => (isOpen() ? undefined : run.otherAdopter(kind, id, news === state ? "" : resource)),
    wantedBy: () => run.wantedBy(kind, id, resource),
    neighbour: () => (isOpen() ? undefined : attempt(() => holders.neighbour(kind, id, state))),
    holder: () => holders.holder(kind, id, state),
    isLogin: () => definition.deletion.isLogin?.(context.settings, id) === true,
    hasMoved: () => hasMovedElsewhere(entry),
    declaredElsewhere: () => declaredElsewhere(entry),
    orderedBy: () => perhapsOrderedBy(entry),
    presence: () => presenceOf(entry),
    isUnboundOther: () => isUnboundOther(entry),
    goesWith: () => definition.deletion.goesWith?.(context, id, state),
    replacedAround: () => around().own?.title ?? around().elsewhere,
    deletedAround: () => around().deleted,
    isRetained: () => run.declaration({ kind, name: resource }).isRetained === true,
    mayBeRetained: () => holders.isRetained(kind, id, state, resource),
    forcesDestroy: () => forcesDestroy(state),
    kindRefusal: () => definition.replacement.refuses?.({ id, state, news }, context),
    hasContents: () => definition.contents !== undefined,
    ownStaying: () => stayingInside(entry),
    ownDeclared: () => declaredInside(entry),
    ownRetained: () => retainedInside(entry),
    givenUp: () => (path === undefined ? [] : run.droppedFrom(path).map((dropped) => objectText(dropped.kind, dropped.id))),
    arriving: () => (path === undefined ? [] : run.placedWithin(path)),
    othersInside: () => (path === undefined ? [] : holders.othersWithin({ kind, id, path }, state)),
    orderedInside: () => (path === undefined ? undefined : orderedWithin(entry, path)),
    billed: () => (notes.isDeleted(kind, id, state) ? [] : billedWithin(entry)),
    billedUnasked: () => unaskedWithin(entry),
  });
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
function isAsKnown(definition: Definition, state: Properties, found: Found): boolean {
  const inputs = soundInputs(definition, state);
  return inputs !== undefined && mayAdopt(definition, found, inputs);
}
