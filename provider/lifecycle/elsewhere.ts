import { messageOf, ProviderError, UnreadError } from "../values/errors.js";
import type { Presence } from "../decisions/removal.js";
import type { Elsewhere } from "../ownership/owner.js";
import type { Listings } from "../runtime/list-cache.js";
import { outOfState } from "../values/phrases.js";
import { isUnconfirmed } from "../values/reserved-properties.js";
import type { Entry } from "./entry.js";
import { seenOnce } from "./find.js";
import { maybeGone } from "../values/rejections.js";
import { soon } from "./soon.js";

/** What to do about an object that another account has. */
const remedies =
  "use the previous login and run again. To move the resource to this account, remove it from the program, run `pulumi up` with the " +
  "previous login, and then declare it again. If its object is to stay in the other account, or was deleted (at the provider or by an " +
  `interrupted run), remove it only from the state with ${outOfState}. Then run \`pulumi up\`.`;

const seen = ({ there, here }: Elsewhere): string => `It was last seen with ${there}; this run uses ${here}`;

export const elsewhereError = (away: Elsewhere): ProviderError =>
  new ProviderError(
    seen(away) +
      (away.isOtherAddress
        ? `. The object with its id here may be somebody else's, so nothing was sent. Use the previous address and run again. If the provider has ` +
          `moved, write the new address into \`__owner\` of the state (\`pulumi stack export\`, \`pulumi stack import\`).`
        : `, which does not show it. That does not prove that it is gone: ${remedies}`),
  );

/** Why nothing is sent for an object that this login does not show as the state has it. @param here the account of this run */
export function awayText({ is, away }: Presence, here: string): string {
  if (away === undefined)
    return (
      "under its id, the provider shows a different object than the state does, and the state does not record the object's address. This run uses " +
      `${here}. If that is correct, run \`pulumi refresh\`, check the result, and run again`
    );
  if (is !== "another object") return elsewhereError(away).message;
  return (
    `${seen(away)}, where its id is a different object. Nothing was sent. Use the previous login and run again. If it is the same object after all, ` +
    "run `pulumi refresh`, check the result, and run again"
  );
}

/** Advice if the lookup of an object that another login has seen was refused. */
export const refusedElsewhere = (away: Elsewhere): string => `${seen(away)}. If this account does not have it, ${remedies}`;

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
  context.warn(
    `${entry.title} could not be looked up, so "unchanged" does not prove that this account has it. No further ${definition.label} is named. ` +
      `${messageOf(failure)} ${advice}`,
  );
}
