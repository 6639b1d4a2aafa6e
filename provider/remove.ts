import { HostingError } from "../sdk/errors.js";
import type { Context } from "./context.js";
import { type Definition, nameOfObject } from "./definition.js";
import { messageOf, ProviderError } from "./failures.js";
import { listed, lookNow, maybeGone } from "./lookup.js";
import type { Properties } from "./properties.js";
import { neverSeen, nothingProven, timeoutOf } from "./reserved.js";
import { waitFor } from "./waiting.js";

/** Deletes the object of an id. Done is what a listing proves; what cannot be deleted is said, never faked. */
export async function remove(definition: Definition, context: Context, id: string, state: Properties): Promise<void> {
  const title = nameOfObject(definition, id, state);
  if (definition.delete === undefined) {
    context.warn(`${title} was removed from the Pulumi state only. ${definition.undeletable ?? ""}`);
    return;
  }
  await send(definition, context, id, state, title).finally(() =>
    context.listings.touch(definition.kind, definition.title({ ...definition.parse(id), ...state })),
  );
  if (definition.lingers) return;
  const limit = timeoutOf(state, "delete");
  const gone = await waitFor(context.clock, limit, async () =>
    (await listed(definition, context, id)) === undefined ? true : undefined,
  );
  if (gone === undefined)
    throw new ProviderError(
      `${title} is still there ${limit / 1000} s after its deletion was accepted. Run again to look once more.`,
    );
}

async function send(
  definition: Definition,
  context: Context,
  id: string,
  state: Properties,
  title: string,
  attempt = 1,
): Promise<void> {
  try {
    await definition.delete?.(context, id, state);
  } catch (error) {
    const open = maybeGone(error) || (error instanceof HostingError && error.effect === "possible");
    if (!open) throw failed(title, error);
    const limit = neverSeen(state) ? timeoutOf(state, "delete") : 0;
    const left = await waitFor(context.clock, limit, () => lookNow(definition, context, id)).catch((lookupError: unknown) => {
      throw failed(title, error, ` Whether it is gone is not known: ${messageOf(lookupError)}`);
    });
    if (left === undefined && neverSeen(state)) throw failed(title, error, ` ${nothingProven}`);
    if (left === undefined) return;
    if (maybeGone(error) || definition.costly || attempt > 1) throw failed(title, error, " It is still there.");
    await send(definition, context, id, state, title, attempt + 1);
  }
}

const failed = (title: string, error: unknown, finding = ""): ProviderError =>
  new ProviderError(`${title} was not deleted. ${messageOf(error)}${finding}`, error);
