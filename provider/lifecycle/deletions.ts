import { explainedBy, messageOf, ProviderError } from "../values/errors.js";
import type { NotedChange } from "../journal/noted.js";
import type { Entry } from "./entry.js";
import { look, lookNow, unlessDeleted } from "./find.js";
import { outOfState } from "../values/phrases.js";
import { elsewhereError } from "./elsewhere.js";
import { isUnconfirmed } from "../values/reserved-properties.js";
import { listingLag } from "../values/poll.js";

/**
 * Reports a deletion by an earlier run of an object that the program declares again, unless the object still exists. Without this
 * check, Pulumi would call the resource unchanged: an interrupted run leaves its entry in the state, and only a refresh reads
 * objects that the program has not changed.
 *
 * An unanswered deletion fails the run. A finished one is only a warning, because the state may be right: in a replacement that
 * deletes first, the entry stays until this run creates the new object.
 */
export async function checkDeleted(entry: Entry, deletions: readonly NotedChange[]): Promise<void> {
  const { context, state } = entry;
  // An object that was never listed is checked by its update.
  if (deletions.length === 0 || isUnconfirmed(state)) return;
  const problem = await problemOf(entry);
  if (problem === undefined) return settleDeletions(entry);
  if (!deletions.every(({ isDone }) => isDone))
    throw new ProviderError(`${entry.title}: an earlier run sent its deletion, ${problem}`);
  context.warn(`${entry.title}: an earlier run deleted it, ${problem}`);
}

/** Why the object does not seem to exist; undefined if it exists. */
async function problemOf(entry: Entry): Promise<string | undefined> {
  const { definition, context, kind, id, state } = entry;
  try {
    if ((await unlessDeleted(entry, look(definition, context, id, state))) !== undefined) {
      // A listing may show a deleted object for a moment.
      await context.clock.sleep(listingLag);
      if ((await lookNow(definition, context, id)) !== undefined) return undefined;
    }
  } catch (error) {
    return `and looking it up failed. ${messageOf(error)} Run again.`;
  }
  const elsewhere = context.ownership.elsewhere(state);
  if (elsewhere !== undefined && !context.ownership.notes.isDeleted(kind, id, state))
    return `and this login does not show it. ${elsewhereError(elsewhere).message}`;
  // The next object may have the same id but belong to another entry.
  context.ownership.leavesBehind(kind, id, state);
  return `and it is gone. ${remedy(entry)}`;
}

/** A refresh removes a gone object from the state only if creating it again costs nothing or if the settings allow it. */
function remedy({ definition, context, news }: Entry): string {
  const up = news["adopt"] === true ? "`pulumi up` without `adopt: true`" : "`pulumi up`";
  return definition.costly === true && context.settings.whenGone === "error"
    ? `To order it again, billed, remove it from the state with ${outOfState}, and run ${up}.${explainedBy("gone")}`
    : `Run \`pulumi refresh\`, and then ${up}, which creates it again.`;
}

/**
 * To be called if the object exists. Settles its earlier deletions, unless one may still take effect or deleted objects stay
 * listed.
 */
export function settleDeletions({ definition, context, kind, id, state }: Entry): void {
  const { ownership, clock, settings } = context;
  if (definition.deletion.staysListed === true) return;
  for (const deletion of ownership.notes.deletions(kind, id, state)) {
    const isLate = clock.now() - deletion.at > settings.requestTimeout;
    if (isLate && deletion.ending !== "running") ownership.notes.settle(deletion);
  }
}
