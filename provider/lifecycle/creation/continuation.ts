import { ProviderError } from "../../values/errors.js";
import { updateProblem } from "../adopt.js";
import { nameIds } from "../find.js";
import { lostOutputsText } from "../lost-outputs.js";
import { changedSince, withheldSecrets } from "../fingerprints.js";
import { forgetSettled, leftover } from "../interrupted-creations.js";
import { deviations } from "../state.js";
import type { CreationNote } from "./note.js";
import type { Sightings } from "./sightings.js";
import type { Created, Subject } from "./subject.js";
import type { ExistingObject } from "./existing-object.js";

/** Continues with the object that an interrupted run created. */
export async function continueInterrupted(
  { definition, context, inputs, name }: Subject,
  sightings: Sightings,
  note: CreationNote,
  existingObject: ExistingObject,
): Promise<Created | undefined> {
  const {
    create,
    recovery: { revealed } = {},
    deletion: { undeletable },
  } = definition;
  const { ownership, warn } = context;
  if (create === undefined) return undefined;
  const { own, by, named, creations } = await leftover(definition, context, inputs);
  if (named.length > 0) {
    sightings.named(named);
    const removal =
      revealed === undefined ? "Delete it at the provider if nobody uses it." : lostOutputsText(revealed, named.length);
    warn(
      `${name}: an earlier run sent its creation, and ${nameIds(named)} appeared since. This run cannot tell whether that is its ` +
        `result, so it is left alone. ${undeletable ?? `${removal} Then \`hosting recover --yes\` forgets the note.`}`,
    );
  }
  if (own === undefined) {
    // Notes of named objects stay in the journal, for `hosting recover` to settle.
    if (named.length === 0) forgetSettled(context, inputs, creations);
    return undefined;
  }
  const isCreated = by.some(({ sends }) => sends.length > 0);
  const origin = isCreated ? "an interrupted run created it" : "an interrupted run began to take it over";
  const changed = changedSince(definition, inputs, by);
  if (changed.length > 0)
    throw new ProviderError(
      `${name} (${own.id}): ${origin}. Since then, the program has changed ${changed.join(", ")}, which the provider does not show as sent. ` +
        `Undo that change and run once${undeletable === undefined ? ", or delete the object at the provider." : `. ${undeletable}`}`,
    );
  const problem = updateProblem(definition, inputs, own);
  if (problem !== undefined)
    throw new ProviderError(
      `${problem} ${isCreated ? "An interrupted run created it" : "An interrupted run began to take it over"}. If the program has changed ` +
        `since, undo the change and run once.`,
    );
  const differing = deviations(definition, inputs, own);
  const unproven = withheldSecrets(definition, by);
  const result = await note.withJournal(sightings.idsBefore, () => existingObject.settle(own));
  warn(
    `${name} (${own.id}): ${origin}; this run ${isCreated ? "took it over" : "finished that"}` +
      (differing.length === 0 ? "." : ` and changed its ${differing.join(", ")}.`) +
      (unproven.length === 0
        ? ""
        : ` Its ${unproven.join(", ")} has the value that run sent, which the provider does not show. If the program has changed it since, ` +
          `change it at the provider too.`) +
      // Pulumi itself suggests only a refresh.
      (by.some(({ ending }) => ending === "interrupted")
        ? " If its operation is still pending, `hosting recover --yes` clears it."
        : ""),
  );
  for (const creation of creations) ownership.notes.settle(creation);
  return result;
}
