import { BadRequestError, ConflictError, HostingError } from "../sdk/errors.js";
import type { Context } from "./context.js";
import { type Definition, type Found, nameOfObject, soundInputs, wholeTitle } from "./definition.js";
import { messageOf, ProviderError } from "./failures.js";
import { listed, lookNow, maybeGone } from "./lookup.js";
import { NotedDeletion } from "./noted-deletion.js";
import type { Elsewhere } from "./ownership.js";
import type { Properties } from "./properties.js";
import { nameOf, neverSeen, nothingProven, timeoutOf } from "./reserved.js";
import { waitFor } from "./waiting.js";

/** As many objects a message names. */
const mostNamed = 10;

/** Deletes the object of an id. Done is what a listing proves; what cannot be deleted is said, never faked. */
export function remove(definition: Definition, context: Context, id: string, state: Properties): Promise<void> {
  const whole = wholeTitle(definition, { ...definition.parse(id), ...state });
  // A resource of the same natural key may be created at the same time.
  return context.exclusively(`${definition.kind} ${whole}`, () =>
    removeNow(definition, context, id, state, () => context.listings.touch(definition.kind, whole)),
  );
}

async function removeNow(
  definition: Definition,
  context: Context,
  id: string,
  state: Properties,
  touch: () => void,
): Promise<void> {
  const title = nameOfObject(definition, id, state);
  const { ownership } = context;
  const holder = others(() => ownership.holder(definition.kind, id, state), title);
  if (holder?.isDoubted)
    throw new ProviderError(
      `${title} was not deleted: ${holder.who}, had it under an earlier entry of the state. If that entry has moved to another stack, or its ` +
        `stack has another name now, run \`pulumi preview\` there. Otherwise run \`hosting recover --yes\` in that stack, which forgets it. ` +
        `Then run again.`,
    );
  if (holder !== undefined) {
    context.warn(
      holder.isOfThisRun
        ? `${title} was not deleted: ${holder.who} holds it. Only this entry left the Pulumi state.`
        : `${title} was not deleted: ${holder.who}, has it as well. Only this entry left the Pulumi state. If no state has that resource any ` +
            `more, delete the object at the provider.`,
    );
    return ownership.leavesBehind(definition.kind, id, state);
  }
  const wanted = ownership.wantedBy(definition.kind, id);
  if (wanted !== undefined && wanted !== nameOf(state))
    throw new ProviderError(
      `${title} was not deleted: resource "${wanted}" of this run was refused because it exists. If that resource is this one under a new ` +
        `name, give it an alias; otherwise remove it from the program, and run again.`,
    );
  if (definition.delete === undefined) {
    context.warn(`${title} was removed from the Pulumi state only. ${definition.undeletable ?? ""}`);
    return ownership.leavesBehind(definition.kind, id, state);
  }
  await present(definition, context, id, state).catch((error: unknown) => {
    throw failed(title, error);
  });
  const path = definition.contents?.(id);
  const inside = path === undefined ? [] : others(() => ownership.othersWithin(definition.kind, id, path, state), title);
  if (inside.length > 0)
    throw new ProviderError(
      `${title} was not deleted: it holds ${inside.slice(0, mostNamed).join("; ")}${inside.length > mostNamed ? `; and ${inside.length - mostNamed} more` : ""}. ` +
        `All that lies in it would go with it. Take that out of the program there and run \`pulumi up\`, and run again.`,
    );
  const deletion = new NotedDeletion(definition, context, id, state);
  await send(definition, context, id, state, title, deletion).finally(touch);
  if (definition.lingers) {
    deletion.done();
    return ownership.isGone(definition.kind, id, path);
  }
  const limit = timeoutOf(state, "delete");
  // With a natural key in its id, what is there can be what another resource has created since.
  const successor = () => ownership.holder(definition.kind, id, state);
  const gone = await waitFor(context.clock, limit, async () =>
    (await listed(definition, context, id)) === undefined || successor() !== undefined ? true : undefined,
  ).catch((error: unknown) => {
    throw new ProviderError(
      `${title}: the provider accepted the deletion, but whether it is gone could not be looked up. ${messageOf(error)} It stays in the ` +
        `Pulumi state: run again to have it removed from there.`,
      error,
    );
  });
  if (gone === undefined)
    throw new ProviderError(
      `${title} is still there ${limit / 1000} s after the provider accepted its deletion. Run again to look once more.`,
    );
  deletion.done();
  const { who } = successor() ?? {};
  if (who === undefined) return ownership.isGone(definition.kind, id, path);
  context.warn(`${title} was deleted; what has its id now, ${who} has created since.`);
  ownership.leavesBehind(definition.kind, id, state);
}

function others<T>(look: () => T, title: string): T {
  try {
    return look();
  } catch (error) {
    throw failed(title, error);
  }
}

/**
 * Fails unless an object whose state names another address or login is the one that is shown here: an identifier may mean
 * something else elsewhere, and what another login does not show is not gone.
 */
export async function present(definition: Definition, context: Context, id: string, state: Properties): Promise<void> {
  const elsewhere = context.ownership.elsewhere(state);
  if (elsewhere === undefined) return;
  if (elsewhere.isOtherAddress) throw elsewhereError(elsewhere);
  const found = await lookNow(definition, context, id);
  if (found === undefined) throw elsewhereError(elsewhere);
  if (!isAsKnown(definition, state, found))
    throw new ProviderError(
      `It was last seen with ${elsewhere.there}; this run uses ${elsewhere.here}, where ${id} is something else. Nothing was sent. Log in as ` +
        `before, and run again.`,
    );
}

export const elsewhereError = ({ there, here, isOtherAddress }: Elsewhere): ProviderError =>
  new ProviderError(
    `It was last seen with ${there}; this run uses ${here}` +
      (isOtherAddress
        ? `. What has its id there may be somebody else's, so nothing was sent. Use the address as before, and run again. If the provider has ` +
          `moved, write the new address into \`__owner\` of the state (\`pulumi stack export\`, \`pulumi stack import\`).`
        : `, which does not show it. That is no proof that it is gone. Log in as before, and run again; if it really is gone, take it out of ` +
          `the state with \`pulumi state delete <urn>\`.`),
  );

/** Whether an object has the natural key that a state knows. */
function isAsKnown(definition: Definition, state: Properties, found: Found): boolean {
  const { matches, adopts = matches } = definition;
  const inputs = soundInputs(definition, state);
  return inputs !== undefined && adopts(found, inputs);
}

async function send(
  definition: Definition,
  context: Context,
  id: string,
  state: Properties,
  title: string,
  deletion: NotedDeletion,
  attempt = 1,
): Promise<void> {
  try {
    await definition.delete?.(deletion.context, id, state);
  } catch (error) {
    const open = maybeGone(error) || (error instanceof HostingError && error.effect === "possible");
    if (!open) {
      // Doubled on the way, the first copy has deleted what the second one, whose answer this is, was refused for.
      if (isRefusal(error) && !neverSeen(state) && (await isProvenGone(definition, context, id))) return;
      deletion.failed(error);
      throw failed(title, error);
    }
    const limit = neverSeen(state) ? timeoutOf(state, "delete") : 0;
    const left = await waitFor(context.clock, limit, () => lookNow(definition, context, id)).catch((lookupError: unknown) => {
      throw failed(title, error, ` Whether it is gone is not known: ${messageOf(lookupError)}`);
    });
    if (left === undefined && neverSeen(state)) throw failed(title, error, ` ${nothingProven}`);
    if (left === undefined) return;
    if (maybeGone(error) || definition.costly || attempt > 1) {
      deletion.failed(error);
      throw failed(title, error, " It is still there.");
    }
    await send(definition, context, id, state, title, deletion, attempt + 1);
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof BadRequestError ||
  error instanceof ConflictError ||
  (error instanceof ProviderError && isRefusal(error.cause));

/** Where it cannot be looked up either, the refusal says more. */
const isProvenGone = (definition: Definition, context: Context, id: string): Promise<boolean> =>
  lookNow(definition, context, id).then(
    (found) => found === undefined,
    () => false,
  );

const failed = (title: string, error: unknown, finding = ""): ProviderError =>
  new ProviderError(`${title} was not deleted. ${messageOf(error)}${finding}`, error);
