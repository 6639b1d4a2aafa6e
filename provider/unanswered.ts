import { inLine } from "../sdk/text.js";
import type { Context } from "./context.js";
import { type Definition, wholeTitle } from "./definition.js";
import { isForWithin } from "./journal.js";
import { labelOf } from "./labels.js";
import type { Unanswered } from "./ownership.js";
import type { Properties } from "./properties.js";
import { unansweredWithinText } from "./removal-messages.js";
import { isTitled } from "./noted-title.js";

/**
 * Creations of other runs that were sent and have no answer: the object may be there, while no state and no claim tells of it. Nothing
 * is deleted that may be one of these, nor what it would lie in.
 */

const textOf = ({ creation, who }: Unanswered): string =>
  `${labelOf(creation.kind)} ${inLine(creation.title)}, whose creation ${who} without an answer`;

/**
 * Why an object that holds others can be neither deleted nor replaced so far; undefined where nothing is known. Of its own stack only
 * what costs money counts: the rest goes with it.
 */
export async function unansweredWithin(
  { kind, contents, costlyContents = [] }: Definition,
  { ownership }: Context,
  id: string,
  state: Properties,
): Promise<string | undefined> {
  const path = contents?.(id);
  if (path === undefined) return undefined;
  const sent = (await ownership.unanswered(kind, id, state)).filter(
    (each) =>
      isForWithin(each.creation, path) && (!each.isOfThisStack || costlyContents.some((costly) => costly === each.creation.kind)),
  );
  return sent.length === 0
    ? undefined
    : unansweredWithinText(
        sent.map(textOf),
        sent.every((each) => each.isOfThisStack),
      );
}

/** Who in another stack may have created an object, and when, in words; undefined where nobody is known to. Without a natural key others have ids of their own. */
export async function perhapsOf(
  definition: Definition,
  { ownership }: Context,
  id: string,
  state: Properties,
): Promise<string | undefined> {
  if (definition.hasNaturalId !== true) return undefined;
  const title = wholeTitle(definition, { ...definition.parse(id), ...state });
  const [sent] = (await ownership.unanswered(definition.kind, id, state)).filter(
    ({ creation, isOfThisStack }) => !isOfThisStack && creation.kind === definition.kind && isTitled(creation, { title }),
  );
  return sent?.who;
}
