import { absenceRows } from "../decisions/absence.js";
import { decide, type Verdict } from "../decisions/decide.js";
import { inLine } from "../../sdk/redaction/text.js";
import { declaredInputs, type ObservedObject, soundInputs } from "../definition/definition.js";
import { nameOfObject } from "../definition/object-name.js";
import { sameId, isWholeId } from "../values/ids.js";
import { readText } from "../values/phrases.js";
import { messageOf, ProviderError, UnreadError } from "../values/errors.js";
import { nothingProven, readerOf } from "../values/reserved-properties.js";
import { variableName } from "../runtime/settings.js";
import { absenceFacts, elsewhereError, refusedElsewhere, settleDeletions } from "./absence.js";
import type { Entry } from "./entry.js";
import { candidates, look, maybeDeletedWithText, nameIds, unlessDeleted } from "./find.js";
import { isImport, type Observation, observed } from "./state.js";
import { explainedBy } from "../../sdk/values/explained.js";
import { maybeGone } from "../values/rejections.js";
import { isStandIn } from "../values/remarks.js";

export interface Observed extends Observation {
  readonly id: string;
}

/** An entry as the provider shows it; undefined if its object is proven gone. Records who reads it, and what is gone. */
export async function read(entry: Entry): Promise<Observed | undefined> {
  const { definition, context, kind, id, state } = entry;
  const { ownership } = context;
  const reader = readerOf(state);
  const isReading = reader !== undefined && isImport(definition, state);
  // Recorded before the lookup: even if that fails, no other entry may delete the object.
  if (isReading) {
    ownership.run.recordRead(kind, id, reader);
    const giver = ownership.run.movingOn(kind, id);
    if (giver?.movesOn === "replaced") throw new ProviderError(`${entry.title} cannot be read: ${readText(giver.name, reader)}`);
  }
  const lookup = () => unlessDeleted(entry, look(definition, context, id, state));
  const verdict = await decide(absenceRows, "read", absenceFacts(entry, lookup));
  if (verdict?.code === "there") return shownAs(entry, verdict.about, isReading ? reader : undefined);
  if (verdict?.act === "unknown") {
    if (!isReading || !isStandIn()) throw unknown(entry, verdict);
    // What the program reads is not known there, as what a run creates.
    context.warn(`Not known against the sandbox: ${entry.title}.`, { facts: { code: "missing", kind, id } });
    return { id, state, inputs: state };
  }
  ownership.recordGone(kind, id, entry.path);
  if (verdict?.code === "only read")
    context.warn(
      `${entry.title} is gone, so it leaves the state. No run creates it again: remove the \`get\` of resource "${inLine(verdict.about)}".`,
    );
  else if (verdict?.code === "billed")
    throw new ProviderError(
      `${entry.title} is gone. It stays in the state, so that no run orders a new, billed one. To order it, run ` +
        `\`${variableName("whenGone", context.settings.provider)}=recreate pulumi refresh\`.${explainedBy("gone")}`,
    );
  return undefined;
}

/** @param reader the resource of the program, if that only reads the object for the first time */
async function shownAs(entry: Entry, found: ObservedObject, reader: string | undefined): Promise<Observed> {
  const { definition, context, kind, id, state } = entry;
  const { ownership } = context;
  settleDeletions(entry);
  await warnOfDuplicates(entry);
  const { concern, inherited, irrevocable } = definition.reading;
  const since = isImport(definition, state) ? undefined : irrevocable?.(found, state);
  for (const [clause, isDrift] of [
    [concern?.(found), false],
    [inherited?.(found), false],
    [since, true],
  ] as const)
    if (clause !== undefined)
      context.warn(`${nameOfObject(definition, id, { ...found.inputs, ...state })}: ${clause}. Check it at the provider.`, {
        facts: { code: "concern", kind, id, ...(isDrift && { isDrift }) },
      });
  // The provider may know an object by several ids: a program that only reads it gets the canonical one, a managed one keeps its id.
  const shownId = isWholeId(found.id) && (reader !== undefined || sameId(found.id, id)) ? found.id : id;
  if (reader !== undefined && !sameId(shownId, id)) ownership.run.recordRead(kind, shownId, reader);
  const { state: shown, inputs } = observed(definition, state, found);
  return { id: shownId, state: { ...shown, ...ownership.atHome(state) }, inputs };
}

/** Why nothing is concluded about an object. */
function unknown({ definition, context, id, state, title }: Entry, { code, about }: Verdict<typeof absenceRows>): ProviderError {
  const unread = (why: string) => new UnreadError(id, title, `could not be read. ${why}`, code === "unread" ? about : undefined);
  switch (code) {
    case "unread": {
      const away = context.ownership.elsewhere(state);
      const isElsewhere = away !== undefined && maybeGone(about);
      return unread(messageOf(about) + (isElsewhere ? ` ${refusedElsewhere(away)}` : maybeDeletedWithText(definition, about)));
    }
    case "other address":
    case "other login":
      return unread(elsewhereError(about).message);
    case "nothing there": {
      // Without this, Pulumi would continue with an object without properties.
      const reader = readerOf(state);
      const remedy =
        reader === undefined ? "" : `; if it was deleted, remove the \`get\` of resource "${inLine(reader)}" from the program`;
      return new ProviderError(`${title} does not exist, so it can neither be read nor imported. Check the id${remedy}.`);
    }
    default:
      return unread(nothingProven);
  }
}

/**
 * Warns of billed objects that are equal to a managed one and have no known holder: a request may have arrived twice, or may have taken
 * effect after it was given up. Uses a listing that the run needs anyway.
 */
async function warnOfDuplicates(entry: Entry): Promise<void> {
  const { definition, context, kind, id, state } = entry;
  if (definition.costly !== true || isImport(definition, state) || readerOf(state) !== undefined) return;
  const declared = { ...declaredInputs(definition, state), ...definition.identity.parse(id) };
  const listed = await candidates(definition, context, declared, "run");
  const isOther = (found: ObservedObject) => !sameId(found.id, id);
  // The state is checked only where it matters, because a refresh comes here for each resource.
  if (!listed.alike.some(isOther) || soundInputs(definition, state) === undefined) return;
  const others = listed.matching.filter((found) => isOther(found) && !context.ownership.isKnown(kind, found.id));
  if (others.length === 0) return;
  for (const found of others) context.ownership.run.recordShown(kind, found.id);
  context.warn(
    `${entry.title}: ${nameIds(others)} ${others.length === 1 ? "is" : "are"} equal to it and in no entry of this stack. ` +
      (definition.deletion.undeletable ?? "Delete at the provider any that nobody uses."),
  );
}
