import { declaredInputs, type Found } from "../../definition/definition.js";
import { explainedBy, messageOf, ProviderError } from "../../values/errors.js";
import type { Properties } from "../../values/properties.js";
import { nameIds } from "../find.js";
import { withheldSecrets } from "../fingerprints.js";
import { forgetSettled, type Leftover, wasCreated } from "../interrupted-creations.js";
import { deviation, deviations, hiddenArguments, writtenState } from "../state.js";
import { announceTaking, recordingChange } from "./announcements.js";
import type { Creation } from "./creation.js";
import { beingDeleted } from "./messages.js";
import type { Created } from "./subject.js";

/** Uses an object that exists without `adopt: true`. */
export async function use(creation: Creation, found: Found): Promise<Created> {
  const change = await recordingChange(creation, found);
  const created = await take(creation, found);
  const isNews = change.changed + change.others !== "";
  if (creation.context.ownership.run.recordAnnouncement(creation.resource, found.id) && isNews)
    announceTaking(creation, { text: `${creation.name} (${nameIds([found])}) already exists and is used.`, change });
  return created;
}

/** Records an existing object. An unwritable journal is reported later, when the entry gets the object. */
export const take = (creation: Creation, found: Found): Promise<Created> =>
  creation.withNote(
    () => settle(creation, found),
    () => undefined,
  );

/** Updates an existing object to match the declaration, as far as the API can. */
async function settle(creation: Creation, found: Found): Promise<Created> {
  const { definition, context, inputs } = creation;
  const owner = await ownerOf(creation, found);
  const taken = (shown: Found): Created => ({
    id: shown.id,
    state: { ...writtenState(definition, inputs, shown), ...owner },
  });
  const { update } = definition;
  const isDone = deviations(definition, inputs, found).length === 0 && hiddenArguments(definition, inputs, found).length === 0;
  if (isDone || update === undefined) return taken(found);
  try {
    const written = await update(context, found.id, declaredInputs(definition, inputs));
    const differing = deviation(definition, inputs, written);
    if (differing !== undefined) throw differing;
    return taken(written);
  } catch (error) {
    throw creation.unfinished(taken(found), "was taken over, but not updated", error);
  }
}

/** The owner for the entry of an existing object. Other entries may have an adopted object too, so they must be able to find the claim. */
async function ownerOf(creation: Creation, { id }: Found): Promise<Properties> {
  const { definition, context, inputs, name } = creation;
  const { ownership } = context;
  const isAtRisk = inputs["adopt"] === true && definition.deletion.delete !== undefined && definition.identity.singleton !== true;
  const owner = ownership.newEntry();
  // If this run is cut off, the next one knows from this which entry is in no state.
  creation.answered(id, owner);
  const deletion = await ownership.takes({ kind: definition.kind, id, state: owner }, inputs, (error) => {
    const why = `could not record that this resource has it (${messageOf(error)}). Set HOSTING_JOURNAL to a writable folder`;
    if (isAtRisk) throw new ProviderError(`${name} was not adopted: ${why}, and run again.${explainedBy("journal")}`, error);
    context.warn(`${name}: ${why}.${explainedBy("journal")}`);
  });
  if (deletion !== undefined) throw new ProviderError(beingDeleted(name, deletion));
  return owner;
}

/** Names what a run leaves alone of what earlier ones have left behind, and forgets notes that need no further action. */
export function heedLeftover(creation: Creation, { own, named, creations }: Leftover): void {
  if (named.length === 0 && own.length === 0) forgetSettled(creation, creations);
  creation.leaveAlone(named, (ids) => `${ids} may be the result of an earlier run,`, " Then run `hosting recover --yes`.");
}

/** Continues with the object that an interrupted run created. */
export async function takeOver(creation: Creation, own: Found, left: Leftover): Promise<Created> {
  const { definition, context, inputs, name } = creation;
  const { by, creations } = left;
  const isCreated = wasCreated(left);
  const differing = deviations(definition, inputs, own);
  const unproven = withheldSecrets(definition, by);
  const result = await creation.withNote(() => settle(creation, own));
  context.warn(
    `${name} (${own.id}): ${isCreated ? "an interrupted run created it; this run took it over" : "this run finished an interrupted adoption"}` +
      (differing.length === 0 ? "." : ` and changed its ${differing.join(", ")}.`) +
      (unproven.length === 0 ? "" : ` Its ${unproven.join(", ")} is from then: if it changed since, change it at the provider.`) +
      // Pulumi itself suggests only a refresh.
      (by.some(({ ending }) => ending === "interrupted") ? " `hosting recover --yes` clears a pending operation." : ""),
  );
  for (const each of creations) context.ownership.notes.settle(each);
  return result;
}
