import { HostingError } from "../../sdk/values/errors.js";
import { inWords } from "../../sdk/redaction/text.js";
import { decide } from "../decisions/decide.js";
import { removalRows } from "../decisions/removal.js";
import { removalFacts } from "./removal-facts.js";
import { contentsOf } from "./contents.js";
import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import { nameOfObject, naturalKey } from "../definition/object-name.js";
import { HeldBack, messageOf, ProviderError } from "../values/errors.js";
import { attempt } from "../journal/journal-storage.js";
import { maybeDeletedWithText, listed, lookNow } from "./find.js";
import { isRejected, maybeGone } from "../values/rejections.js";
import { NotedRequest } from "./noted-request.js";
import type { Removal } from "../ownership/run-record.js";
import type { Properties } from "../values/properties.js";
import {
  acceptedText,
  deletedBilledText,
  deletedContentsText,
  heldText,
  leaveText,
  lostText,
  openText,
  refusal,
} from "./removal-messages.js";
import { isUnconfirmed, nameOf, nothingProven, timeoutOf } from "../values/reserved-properties.js";
import { listingLag, waitFor } from "../values/poll.js";

/** Deletes an object. Succeeds only if a listing proves that it is gone, or with a warning if only its entry leaves the state. */
export async function remove(definition: Definition, context: Context, id: string, state: Properties): Promise<void> {
  const key = naturalKey(definition, { ...definition.identity.parse(id), ...state });
  // A resource with the same natural key may be created at the same time.
  const removal = context.serialize(`${definition.kind} ${key}`, () =>
    removeNow(definition, context, id, state, () => context.listings.invalidate(definition.kind, key)),
  );
  context.ownership.run.recordEntry(definition.kind, id, state, { removal });
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
  const facts = removalFacts(definition, context, { id, state, news: state });
  const contents = contentsOf(definition, context, id, state);
  const path = contents?.container.path;
  const leavingTogether = () => contents?.leavingTogether() ?? [];
  /** Removes only the entry from the state. */
  const leave = (message: string): Removal => {
    context.warn(message);
    ownership.leavesBehind(definition.kind, id, state, leavingTogether());
    return "left";
  };
  const verdict = await decide(removalRows, "delete", facts).catch((error: unknown) => {
    throw failed(title, error);
  });
  if (verdict?.act === "refuse")
    throw refusal(`${title} was not deleted`, verdict, { kind: definition.kind, resource: nameOf(state), here: ownership.here });
  if (verdict?.code === "goes with container") ownership.run.recordEntry(definition.kind, id, state, { isLeftToContainer: true });
  if (verdict?.act === "leave") return leave(leaveText(verdict, title, leavingTogether()));
  if (verdict?.act === "forget") {
    if (verdict.code === "moved") ownership.isGone(definition.kind, id, path);
    else ownership.leavesBehind(definition.kind, id, state);
    return "left";
  }
  const billed = await facts.billedUnasked();
  const together = leavingTogether();
  const gone = (): Removal => {
    const free = deletedContentsText(title, together);
    if (free !== undefined) context.warn(free);
    if (billed.length > 0) context.warn(deletedBilledText(title, billed));
    const marked = together.map(({ entry: mark, ...content }) => ({ ...content, mark }));
    ownership.notes.deletedWithContainer([...marked, ...(path === undefined ? [] : ownership.run.leftIn(path))]);
    ownership.isGone(definition.kind, id, path);
    return "gone";
  };
  const deletion = new NotedRequest(definition, context, { id, state }, "delete");
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

async function send(
  definition: Definition,
  context: Context,
  id: string,
  state: Properties,
  title: string,
  deletion: NotedRequest,
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
    deletion.mayHaveActed = true;
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
