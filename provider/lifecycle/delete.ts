import { lookFirst } from "../../sdk/http/error-messages.js";
import { HostingError } from "../../sdk/values/errors.js";
import { inWords } from "../../sdk/redaction/text.js";
import { decide } from "../decisions/decide.js";
import { removalRows } from "../decisions/removal.js";
import { naturalKey } from "../definition/object-name.js";
import { attempt } from "../journal/journal-storage.js";
import type { RemovalOutcome } from "../ownership/run-record.js";
import { HeldBack, messageOf, ProviderError } from "../values/errors.js";
import { listingLag, waitFor } from "../values/poll.js";
import { isUnconfirmed, nothingProven, timeoutOf } from "../values/reserved-properties.js";
import type { Entry } from "./entry.js";
import { listed, lookNow, maybeDeletedWithText } from "./find.js";
import { NotedRequest } from "./noted-request.js";
import { removalFacts, leavingTogether } from "./removal-facts.js";
import { deletedBilledText, deletedContentsText, heldText, leaveText, outcomeText, refusal } from "./removal-messages.js";
import { isRejected, maybeGone } from "../values/rejections.js";

/** Deletes an object. Succeeds only if a listing proves that it is gone, or with a warning if only its entry leaves the state. */
export async function remove(entry: Entry): Promise<void> {
  const { definition, context, kind, id, state } = entry;
  const key = naturalKey(definition, { ...definition.identity.parse(id), ...state });
  // A resource with the same natural key may be created at the same time.
  const removal = context.serialize(`${kind} ${key}`, () => removeNow(entry, () => context.listings.invalidate(kind, key)));
  context.ownership.run.recordEntry(kind, id, state, { removal });
  await removal;
}

async function removeNow(entry: Entry, invalidate: () => void): Promise<RemovalOutcome> {
  const { definition, context, kind, id, state, title, path } = entry;
  const { ownership } = context;
  const facts = removalFacts(entry);
  /** Removes only the entry from the state. */
  const leave = (message: string): RemovalOutcome => {
    context.warn(message);
    ownership.leavesBehind(kind, id, state, leavingTogether(entry));
    return "left";
  };
  const fail = (error: unknown): never => {
    throw failure(title, error);
  };
  const verdict = await decide(removalRows, "delete", facts).catch(fail);
  if (verdict?.act === "refuse") throw refusal(`${title} was not deleted`, verdict, entry);
  if (verdict?.code === "goes with container") ownership.run.recordEntry(kind, id, state, { isLeftToContainer: true });
  if (verdict?.act === "leave") return leave(leaveText(verdict, title, leavingTogether(entry)));
  if (verdict?.act === "forget") {
    if (verdict.code === "moved") ownership.recordGone(kind, id, path);
    else ownership.leavesBehind(kind, id, state);
    return "left";
  }
  const billed = await Promise.resolve(facts.billedUnasked()).catch(fail);
  const together = leavingTogether(entry);
  const gone = (): RemovalOutcome => {
    const free = deletedContentsText(title, together);
    if (free !== undefined) context.warn(free);
    if (billed.length > 0) context.warn(deletedBilledText(title, billed));
    const marked = together.map(({ entry: mark, ...content }) => ({ ...content, mark }));
    ownership.notes.deletedWithContainer([...marked, ...(path === undefined ? [] : ownership.run.leftIn(path))]);
    ownership.recordGone(kind, id, path);
    return "gone";
  };
  const request = new NotedRequest(entry, "delete");
  await send(entry, request).finally(invalidate);
  if (request.holder !== undefined) {
    if (!request.mayHaveActed) return leave(heldText(title, request.holder, leavingTogether(entry)));
    if (!(await isProvenGone(entry))) return leave(outcomeText(title, request.holder, "open"));
    request.done();
    return leave(outcomeText(title, request.holder, "lost"));
  }
  const successor = () => ownership.holders.holder(kind, id, state);
  if (definition.deletion.staysListed) {
    request.done();
    const other = attempt(successor);
    return other === undefined ? gone() : leave(outcomeText(title, other, "listed"));
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
    throw new ProviderError(`${title}: its deletion was accepted, but not confirmed. ${messageOf(error)} Run again.`, error);
  });
  if (outcome === undefined)
    throw new ProviderError(
      `${title} still exists ${inWords(limit)} after its deletion was accepted. Run again to check once more.`,
    );
  request.done();
  const { other, lives } = outcome;
  return other === undefined ? gone() : leave(outcomeText(title, other, lives ? "lives" : "lost"));
}

async function send(entry: Entry, request: NotedRequest, sending = 1): Promise<void> {
  const { definition, context, id, state, title } = entry;
  try {
    await definition.deletion.delete?.(request.context, id, state);
  } catch (error) {
    if (request.holder !== undefined && (error instanceof HeldBack || !request.mayHaveActed)) return;
    const open = maybeGone(error) || (error instanceof HostingError && error.effect === "possible");
    if (!open) {
      // If the request was duplicated on the way, the first copy deleted the object and this answers the second copy.
      if (isRejected(error) && !isUnconfirmed(state) && (await isProvenGone(entry))) return;
      request.close(error);
      throw failure(title, error, request.mayHaveActed ? " It may still be deleted." : "");
    }
    const limit = isUnconfirmed(state) ? timeoutOf(state, "delete") : 0;
    const left = await waitFor(context.clock, limit, () => lookNow(definition, context, id)).catch((lookupError: unknown) => {
      const remedy = maybeDeletedWithText(definition, lookupError);
      throw failure(title, error, ` Looking for it failed as well.${remedy}`);
    });
    if (left === undefined && isUnconfirmed(state)) throw failure(title, error, ` ${nothingProven}`);
    if (left === undefined) return;
    if (maybeGone(error) || definition.costly || sending > 1) {
      request.close(error);
      throw failure(title, error, " It still exists.");
    }
    request.mayHaveActed = true;
    await send(entry, request, sending + 1);
  }
}

/** False if the lookup fails as well, because the refusal then says more. */
const isProvenGone = ({ definition, context, id }: Entry): Promise<boolean> =>
  lookNow(definition, context, id).then(
    (found) => found === undefined,
    () => false,
  );

const failure = (title: string, error: unknown, finding = ""): ProviderError =>
  new ProviderError(
    `${title} was not deleted. ${finding === "" ? messageOf(error) : messageOf(error).replace(` ${lookFirst}`, "")}${finding}`,
    error,
  );
