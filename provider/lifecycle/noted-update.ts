import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import { nameOfObject, naturalKey } from "../definition/object-name.js";
import type { SendingUpdate } from "../journal/journal.js";
import type { Ownership } from "../ownership/ownership.js";
import { updateLasts } from "../values/late-effects.js";
import type { Properties } from "../values/properties.js";
import { hadNoEffect } from "../values/rejections.js";

/**
 * Changes that were sent but are in no state. If the program reverts such a change, Pulumi calls the resource unchanged. The note
 * of a change records the state's change mark at that time. It counts only while the state still has that mark, because a preview
 * reads objects without writing a state.
 */

/** A change of an entry's object, with its note in the journal. */
export class NotedUpdate {
  readonly #context: Context;
  readonly #note: SendingUpdate;
  readonly #settleEarlier: () => void;
  #sends = 0;

  constructor({ kind, costly = false }: Definition, context: Context, id: string, state: Properties) {
    const { ownership } = context;
    this.#context = context;
    this.#note = ownership.notes.startUpdate(kind, id, state, costly);
    const earlier = ownership.notes.unseenUpdates(kind, id, state);
    this.#settleEarlier = () => {
      for (const each of earlier) ownership.notes.settle(each);
    };
  }

  /** The context for the definition's `update`: it notes each send in the journal. */
  get context(): Context {
    const onSend = () => {
      this.#note.sent();
      this.#sends += 1;
    };
    return { ...this.#context, client: this.#context.client.with({ onSend }) };
  }

  /** The change failed. If its only request was refused, it can no longer take effect. */
  failed(error: unknown): void {
    if (hadNoEffect(error) && this.#sends === 1) this.#note.over();
  }

  /** The change was answered. Returns the change mark for the state. */
  done(): Properties {
    this.#note.done();
    this.#settleEarlier();
    return this.#context.ownership.notes.newChange();
  }
}

/** Why the object may differ from the state; undefined if no earlier run was interrupted while changing it. */
export function interruptedUpdate(
  definition: Definition,
  ownership: Ownership,
  id: string,
  state: Properties,
): string | undefined {
  if (definition.update === undefined || ownership.notes.unseenUpdates(definition.kind, id, state).length === 0) return undefined;
  return (
    `${nameOfObject(definition, id, state)}: an earlier run was interrupted while changing it, so the provider's values may differ ` +
    `from the state. \`pulumi up\` sends the declared values again.`
  );
}

/** Waits until changes by earlier runs can no longer take effect. Returns whether there are any. */
export async function awaitUpdates(definition: Definition, context: Context, id: string, state: Properties): Promise<boolean> {
  const { clock, listings, ownership } = context;
  const updates = ownership.notes.unseenUpdates(definition.kind, id, state);
  const pause = Math.max(0, ...updates.map(({ at }) => at + updateLasts - clock.now()));
  if (pause > 0) {
    await clock.sleep(Math.min(pause, updateLasts));
    listings.invalidate(definition.kind, naturalKey(definition, state));
  }
  return updates.length > 0;
}
