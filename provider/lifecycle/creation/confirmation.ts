import type { Found } from "../../definition/found.js";
import type { Moment } from "../../journal/journal-file.js";
import { ProviderError } from "../../values/errors.js";
import { waitFor } from "../../values/poll.js";
import { nameOf, repeatedKey, timeoutOf, unconfirmed } from "../../values/reserved-properties.js";
import { lookAround, nameIds } from "../find.js";
import { observedState, writtenState } from "../state.js";
import { unfinished } from "./errors.js";
import type { CreationNote } from "./note.js";
import type { Sightings } from "./sightings.js";
import type { Created, Subject } from "./subject.js";

/**
 * A new object can be missing from the listing for a moment; what depends on it has to wait.
 *
 * @param repeatedSince when its creation left first, if it left more than once
 */
export async function confirm(
  subject: Subject,
  sightings: Sightings,
  note: CreationNote,
  created: Found,
  repeatedSince: Moment | undefined,
): Promise<Created> {
  const { definition, context, inputs, name } = subject;
  const { kind, costly } = definition;
  const { ownership, clock, warn } = context;
  if (sightings.wasBefore(created.id))
    warn(
      `${name} took the place of an object that existed before (${created.id}): the provider created no other, and what it was ` +
        `before is lost.`,
    );
  const holder = ownership.run.otherHolder(kind, created.id, nameOf(inputs));
  if (holder !== undefined)
    warn(`${name} (${created.id}) is the object of resource "${holder}" of this program as well. Declare it once.`);
  const repeated = repeatedSince === undefined ? {} : { [repeatedKey]: isoTime(repeatedSince) };
  const owner = { ...ownership.newEntry(), ...repeated };
  const state = { ...writtenState(definition, inputs, created), ...owner };
  // A run that is killed from here on leaves it to the next one, which then knows the object and its entry.
  note.answered(created.id, owner);
  await ownership.gives(kind, created.id, inputs, owner);
  let result: Created;
  let others: readonly Found[] = [];
  try {
    const limit = timeoutOf(inputs, "create");
    const visible = await waitFor(clock, limit, async () => {
      const around = await lookAround(definition, context, created.id, inputs);
      others = around.others;
      return around.found;
    });
    if (visible === undefined) throw new ProviderError(`it did not become visible within ${limit / 1000} s`);
    result = { id: created.id, state: { ...observedState(definition, state, visible), ...owner } };
  } catch (error) {
    throw unfinished(subject, { id: created.id, state }, unconfirmed, error);
  }
  const surplus = others.filter((other) => !sightings.isKnown(other));
  // Two that are paid for are worth more than a warning.
  if (costly === true && surplus.length > 0) {
    const finding = `${nameIds(surplus)} appeared at the same time. Delete at the provider the one that is not wanted.`;
    throw unfinished(subject, result, "was created, and there are two", new ProviderError(finding));
  }
  sightings.nameSurplus(surplus);
  return result;
}

const isoTime = ({ at, provider }: Moment): string => new Date(provider ?? at).toISOString();
