import { messageOf, ProviderError, UnreadError } from "../values/errors.js";
import { type AbsenceFacts, absenceRows } from "../decisions/absence.js";
import { decide, type FactReaders } from "../decisions/decide.js";
import type { Presence } from "../decisions/removal.js";
import type { ObservedObject } from "../definition/definition.js";
import { once } from "../../sdk/values/once.js";
import type { Elsewhere } from "../ownership/identity.js";
import type { Listings } from "../runtime/list-cache.js";
import { isUnconfirmed, readerOf } from "../values/reserved-properties.js";
import type { Entry } from "./entry.js";
import { isImport } from "./state.js";
import { seenOnce, lookupWithTimeout, look, lookNow, unlessDeleted } from "./find.js";
import { explainedBy } from "../../sdk/values/explained.js";
import type { NotedChange } from "../journal/noted.js";
import { listingLag } from "../values/poll.js";
import { maybeGone } from "../values/rejections.js";

/* Objects that a run may not find: another login has seen them, or an earlier run has sent their deletion. */

const previous = `Use the previous login.${explainedBy("elsewhere")}`;

const seen = ({ there, here }: Elsewhere): string => `It was last seen with ${there}; this run uses ${here}`;

export const elsewhereError = (away: Elsewhere): ProviderError =>
  new ProviderError(
    away.isOtherAddress
      ? `${seen(away)}, where its id may be somebody else's. Use the previous address.${explainedBy("elsewhere")}`
      : `${seen(away)}, which does not show it. ${previous}`,
  );

/** Why nothing is sent for an object that this login does not show as the state has it. @param here the account of this run */
export function awayText({ is, away }: Presence, here: string): string {
  if (away === undefined)
    return `the provider shows another object under its id. This run uses ${here}: if that is right, run \`pulumi refresh\` and check the result`;
  if (is !== "another object") return elsewhereError(away).message;
  return `${seen(away)}, where its id is another object. ${previous}`;
}

/** Advice if the lookup of an object that another login has seen was refused. */
export const refusedElsewhere = (away: Elsewhere): string => `${seen(away)}. ${previous}`;

/** Fails if the object lives at another address: nothing of this run may then depend on it. */
export function checkAddress(entry: Entry): void {
  const away = entry.context.ownership.elsewhere(entry.state);
  // An id that cannot be read is refused elsewhere.
  if (away?.isOtherAddress === true)
    throw new UnreadError(entry.id, entry.title, `was not compared. ${elsewhereError(away).message}`);
}

/** Kinds of which a warning has named an object, by process. */
const warned = new WeakMap<Listings, Set<string>>();

/**
 * Fails if the state names another login and this one is proven not to show the object. A new login of the same account, such as a
 * rotated token, shows it. If the lookup fails, this warns once for each kind: the login may be the right one.
 */
export async function checkAccount(entry: Entry): Promise<void> {
  const { definition, context, kind, id, state } = entry;
  const { ownership } = context;
  const away = ownership.elsewhere(state);
  // If an earlier run sent its deletion, that is checked instead. An object that was never listed is checked by its update.
  if (away === undefined || isUnconfirmed(state) || ownership.notes.deletions(kind, id, state).length > 0) return;
  let failure: unknown = new ProviderError("The provider did not answer in time.");
  const isShown = await lookupWithTimeout(definition, context, definition.identity.parse(id), async () => {
    try {
      return (await seenOnce(definition, context, id, state)) !== undefined;
    } catch (error) {
      failure = error;
      throw error;
    }
  });
  if (isShown === true) return;
  if (isShown === false) throw new UnreadError(id, entry.title, `was not compared. ${elsewhereError(away).message}`);
  const named = warned.get(context.listings) ?? new Set<string>();
  warned.set(context.listings, named);
  if (named.has(kind)) return;
  named.add(kind);
  const advice = maybeGone(failure) ? refusedElsewhere(away) : `${seen(away)}. Run again later.`;
  context.warn(`${entry.title} may not be in this account. ${messageOf(failure)} ${advice}`);
}

/**
 * How to remove a gone object from a state. Accounts and domains are usually protected, and their contents depend on them, so
 * Pulumi refuses without these flags.
 */
const outOfState = "`pulumi state delete --force --target-dependents <urn>`";

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

/** The facts of the table of absences. @param lookup resolves to undefined only if two sources prove that the object is gone */
export function absenceFacts(entry: Entry, lookup: () => Promise<ObservedObject | undefined>): FactReaders<AbsenceFacts> {
  const { definition, context, kind, id, state } = entry;
  const { ownership, settings } = context;
  const looked = once(async (): Promise<{ readonly found?: ObservedObject | undefined; readonly failure?: Error }> => {
    try {
      return { found: await lookup() };
    } catch (error) {
      return { failure: error instanceof Error ? error : new ProviderError(messageOf(error), error) };
    }
  });
  return {
    isBare: () => isImport(definition, state),
    elsewhere: () => ownership.elsewhere(state),
    found: async () => (await looked()).found,
    failure: async () => (await looked()).failure,
    wasDeleted: () => ownership.notes.isDeleted(kind, id, state),
    isUnconfirmed: () => isUnconfirmed(state),
    reader: () => readerOf(state),
    isKept: () => definition.costly === true && settings.whenGone === "error",
  };
}

/** Why the object does not seem to exist; undefined if it exists. */
async function problemOf(entry: Entry): Promise<string | undefined> {
  const { definition, context, kind, id, state } = entry;
  const lookup = async () => {
    if ((await unlessDeleted(entry, look(definition, context, id, state))) === undefined) return undefined;
    // A listing may show a deleted object for a moment.
    await context.clock.sleep(listingLag);
    return lookNow(definition, context, id);
  };
  const verdict = await decide(absenceRows, "keep", absenceFacts(entry, lookup));
  switch (verdict?.code) {
    case "there":
      return undefined;
    case "unread":
      return `and looking it up failed. ${messageOf(verdict.about)} Run again.`;
    case "other login":
      return `and this login does not show it. ${elsewhereError(verdict.about).message}`;
    default:
      // The next object may have the same id but belong to another entry.
      context.ownership.leavesBehind(kind, id, state);
      return `and it is gone. ${remedy(entry)}`;
  }
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
