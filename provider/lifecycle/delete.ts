import { HostingError } from "../../sdk/values/errors.js";
import { unaskedWithin } from "./billed-contents.js";
import { type Contents, contentsOf } from "./contents.js";
import { inWords } from "../../sdk/redaction/text.js";
import type { Context } from "../runtime/context.js";
import { type Definition, mayAdopt, soundInputs } from "../definition/definition.js";
import type { Found } from "../definition/found.js";
import { nameOfObject, naturalKey } from "../definition/object-name.js";
import { HeldBack, messageOf, ProviderError } from "../values/errors.js";
import { attempt } from "../journal/journal-storage.js";
import { elsewhereError, refusedElsewhere } from "./elsewhere.js";
import { maybeDeletedWithText, listed, lookNow, unlessDeleted } from "./find.js";
import { isRejected, maybeGone } from "../values/rejections.js";
import { declaredElsewhereProblem, hasMovedElsewhere } from "./namesakes.js";
import { NotedDeletion } from "./noted-deletion.js";
import { entryOf } from "../ownership/owner.js";
import type { Removal } from "../ownership/run-memory.js";
import type { Properties } from "../values/properties.js";
import {
  acceptedText,
  adoptedText,
  deletedBilledText,
  deletedContentsText,
  billedInsideText,
  doubtedText,
  deletedWithText,
  heldText,
  lostText,
  notDeletedText,
  openText,
  ownInsideText,
  perhapsOfText,
} from "./removal-messages.js";
import { forcesDestroy, nameOf, isUnconfirmed, nothingProven, timeoutOf } from "../values/reserved-properties.js";
import { othersProblem, perhapsOf } from "./unanswered.js";
import { listingLag, waitFor } from "../values/poll.js";

/** Deletes an object. Succeeds only if a listing proves that it is gone, or with a warning if only its entry leaves the state. */
export async function remove(definition: Definition, context: Context, id: string, state: Properties): Promise<void> {
  const key = naturalKey(definition, { ...definition.identity.parse(id), ...state });
  // A resource with the same natural key may be created at the same time.
  const removal = context.serialize(`${definition.kind} ${key}`, () =>
    removeNow(definition, context, id, state, () => context.listings.invalidate(definition.kind, key)),
  );
  context.ownership.run.removes(definition.kind, id, removal);
  await removal;
}

async function removeNow(
  definition: Definition,
  context: Context,
  id: string,
  state: Properties,
  invalidate: () => void,
): Promise<Removal> {
  const title = nameOfObject(definition, id, state);
  const { ownership } = context;
  const contents = contentsOf(definition, context, id, state);
  const path = contents?.container.path;
  const leavingTogether = () => contents?.leavingTogether() ?? [];
  /** Removes only the entry from the state. */
  const leave = (message: string): Removal => {
    context.warn(message);
    ownership.leavesBehind(definition.kind, id, state, leavingTogether());
    return "left";
  };
  if (definition.deletion.delete === undefined)
    return leave(`${title} was removed from the Pulumi state only. ${definition.deletion.undeletable ?? ""}`);
  const holder = readable(() => ownership.holders.holder(definition.kind, id, state), title);
  if (holder?.isDoubted) throw new ProviderError(doubtedText(title, holder));
  if (holder !== undefined) return leave(heldText(title, holder, leavingTogether()));
  const hasMoved = await hasMovedElsewhere(definition, context, id, state).catch((error: unknown) => {
    throw failed(title, error);
  });
  if (hasMoved) {
    ownership.isGone(definition.kind, id, path);
    return "left";
  }
  const elsewhere = await declaredElsewhereProblem(definition, context, id, state).catch((error: unknown) => {
    throw failed(title, error);
  });
  if (elsewhere !== undefined) throw new ProviderError(notDeletedText(title, elsewhere));
  const wanted = ownership.run.wantedBy(definition.kind, id);
  if (wanted !== undefined && wanted !== nameOf(state))
    throw new ProviderError(
      `${title} was not deleted: resource "${wanted}" of this run was refused because it exists. If that resource is this one under a new ` +
        `name, give it an alias. Otherwise remove that resource from the program. Then run again.`,
    );
  const adopter = ownership.run.otherAdopter(definition.kind, id, nameOf(state));
  if (adopter !== undefined) return leave(adoptedText(title, adopter));
  const perhaps = await perhapsOf(definition, context, id, state);
  if (perhaps !== undefined) return leave(perhapsOfText(title, perhaps));
  const container = await definition.deletion.deletedWith?.(context, id, state);
  if (container !== undefined) {
    ownership.run.containers.leaves({ kind: definition.kind, id, entry: entryOf(state) });
    return leave(deletedWithText(title, container));
  }
  const exists = await present(definition, context, id, state).catch((error: unknown) => {
    throw failed(title, error);
  });
  if (!exists) {
    ownership.leavesBehind(definition.kind, id, state);
    return "left";
  }
  await known(definition, context, id, state, title);
  await verifyContents(contents, title);
  const problem = await othersProblem(definition, context, id, state).catch((error: unknown) => {
    throw failed(title, error);
  });
  if (problem !== undefined) throw new ProviderError(notDeletedText(title, problem));
  const together = leavingTogether();
  const billed = await unaskedWithin(definition, context, id).catch((error: unknown) => {
    throw failed(title, error, " Its contents could not be looked up, so nothing was sent.");
  });
  if (billed.length > 0 && !forcesDestroy(state)) throw new ProviderError(notDeletedText(title, billedInsideText(billed)));
  const gone = (): Removal => {
    const free = deletedContentsText(title, together);
    if (free !== undefined) context.warn(free);
    if (billed.length > 0) context.warn(deletedBilledText(title, billed));
    ownership.notes.deletedWithContainer([...together, ...(path === undefined ? [] : ownership.run.containers.leftIn(path))]);
    ownership.isGone(definition.kind, id, path);
    return "gone";
  };
  const deletion = new NotedDeletion(definition, context, id, state);
  await send(definition, context, id, state, title, deletion).finally(invalidate);
  if (deletion.holder !== undefined) {
    if (!deletion.mayHaveActed) return leave(heldText(title, deletion.holder, leavingTogether()));
    if (!(await isProvenGone(definition, context, id))) return leave(openText(title, deletion.holder));
    deletion.done();
    return leave(lostText(title, deletion.holder));
  }
  const successor = () => ownership.holders.holder(definition.kind, id, state);
  if (definition.deletion.staysListed) {
    deletion.done();
    const other = attempt(successor);
    return other === undefined ? gone() : leave(acceptedText(title, other, "; check at the provider whether it still exists"));
  }
  const limit = timeoutOf(state, "delete");
  const isThere = async () => (await listed(definition, context, id)) !== undefined;
  const outcome = await waitFor(context.clock, limit, async () => {
    const isListed = await isThere();
    const other = successor();
    // If its id holds a natural key, the listed object may be a newer one of another resource.
    if (isListed && (other === undefined || definition.identity.hasNaturalId !== true)) return undefined;
    if (other === undefined) return {};
    // For a moment, a deleted object may still be listed and a new one may be missing.
    await context.clock.sleep(listingLag);
    return { other, lives: await isThere() };
  }).catch((error: unknown) => {
    throw new ProviderError(
      `${title}: the provider accepted the deletion, but checking whether it is gone failed. ${messageOf(error)} It stays in the ` +
        `Pulumi state. Run again to remove it.`,
      error,
    );
  });
  if (outcome === undefined)
    throw new ProviderError(
      `${title} still exists ${inWords(limit)} after the provider accepted its deletion. Run again to check once more.`,
    );
  deletion.done();
  const { other, lives } = outcome;
  if (other === undefined) return gone();
  return leave(lives ? acceptedText(title, other, ", and an object with that id exists") : lostText(title, other));
}

/** Fails if contents of the same stack would be deleted that nobody asked to delete. */
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
 * Fails if the state of an object names another address or login, unless this account shows the same object or an earlier run has
 * deleted it. An identifier may mean a different object elsewhere, and an object that another login does not show is not proven gone.
 *
 * @returns false if this login is a different one and does not show the object, which an earlier run has deleted
 */
export async function present(definition: Definition, context: Context, id: string, state: Properties): Promise<boolean> {
  const elsewhere = context.ownership.elsewhere(state);
  if (elsewhere === undefined) return true;
  if (elsewhere.isOtherAddress) throw elsewhereError(elsewhere);
  const found = await unlessDeleted(definition, context, id, state, lookNow(definition, context, id)).catch((error: unknown) => {
    throw maybeGone(error) ? new ProviderError(`${messageOf(error)} ${refusedElsewhere(elsewhere)}`, error) : error;
  });
  if (found === undefined && context.ownership.notes.isDeleted(definition.kind, id, state)) return false;
  if (found === undefined) throw elsewhereError(elsewhere);
  // An interrupted run may have changed its natural key.
  if (!isAsKnown(definition, state, found) && context.ownership.notes.unseenUpdates(definition.kind, id, state).length === 0)
    throw new ProviderError(
      `It was last seen with ${elsewhere.there}; this run uses ${elsewhere.here}, where ${id} is a different object. Nothing was sent. Use the ` +
        `previous login and run again. If it is the same object after all, run \`pulumi refresh\`, check the result, and run again.`,
    );
  return true;
}

/** Fails if the state records no address for its object and this account shows a different object under its id. */
async function known(definition: Definition, context: Context, id: string, state: Properties, title: string): Promise<void> {
  const isInId = definition.identity.hasNaturalId === true || definition.identity.singleton === true;
  if (isInId || context.ownership.isBound(state)) return;
  const found = await lookNow(definition, context, id).catch((error: unknown) => {
    throw failed(title, error);
  });
  if (found === undefined || isAsKnown(definition, state, found)) return;
  throw new ProviderError(
    `${title} was not deleted: under its id, the provider shows a different object than the state does, and the state does not record the ` +
      `object's address. This run uses ${context.ownership.here}. If that is correct, run \`pulumi refresh\`, check the result, and run again.`,
  );
}

/** Whether an object has the natural key in the state. */
function isAsKnown(definition: Definition, state: Properties, found: Found): boolean {
  const inputs = soundInputs(definition, state);
  return inputs !== undefined && mayAdopt(definition, found, inputs);
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
      // If the request was duplicated on the way, the first copy deleted the object and this answers the second copy.
      if (isRejected(error) && !isUnconfirmed(state) && (await isProvenGone(definition, context, id))) return;
      deletion.failed(error);
      throw failed(title, error, deletion.mayHaveActed ? " An earlier request had no answer and may still delete it." : "");
    }
    const limit = isUnconfirmed(state) ? timeoutOf(state, "delete") : 0;
    const left = await waitFor(context.clock, limit, () => lookNow(definition, context, id)).catch((lookupError: unknown) => {
      const remedy = maybeDeletedWithText(definition, id, lookupError);
      throw failed(title, error, ` Checking whether it is gone failed: ${messageOf(lookupError)}${remedy}`);
    });
    if (left === undefined && isUnconfirmed(state)) throw failed(title, error, ` ${nothingProven}`);
    if (left === undefined) return;
    if (maybeGone(error) || definition.costly || sending > 1) {
      deletion.failed(error);
      throw failed(title, error, " It still exists.");
    }
    deletion.unanswered();
    await send(definition, context, id, state, title, deletion, sending + 1);
  }
}

/** False if the lookup fails as well, because the refusal then says more. */
const isProvenGone = (definition: Definition, context: Context, id: string): Promise<boolean> =>
  lookNow(definition, context, id).then(
    (found) => found === undefined,
    () => false,
  );

const failed = (title: string, error: unknown, finding = ""): ProviderError =>
  new ProviderError(`${title} was not deleted. ${messageOf(error)}${finding}`, error);
