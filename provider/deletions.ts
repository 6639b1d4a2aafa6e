import type { Context } from "./context.js";
import { type Definition, nameOfObject } from "./definition.js";
import { messageOf, ProviderError } from "./failures.js";
import { look } from "./lookup.js";
import type { Properties } from "./properties.js";
import { elsewhereError } from "./remove.js";
import { neverSeen } from "./reserved.js";
import { isUnderWay } from "./under-way.js";

/**
 * Fails where an earlier run sent the deletion of an object that the program declares again, unless the object is still there.
 * Otherwise Pulumi would call it unchanged: an interrupted run leaves its entry in the state, and only a refresh looks at what the
 * program has not changed.
 */
export async function failIfDeleted(definition: Definition, context: Context, id: string, state: Properties): Promise<void> {
  // The update of what was never seen looks for it, and fails without it.
  if (neverSeen(state) || !mayBeDeleted(definition, context, id, state)) return;
  const sent = `${nameOfObject(definition, id, state)}: an earlier run sent its deletion`;
  const found = await look(definition, context, id, state).catch((error: unknown) => {
    throw new ProviderError(`${sent}, and whether it still exists could not be looked up. ${messageOf(error)} Run again.`, error);
  });
  if (found !== undefined) return settleDeletions(definition, context, id, state);
  const elsewhere = context.ownership.elsewhere(state);
  if (elsewhere !== undefined) throw new ProviderError(`${sent}. ${elsewhereError(elsewhere).message}`);
  throw new ProviderError(`${sent}, and it is gone. ${wayOn(definition, context)}`);
}

/** Whether earlier runs sent the deletion of an entry's object, and none of them still does. */
function mayBeDeleted({ kind }: Definition, { ownership }: Context, id: string, state: Properties): boolean {
  const deletions = ownership.deletions(kind, id, state);
  return deletions.length > 0 && deletions.every(({ ending }) => ending !== "running");
}

/** A refresh drops what is gone from the state only where creating it again costs nothing, or where the settings allow that. */
const wayOn = ({ costly }: Definition, { settings }: Context): string =>
  costly === true && settings.whenGone === "error"
    ? "If it is not wanted, remove the resource from the program. To order it again, which is billed, take it out of the state with " +
      "`pulumi state delete <urn>`, and run `pulumi up`."
    : "Run `pulumi refresh`, and then `pulumi up`, which creates it again.";

/** The object is there: its earlier deletions had no effect, unless one can still be on its way, or the kind shows what is deleted. */
export function settleDeletions({ kind, lingers }: Definition, context: Context, id: string, state: Properties): void {
  const { ownership, clock, settings } = context;
  if (lingers === true) return;
  for (const deletion of ownership.deletions(kind, id, state)) {
    const isLate = clock.now() - deletion.at > settings.requestTimeout;
    if (isLate && !isUnderWay({ ...deletion, answered: undefined })) ownership.settle(deletion);
  }
}
