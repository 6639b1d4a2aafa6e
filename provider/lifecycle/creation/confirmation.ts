import { inWords } from "../../../sdk/redaction/text.js";
import type { Found } from "../../definition/definition.js";
import { ProviderError } from "../../values/errors.js";
import { sameId } from "../../values/object-keys.js";
import { waitFor } from "../../values/poll.js";
import { nameOf, timeoutOf, unconfirmed } from "../../values/reserved-properties.js";
import { candidates, nameIds } from "../find.js";
import { indexOf } from "../object-index.js";
import { deviation, observed, writtenState } from "../state.js";
import type { Creation } from "./creation.js";
import type { Created } from "./subject.js";

/** Waits until a new object is listed, because its dependents need it. It may be missing from the listing for a moment. */
export async function confirm(creation: Creation, created: Found): Promise<Created> {
  const { definition, context, inputs, name } = creation;
  const { kind, costly, contents } = definition;
  const { ownership, clock, warn } = context;
  const isNew = !creation.wasBefore(created.id);
  if (!isNew) {
    const claimant = await ownership.holders.claimant(kind, created.id, inputs).catch(() => undefined);
    warn(
      `${name} overwrote an object that existed before (${created.id}): the provider created no new one, and the previous values ` +
        `are lost.${claimant === undefined ? "" : ` ${claimant.who} has it as well.`}`,
    );
  }
  const holder = ownership.run.holderOf(kind, created.id, nameOf(inputs));
  // If this run has deleted the object of that name, it is no longer the one that the holder had.
  if (holder !== undefined && ownership.run.removalOf(kind, created.id) === undefined)
    warn(`${name} (${created.id}) is also the object of resource "${holder}" of this program. Declare it once.`);
  const owner = ownership.newEntry();
  const state = { ...writtenState(definition, inputs, created), ...owner };
  // If this run is killed from here on, the next one knows the object and its entry.
  creation.answered(created.id, owner);
  await ownership.gives({ kind, id: created.id, state: owner }, inputs, isNew);
  if (contents !== undefined) ownership.run.recordEntry(kind, created.id, owner, { createdPath: contents.prefix(created.id) });
  const limit = timeoutOf(inputs, "create");
  const unseen = (error: unknown) => creation.unfinished({ id: created.id, state }, unconfirmed, error);
  let surplus: readonly Found[] = [];
  const visible = await waitFor(clock, limit, async () => {
    const { all, matching } = await candidates(definition, context, inputs);
    surplus = matching.filter((other) => !sameId(other.id, created.id) && !creation.isKnown(other));
    return indexOf(all).withId(created.id) ?? definition.reading.get?.(context, created.id);
  }).catch((error: unknown) => {
    throw unseen(error);
  });
  if (surplus.length > 0 && (visible === undefined || !definition.identity.matches(visible, inputs))) {
    ownership.leavesBehind(kind, created.id, owner);
    throw new ProviderError(
      `${name} is not in the state: the answer to its creation shows an identifier that is not of an object as declared (${created.id}), and ` +
        `${nameIds(surplus)} appeared at the same time. If nobody else created that, it is the result: adopt it with \`adopt: true\`.`,
    );
  }
  if (visible === undefined) throw unseen(new ProviderError(`it did not become visible within ${inWords(limit)}.`));
  const result: Created = { id: created.id, state: { ...observed(definition, state, visible).state, ...owner } };
  // A billed duplicate is worth more than a warning.
  if (costly === true && surplus.length > 0) {
    const finding = `${nameIds(surplus)} appeared at the same time. Delete the unwanted one at the provider.`;
    throw creation.unfinished(result, "was created, but possibly twice", new ProviderError(finding));
  }
  creation.nameSurplus(surplus);
  // Only the listing may show less than the answer, and only the answer may repeat what was sent.
  const differing = definition.update && deviation(definition, inputs, created) && deviation(definition, inputs, visible);
  if (differing !== undefined) throw creation.unfinished(result, "was created, but not as declared", differing);
  return result;
}
