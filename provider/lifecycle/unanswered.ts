import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import { wholeTitle } from "../definition/object-name.js";
import { type Creation, isForWithin } from "../journal/journal.js";
import { objectText } from "../values/labels.js";
import type { UnseenCreation } from "../ownership/notes.js";
import { sameId } from "../values/object-keys.js";
import type { Properties } from "../values/properties.js";
import { nameOf } from "../values/reserved-properties.js";
import type { OrderedInside } from "../decisions/removal.js";
import { isTitled } from "../journal/noted-title.js";

/**
 * Creations by other runs that no state has shown since: unanswered ones, and answered ones whose run was cut off. Their objects
 * may exist although no state has them. An object that may be one of these is never deleted, and neither is its container.
 */

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** What happened to its request, for messages. */
const fateOf = ({ creation: { answered }, day }: UnseenCreation): string =>
  `sent the request on ${day} ${answered === undefined ? "and got no answer" : "in a run that was cut off"}`;

/** Who may have created an object, as a sentence. */
const mayHaveCreatedIt = (sent: UnseenCreation): string => `${capitalized(sent.who)} may have created it: it ${fateOf(sent)}.`;

/** A possible object in a container, and who may have created it. */
const possibleContent = (sent: UnseenCreation): string =>
  `${objectText(sent.creation.kind, sent.creation.title)} (${sent.who} ${fateOf(sent)})`;

/**
 * Orders of earlier runs in a container whose results no state has: of this stack, not those that the program deletes with the container by
 * `deletedWith`. What costs nothing does not count.
 */
export async function orderedWithin(
  { kind, contents }: Definition,
  { ownership }: Context,
  path: string,
  { id, state }: { readonly id: string; readonly state: Properties },
): Promise<OrderedInside | undefined> {
  const isCostly = (creation: Creation) => (contents?.costlyKinds ?? []).some((costly) => costly === creation.kind);
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
export async function perhapsOrderedBy(
  definition: Definition,
  { ownership }: Context,
  id: string,
  state: Properties,
): Promise<string | undefined> {
  if (definition.identity.hasNaturalId !== true || definition.costly !== true) return undefined;
  const title = wholeTitle(definition, { ...definition.identity.parse(id), ...state });
  const [sent] = (await ownership.notes.unseen(definition.kind, id, state)).filter(
    ({ creation, isOfThisStack }) => !isOfThisStack && creation.kind === definition.kind && isTitled(creation, { title }),
  );
  return sent && mayHaveCreatedIt(sent);
}

/**
 * Which earlier creation by this stack, for another resource of the program, may have created one of these objects; a sentence.
 *
 * @param ids of objects with the same natural key as the resource's
 */
export async function mayBeOurs(
  definition: Definition,
  { ownership }: Context,
  ids: readonly string[],
  inputs: Properties,
): Promise<string | undefined> {
  const [first] = ids;
  if (first === undefined) return undefined;
  const title = wholeTitle(definition, inputs);
  const sent = (await ownership.notes.unseen(definition.kind, first, inputs)).find(
    ({ creation, isOfThisStack }) =>
      isOfThisStack &&
      creation.kind === definition.kind &&
      creation.name !== nameOf(inputs) &&
      (creation.answered === undefined ? isTitled(creation, { title }) : ids.some((id) => sameId(id, creation.answered!))),
  );
  return sent && mayHaveCreatedIt(sent);
}
