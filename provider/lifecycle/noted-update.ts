import { HostingError } from "../../sdk/values/errors.js";
import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import { nameOfObject, naturalKey } from "../definition/object-name.js";
import type { SendingUpdate } from "../journal/journal.js";
import { maybeGone } from "./find.js";
import type { Ownership } from "../ownership/ownership.js";
import type { Properties } from "../values/properties.js";

/**
 * A change that was sent and is in no state: where the program takes it back, Pulumi calls the resource unchanged. Its note says which
 * change the state had by then, so that it counts as long as the state says the same, and no longer: what a preview has read is in no
 * state.
 */

/** How long the request of an earlier run may still take effect, in milliseconds. */
const longestDelay = 5_000;

/** The change of the object of an entry, as the journal is told of it. */
export class NotedUpdate {
  readonly #context: Context;
  readonly #note: SendingUpdate;
  readonly #settleEarlier: () => void;
  #sends = 0;

  constructor({ kind, costly = false }: Definition, context: Context, id: string, state: Properties) {
    const { ownership } = context;
    this.#context = context;
    this.#note = ownership.notes.changes(kind, id, state, costly);
    const earlier = ownership.notes.unshownChanges(kind, id, state);
    this.#settleEarlier = () => {
      for (const each of earlier) ownership.notes.settle(each);
    };
  }

  /** What the definition changes the object with: the journal learns when its requests leave. */
  get context(): Context {
    const onSend = () => {
      this.#note.sent();
      this.#sends += 1;
    };
    return { ...this.#context, client: this.#context.client.with({ onSend }) };
  }

  /** After an answer that refuses the only request nothing can happen any more. */
  failed(error: unknown): void {
    const isRefusal = error instanceof HostingError && (maybeGone(error) || error.effect === "none");
    if (isRefusal && this.#sends === 1) this.#note.over();
  }

  /** It was answered. What the state says of it. */
  done(): Properties {
    this.#note.done();
    this.#settleEarlier();
    return this.#context.ownership.notes.newChange();
  }
}

/** Why the object may not be what the state says; undefined where no earlier run was interrupted while changing it. */
export function interruptedUpdate(
  definition: Definition,
  ownership: Ownership,
  id: string,
  state: Properties,
): string | undefined {
  if (definition.update === undefined || ownership.notes.unshownChanges(definition.kind, id, state).length === 0)
    return undefined;
  return (
    `${nameOfObject(definition, id, state)}: an earlier run was interrupted while changing it, so the provider may have something else than ` +
    `the state says. \`pulumi up\` sends what is declared again.`
  );
}

/** Waits until nothing comes of changes any more that earlier runs sent. Whether there are any. */
export async function awaitUpdates(definition: Definition, context: Context, id: string, state: Properties): Promise<boolean> {
  const { clock, listings, ownership } = context;
  const updates = ownership.notes.unshownChanges(definition.kind, id, state);
  const pause = Math.max(0, ...updates.map(({ at }) => at + longestDelay - clock.now()));
  if (pause > 0) {
    await clock.sleep(Math.min(pause, longestDelay));
    listings.invalidate(definition.kind, naturalKey(definition, state));
  }
  return updates.length > 0;
}
