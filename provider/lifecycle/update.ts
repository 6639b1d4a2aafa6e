import { inWords } from "../../sdk/redaction/text.js";
import { declaredInputs } from "../definition/definition.js";
import { nameOfObject, naturalKey } from "../definition/object-name.js";
import { messageOf, ProviderError, recordedText, UnfinishedError } from "../values/errors.js";
import { waitFor } from "../values/poll.js";
import { pick, type Properties } from "../values/properties.js";
import { isUnconfirmed, timeoutOf, unfinishedKey } from "../values/reserved-properties.js";
import { differences } from "./comparison.js";
import type { Entry } from "./entry.js";
import { lookNow } from "./find.js";
import { deviation, meansSame, observed, writtenState } from "./state.js";
import { NotedRequest } from "./noted-request.js";
import { refuseIf } from "./plan.js";

/** Changes an object to what is declared. @returns its state */
export async function update(entry: Entry): Promise<Properties> {
  const { definition, context, kind, id, state: olds, news } = entry;
  if (definition.update === undefined) return confirm(entry);
  const title = nameOfObject(definition, id, news);
  const request = new NotedRequest(entry, "update");
  await refuseIf(entry, "update", () => `${title} was not updated`);
  const written = await definition
    .update(request.context, id, declaredInputs(definition, news))
    .catch((error: unknown) => {
      request.close(error);
      throw new ProviderError(`${title} was not updated. ${messageOf(error)}`, error);
    })
    .finally(() => context.listings.invalidate(kind, naturalKey(definition, news)));
  request.done(olds[unfinishedKey] === undefined && differences(definition, olds, news).update.length === 0);
  const differing = deviation(definition, news, written);
  if (differing !== undefined) throw unfinished(entry, `was updated, but ${differing.message}`, differing);
  return { ...writtenState(definition, news, written), ...context.ownership.atHome(olds) };
}

/** The state of an object that the API cannot change, once it is visible. */
async function confirm(entry: Entry): Promise<Properties> {
  const { definition, context, id, state: olds, news } = entry;
  const limit = timeoutOf(news, isUnconfirmed(olds) ? "create" : "update");
  const found = await waitFor(context.clock, limit, () => lookNow(definition, context, id)).catch((error: unknown) => {
    throw unfinished(entry, `could not be confirmed. ${messageOf(error)}`, error);
  });
  if (found === undefined) throw unfinished(entry, `did not become visible within ${inWords(limit)}.`);
  const names = Object.keys(definition.fields);
  const kept = names.filter((name) => meansSame(definition, olds, name, news[name]));
  const stated = names.filter((name) => definition.fields[name]!.absent === "nothing");
  const declared: Properties = Object.fromEntries(stated.map((name) => [name, news[name]]));
  return observed(definition, { ...olds, ...news, ...pick(olds, kept), ...declared }, found).state;
}

function unfinished({ definition, id, state, news }: Entry, message: string, cause?: unknown): UnfinishedError {
  const text = `${nameOfObject(definition, id, news)} ${message} ${recordedText(cause)}`;
  return new UnfinishedError(text, id, { ...state, [unfinishedKey]: state[unfinishedKey] ?? "could not be updated" }, cause);
}
