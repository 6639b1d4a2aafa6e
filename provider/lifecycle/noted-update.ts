import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import type { SendingChange } from "../journal/journal.js";
import { attempt } from "../journal/journal-storage.js";
import type { Properties } from "../values/properties.js";
import { hadNoEffect } from "../values/rejections.js";

/**
 * An update of an entry's object, with its note in the journal. While the note is open, no state is known to have the update: if the
 * program reverts it, Pulumi would call the resource unchanged, so a comparison asks for another update.
 */
export class NotedUpdate {
  readonly #context: Context;
  readonly #note: SendingChange;
  readonly #settleEarlier: () => void;
  #sends = 0;

  constructor(definition: Definition, context: Context, id: string, state: Properties) {
    const { ownership } = context;
    this.#context = context;
    this.#note = ownership.notes.start("update", definition, id, state);
    const earlier = ownership.notes.openUpdates(definition.kind, id, state);
    this.#settleEarlier = () => {
      for (const each of earlier) ownership.notes.settle(each);
    };
  }

  /** The context for the definition's `update`: it notes each send in the journal. */
  get context(): Context {
    const onSend = () => {
      // If it cannot be noted, later runs only know less.
      attempt(() => this.#note.sent());
      this.#sends += 1;
    };
    return { ...this.#context, client: this.#context.client.with({ onSend }) };
  }

  /** The update failed. If its only request was refused, it can no longer take effect. */
  failed(error: unknown): void {
    if (hadNoEffect(error) && this.#sends === 1) this.#note.over();
  }

  /** The update was answered. @param isRepeated whether the state already had what was sent, so that nobody has to record it */
  done(isRepeated: boolean): void {
    if (isRepeated) this.#note.over();
    else this.#note.done();
    this.#settleEarlier();
  }
}
