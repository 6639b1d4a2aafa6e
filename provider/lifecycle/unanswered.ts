import { wholeTitle } from "../definition/object-name.js";
import { type Creation, isForWithin, isTitled } from "../journal/noted.js";
import { objectText } from "../values/labels.js";
import type { UnseenCreation } from "../ownership/notes.js";
import type { Entry } from "./entry.js";
import type { OrderedInside } from "../decisions/removal.js";

/**
 * Creations by other runs that no state has shown since: unanswered ones, and answered ones whose run was cut off. Their objects
 * may exist although no state has them. An object that may be one of these is never deleted, and neither is its container.
 */

/** What happened to its request, for messages. */
const fateOf = ({ creation: { answered }, day }: UnseenCreation): string =>
  `sent the request on ${day} ${answered === undefined ? "and got no answer" : "in a run that was cut off"}`;

/** A possible object in a container, and who may have created it. */
const possibleContent = (sent: UnseenCreation): string =>
  `${objectText(sent.creation.kind, sent.creation.title)}, which ${sent.who} requested on ${sent.day}`;

/**
 * Orders of earlier runs in a container whose results no state has: of this stack, not those that the program deletes with the container by
 * `deletedWith`. What costs nothing does not count.
 */
export async function orderedWithin(entry: Entry, path: string): Promise<OrderedInside | undefined> {
  const { definition, kind, id, state } = entry;
  const { ownership } = entry.context;
  const isCostly = (creation: Creation) => (definition.contents?.costlyKinds ?? []).some((costly) => costly === creation.kind);
  const all = (await ownership.notes.unseen(kind, id, state)).filter(
    ({ creation }) => isForWithin(creation, path) && isCostly(creation),
  );
  if (all.length === 0) return undefined;
  const taken = ownership.holders.ownWithin({ kind, id, path }, state).filter(({ isTaken }) => isTaken);
  const isTaken = ({ answered, entry }: Creation) => answered !== undefined && taken.some((each) => each.entry === entry);
  const sent = all.filter(({ creation, isOfThisStack }) => !isOfThisStack || !isTaken(creation));
  if (sent.length === 0) return undefined;
  return { sent: sent.map(possibleContent), isOwn: sent.every((each) => each.isOfThisStack) };
}

/** Who in another stack may have ordered an object, as a sentence; undefined if unknown. Only an id with a natural key can be shared. */
export async function perhapsOrderedBy({ definition, context, id, state }: Entry): Promise<string | undefined> {
  if (definition.identity.hasNaturalId !== true || definition.costly !== true) return undefined;
  const title = wholeTitle(definition, { ...definition.identity.parse(id), ...state });
  const [sent] = (await context.ownership.notes.unseen(definition.kind, id, state)).filter(
    ({ creation, isOfThisStack }) => !isOfThisStack && creation.kind === definition.kind && isTitled(creation, { title }),
  );
  return sent && `${sent.who.charAt(0).toUpperCase()}${sent.who.slice(1)} may have created it: it ${fateOf(sent)}.`;
}
