import type { Found } from "../../definition/found.js";
import { nameIds } from "../find.js";
import { withheldSecrets } from "../fingerprints.js";
import { forgetSettled, type Leftover, wasCreated } from "../interrupted-creations.js";
import { lostOutputsText } from "../../values/phrases.js";
import { deviations } from "../state.js";
import type { ExistingObject } from "./existing-object.js";
import { originOf } from "./messages.js";
import type { Sightings } from "./sightings.js";
import type { Created, Subject } from "./subject.js";

/** Names what a run leaves alone of what earlier ones have left behind, and forgets notes that need no further action. */
export function heedLeftover({ definition, context, inputs, name }: Subject, sightings: Sightings, left: Leftover): void {
  const {
    recovery: { revealed } = {},
    deletion: { undeletable },
  } = definition;
  const { own, named, creations } = left;
  if (named.length > 0) {
    sightings.named(named);
    const removal =
      revealed === undefined ? "Delete it at the provider if nobody uses it." : lostOutputsText(revealed, named.length);
    context.warn(
      `${name}: an earlier run sent its creation, and ${nameIds(named)} appeared since. This run cannot tell whether that is its ` +
        `result, so it is left alone. ${undeletable ?? `${removal} Then \`hosting recover --yes\` forgets the note.`}`,
    );
  } else if (own.length === 0) forgetSettled(context, inputs, creations);
}

/** Continues with the object that an interrupted run created. */
export async function takeOver(
  { definition, context, inputs, name }: Subject,
  own: Found,
  left: Leftover,
  existingObject: ExistingObject,
): Promise<Created> {
  const { by, creations } = left;
  const isCreated = wasCreated(left);
  const differing = deviations(definition, inputs, own);
  const unproven = withheldSecrets(definition, by);
  const result = await existingObject.takeOver(own);
  context.warn(
    `${name} (${own.id}): ${originOf(isCreated)}; this run ${isCreated ? "took it over" : "finished that"}` +
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
  for (const creation of creations) context.ownership.notes.settle(creation);
  return result;
}
