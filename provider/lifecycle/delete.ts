import { BadRequestError, ConflictError, HostingError } from "../../sdk/values/errors.js";
import { Contents } from "./contents.js";
import type { Context } from "../runtime/context.js";
import { type Definition, soundInputs } from "../definition/definition.js";
import type { Found } from "../definition/found.js";
import { nameOfObject, naturalKey } from "../definition/object-name.js";
import { HeldBack, messageOf, ProviderError } from "../values/errors.js";
import { attempt } from "../journal/journal-storage.js";
import { goneAlongText, listed, lookNow, maybeGone } from "./find.js";
import { NotedDeletion } from "./noted-deletion.js";
import type { Elsewhere } from "../ownership/owner.js";
import { outOfState } from "../values/out-of-state.js";
import type { Properties } from "../values/properties.js";
import {
  acceptedText,
  alongText,
  billedAlongText,
  doubtedText,
  goesAlongText,
  heldText,
  lostText,
  notDeletedText,
  openText,
  ownInsideText,
  perhapsOfText,
  wentUnownedText,
} from "./removal-messages.js";
import { nameOf, neverSeen, nothingProven, timeoutOf } from "../values/reserved-properties.js";
import { othersProblem, perhapsOf } from "./unanswered.js";
import { unownedWithin } from "./unowned.js";
import { listingLag, waitFor } from "../values/poll.js";

/** Deletes the object of an id. Done is what a listing proves; what cannot be deleted is said, never faked. */
export function remove(definition: Definition, context: Context, id: string, state: Properties): Promise<void> {
  const key = naturalKey(definition, { ...definition.identity.parse(id), ...state });
  // A resource of the same natural key may be created at the same time.
  const removal = context.serialize(`${definition.kind} ${key}`, () =>
    removeNow(definition, context, id, state, () => context.listings.invalidate(definition.kind, key)),
  );
  context.ownership.run.removes(definition.kind, id, removal);
  return removal;
}

async function removeNow(
  definition: Definition,
  context: Context,
  id: string,
  state: Properties,
  invalidate: () => void,
): Promise<void> {
  const title = nameOfObject(definition, id, state);
  const { ownership } = context;
  const path = definition.contents?.prefix(id);
  const contents = path === undefined ? undefined : new Contents(definition, { kind: definition.kind, id, path }, context, state);
  const goingAlong = () => contents?.goingAlong() ?? [];
  /** Only the entry leaves the state. */
  const leave = (message: string): void => {
    context.warn(message);
    ownership.leavesBehind(definition.kind, id, state, goingAlong());
  };
  if (definition.deletion.delete === undefined)
    return leave(`${title} was removed from the Pulumi state only. ${definition.deletion.undeletable ?? ""}`);
  const holder = readable(() => ownership.holders.holder(definition.kind, id, state), title);
  if (holder?.isDoubted) throw new ProviderError(doubtedText(title, holder));
  if (holder !== undefined) return leave(heldText(title, holder, goingAlong()));
  const sender = await perhapsOf(definition, context, id, state);
  if (sender !== undefined) return leave(perhapsOfText(title, sender));
  const wanted = ownership.run.wantedBy(definition.kind, id);
  if (wanted !== undefined && wanted !== nameOf(state))
    throw new ProviderError(
      `${title} was not deleted: resource "${wanted}" of this run was refused because it exists. If that resource is this one under a new ` +
        `name, give it an alias; otherwise remove it from the program, and run again.`,
    );
  const container = await definition.deletion.goesWith?.(context, id, state);
  if (container !== undefined) return leave(goesAlongText(title, container));
  await present(definition, context, id, state).catch((error: unknown) => {
    throw failed(title, error);
  });
  await known(definition, context, id, state, title);
  await verifyContents(contents, title);
  const problem = await othersProblem(definition, context, id, state).catch((error: unknown) => {
    throw failed(title, error);
  });
  if (problem !== undefined) throw new ProviderError(notDeletedText(title, problem));
  const along = goingAlong();
  const billed = contents?.billedOf(along) ?? [];
  const unowned = await unownedWithin(definition, context, id).catch((error: unknown) => {
    throw failed(title, error, " What lies in it could not be looked up, so nothing was sent.");
  });
  const gone = (): void => {
    for (const text of [alongText(title, along), billedAlongText(title, billed)]) if (text !== undefined) context.warn(text);
    if (unowned.length > 0) context.warn(wentUnownedText(title, unowned));
    ownership.isGone(definition.kind, id, path);
  };
  const deletion = new NotedDeletion(definition, context, id, state);
  await send(definition, context, id, state, title, deletion).finally(invalidate);
  if (deletion.holder !== undefined) {
    if (!deletion.mayHaveActed) return leave(heldText(title, deletion.holder, goingAlong()));
    if (!(await isProvenGone(definition, context, id))) return leave(openText(title, deletion.holder));
    deletion.done();
    return leave(lostText(title, deletion.holder));
  }
  const successor = () => ownership.holders.holder(definition.kind, id, state);
  if (definition.deletion.staysListed) {
    deletion.done();
    const other = attempt(successor);
    return other === undefined ? gone() : leave(acceptedText(title, other, "; look there whether it still exists"));
  }
  const limit = timeoutOf(state, "delete");
  const isThere = async () => (await listed(definition, context, id)) !== undefined;
  const outcome = await waitFor(context.clock, limit, async () => {
    const isListed = await isThere();
    const other = successor();
    // With a natural key in its id, what is there can be what another resource has created since.
    if (isListed && (other === undefined || definition.identity.hasNaturalId !== true)) return undefined;
    if (other === undefined) return {};
    // What was deleted can still be listed for a moment, and what was created since be missing.
    await context.clock.sleep(listingLag);
    return { other, lives: await isThere() };
  }).catch((error: unknown) => {
    throw new ProviderError(
      `${title}: the provider accepted the deletion, but whether it is gone could not be looked up. ${messageOf(error)} It stays in the ` +
        `Pulumi state: run again to have it removed from there.`,
      error,
    );
  });
  if (outcome === undefined)
    throw new ProviderError(
      `${title} is still there ${limit / 1000} s after the provider accepted its deletion. Run again to look once more.`,
    );
  deletion.done();
  const { other, lives } = outcome;
  if (other === undefined) return gone();
  return leave(lives ? acceptedText(title, other, ", and an object of that id is there") : lostText(title, other));
}

/** Fails where something would be deleted along that the same stack has, and that nobody has asked for. */
async function verifyContents(contents: Contents | undefined, title: string): Promise<void> {
  if (contents === undefined) return;
  const staying = await contents.staying().catch((error: unknown) => {
    throw failed(title, error);
  });
  if (staying.length > 0) throw new ProviderError(ownInsideText(title, staying));
}

function readable<T>(look: () => T, title: string): T {
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
  // An interrupted run may have changed what tells it from others.
  if (!isAsKnown(definition, state, found) && context.ownership.notes.unshownChanges(definition.kind, id, state).length === 0)
    throw new ProviderError(
      `It was last seen with ${elsewhere.there}; this run uses ${elsewhere.here}, where ${id} is something else. Nothing was sent. Log in as ` +
        `before, and run again. Where it is the same object all the same, run \`pulumi refresh\`, check what it reads, and run again.`,
    );
}

/** Fails where the state does not say at which address its object lives, and what is here under its id is another one. */
async function known(definition: Definition, context: Context, id: string, state: Properties, title: string): Promise<void> {
  const isInId = definition.identity.hasNaturalId === true || definition.identity.singleton === true;
  if (isInId || context.ownership.isBound(state)) return;
  const found = await lookNow(definition, context, id).catch((error: unknown) => {
    throw failed(title, error);
  });
  if (found === undefined || isAsKnown(definition, state, found)) return;
  throw new ProviderError(
    `${title} was not deleted: the provider shows something else under its id than the state says, and the state does not say at which address ` +
      `the object lives. This run uses ${context.ownership.here}. If that is right, run \`pulumi refresh\`, check what it reads, and run again.`,
  );
}

export const elsewhereError = ({ there, here, isOtherAddress }: Elsewhere): ProviderError =>
  new ProviderError(
    `It was last seen with ${there}; this run uses ${here}` +
      (isOtherAddress
        ? `. What has its id there may be somebody else's, so nothing was sent. Use the address as before, and run again. If the provider has ` +
          `moved, write the new address into \`__owner\` of the state (\`pulumi stack export\`, \`pulumi stack import\`).`
        : `, which does not show it. That is no proof that it is gone. Log in as before, and run again; if it really is gone, take it out of ` +
          `the state with ${outOfState}.`),
  );

/** Whether an object has the natural key that a state knows. */
function isAsKnown(definition: Definition, state: Properties, found: Found): boolean {
  const {
    identity: { matches, adopts = matches },
  } = definition;
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
  sending = 1,
): Promise<void> {
  try {
    await definition.deletion.delete?.(deletion.context, id, state);
  } catch (error) {
    const isHeld = deletion.holder !== undefined;
    if (isHeld && (error instanceof HeldBack || !deletion.mayHaveActed)) return;
    const open = maybeGone(error) || (error instanceof HostingError && error.effect === "possible");
    if (!open) {
      // Doubled on the way, the first copy has deleted what the second one, whose answer this is, was refused for.
      if (isRefusal(error) && !neverSeen(state) && (await isProvenGone(definition, context, id))) return;
      deletion.failed(error);
      throw failed(title, error, deletion.mayHaveActed ? " An earlier request had no answer and may still delete it." : "");
    }
    const limit = neverSeen(state) ? timeoutOf(state, "delete") : 0;
    const left = await waitFor(context.clock, limit, () => lookNow(definition, context, id)).catch((lookupError: unknown) => {
      const wayOn = goneAlongText(definition, id, lookupError);
      throw failed(title, error, ` Whether it is gone is not known: ${messageOf(lookupError)}${wayOn}`);
    });
    if (left === undefined && neverSeen(state)) throw failed(title, error, ` ${nothingProven}`);
    if (left === undefined) return;
    if (maybeGone(error) || definition.costly || sending > 1) {
      deletion.failed(error);
      throw failed(title, error, " It is still there.");
    }
    deletion.unanswered();
    await send(definition, context, id, state, title, deletion, sending + 1);
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
