import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import { nameOfObject } from "../definition/object-name.js";
import { messageOf, ProviderError } from "../values/errors.js";
import { isGoingOn } from "../journal/journal.js";
import { look, lookNow } from "./find.js";
import { outOfState } from "../values/out-of-state.js";
import type { Properties } from "../values/properties.js";
import { elsewhereError } from "./delete.js";
import { neverSeen } from "../values/reserved-properties.js";
import { listingLag } from "../values/poll.js";

/**
 * Tells where an earlier run sent the deletion of an object that the program declares again, unless the object is still there.
 * Otherwise Pulumi would call it unchanged: an interrupted run leaves its entry in the state, and only a refresh looks at what the
 * program has not changed.
 *
 * A deletion without an answer fails the run. After a finished one the state may know of it: what is deleted first in a replacement
 * keeps its entry until this run creates the new object, so that is a warning.
 *
 * @param inputs as the program declares them now
 */
export async function checkDeleted(
  definition: Definition,
  context: Context,
  id: string,
  state: Properties,
  inputs: Properties,
): Promise<void> {
  const deletions = context.ownership.notes.deletions(definition.kind, id, state);
  // Not before they have ended; and the update of what was never seen looks for it, and fails without it.
  if (deletions.length === 0 || deletions.some(({ ending }) => ending === "running") || neverSeen(state)) return;
  const isFinished = deletions.every(({ isDone }) => isDone);
  const problem = await problemOf(definition, context, id, state, inputs);
  if (problem === undefined) return settleDeletions(definition, context, id, state);
  const title = nameOfObject(definition, id, state);
  if (!isFinished) throw new ProviderError(`${title}: an earlier run sent its deletion, ${problem}`);
  context.warn(`${title}: unless this run creates it, the state is wrong: an earlier run deleted it, ${problem}`);
}

/** What speaks against the object being there. */
async function problemOf(
  definition: Definition,
  context: Context,
  id: string,
  state: Properties,
  inputs: Properties,
): Promise<string | undefined> {
  try {
    if ((await look(definition, context, id, state)) !== undefined) {
      // A listing can show for a moment what was deleted.
      await context.clock.sleep(listingLag);
      if ((await lookNow(definition, context, id)) !== undefined) return undefined;
    }
  } catch (error) {
    return `and whether it still exists could not be looked up. ${messageOf(error)} Run again.`;
  }
  const elsewhere = context.ownership.elsewhere(state);
  if (elsewhere !== undefined) return `and it is not shown here. ${elsewhereError(elsewhere).message}`;
  // What is created next can have the same id, and is another entry's.
  context.ownership.leavesBehind(definition.kind, id, state);
  return `and it is gone. ${wayOn(definition, context, inputs)}`;
}

/** A refresh drops what is gone from the state only where creating it again costs nothing, or where the settings allow that. */
function wayOn({ costly }: Definition, { settings }: Context, inputs: Properties): string {
  const up = inputs["adopt"] === true ? "`pulumi up` without `adopt: true`" : "`pulumi up`";
  return costly === true && settings.whenGone === "error"
    ? "If it is not wanted, remove the resource from the program. To order it again, which is billed, take it out of the state with " +
        `${outOfState}, and run ${up}.`
    : `Run \`pulumi refresh\`, and then ${up}, which creates it again.`;
}

/** The object is there: its earlier deletions had no effect, unless one can still be on its way, or the kind shows what is deleted. */
export function settleDeletions(
  { kind, deletion: { staysListed } }: Definition,
  context: Context,
  id: string,
  state: Properties,
): void {
  const { ownership, clock, settings } = context;
  if (staysListed === true) return;
  for (const deletion of ownership.notes.deletions(kind, id, state)) {
    const isLate = clock.now() - deletion.at > settings.requestTimeout;
    if (isLate && !isGoingOn(deletion)) ownership.notes.settle(deletion);
  }
}
