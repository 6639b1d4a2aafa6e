import { explainedBy, messageOf, ProviderError, UnreadError } from "../values/errors.js";
import type { Presence } from "../decisions/removal.js";
import type { Elsewhere } from "../ownership/owner.js";
import type { Listings } from "../runtime/list-cache.js";
import { isUnconfirmed } from "../values/reserved-properties.js";
import type { Entry } from "./entry.js";
import { seenOnce } from "./find.js";
import { maybeGone } from "../values/rejections.js";
import { soon } from "./soon.js";

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
  const isShown = await soon(definition, context, definition.identity.parse(id), async () => {
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
