import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import { HeldBack } from "../values/errors.js";
import type { SendingChange } from "../journal/journal.js";
import { hadNoEffect } from "../values/rejections.js";
import type { ObjectHolder } from "../ownership/holders.js";
import type { Properties } from "../values/properties.js";
import { noteSend } from "./unnoted.js";

/**
 * A deletion of an entry's object, with its note in the journal. What is billed is not deleted without one: an unanswered deletion
 * and a new order of another run could not be told apart. Its requests may wait for minutes before they are sent, and may
 * be retried, so each is held back if another holder has the object by then. An adoption writes its claim first and then looks
 * for deletions. A deletion writes its note first and then looks for claims. So at least one of the two sees the other.
 */
export class NotedDeletion {
  readonly #context: Context;
  readonly #note: SendingChange | undefined;
  readonly #settleEarlier: () => void;
  readonly #holderNow: () => ObjectHolder | undefined;
  readonly #costly: boolean;
  #sends = 0;
  #holder: ObjectHolder | undefined;
  #mayHaveActed = false;

  constructor(definition: Definition, context: Context, id: string, state: Properties) {
    const { kind, costly = false, identity } = definition;
    const { ownership } = context;
    this.#context = context;
    this.#costly = costly;
    // An object that always exists is only reset.
    this.#note = identity.singleton === true ? undefined : ownership.notes.start("delete", definition, id, state);
    this.#holderNow = () => ownership.holders.holder(kind, id, state);
    this.#settleEarlier = () => {
      for (const each of ownership.notes.changes(kind, id, state)) ownership.notes.settle(each);
    };
  }

  /** The other holder of the object when a request was held back. */
  get holder(): ObjectHolder | undefined {
    return this.#holder;
  }

  /** Whether a sent request may have taken effect. */
  get mayHaveActed(): boolean {
    return this.#mayHaveActed;
  }

  /** The context for the definition's `delete`: it notes each send in the journal. */
  get context(): Context {
    const onSend = (mayHaveActed: boolean) => {
      this.#mayHaveActed ||= mayHaveActed;
      this.#noteOrHoldBack();
      this.#sends += 1;
    };
    return { ...this.#context, client: this.#context.client.with({ onSend }) };
  }

  /** The answer leaves open whether the deletion took effect. */
  unanswered(): void {
    this.#mayHaveActed = true;
  }

  /** The deletion failed, and the object seems to exist. If its only request was refused, it can no longer take effect. */
  failed(error: unknown): void {
    if (hadNoEffect(error) && this.#sends === 1) this.#note?.over();
  }

  /** The object is proven gone. */
  done(): void {
    this.#note?.done();
    this.#settleEarlier();
  }

  /** @throws if a costly object's deletion cannot be noted, if there is another holder, or if the claims cannot be read */
  #noteOrHoldBack(): void {
    try {
      noteSend("deletion", this.#costly, () => this.#note?.sent());
      this.#holder = this.#holderNow();
      if (this.#holder !== undefined) throw new HeldBack(`${this.#holder.who} holds it.`);
    } catch (error) {
      if (!this.#mayHaveActed) this.#note?.over();
      throw error;
    }
  }
}
