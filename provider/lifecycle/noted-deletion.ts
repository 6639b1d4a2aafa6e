import { HostingError } from "../../sdk/values/errors.js";
import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import { HeldBack } from "../values/errors.js";
import type { SendingDeletion } from "../journal/journal.js";
import { maybeGone } from "./find.js";
import type { ObjectHolder } from "../ownership/holders.js";
import type { Properties } from "../values/properties.js";

/**
 * The deletion of the object of an entry, as the journal is told of it. Its requests can wait for minutes before they leave, and be
 * sent again: each is held back once somebody else holds the object. An adoption claims the object first and then looks for
 * deletions; this one is noted first and then looks for claims: at least one of the two sees the other.
 */
export class NotedDeletion {
  readonly #context: Context;
  readonly #note: SendingDeletion | undefined;
  readonly #settleEarlier: () => void;
  readonly #holderNow: () => ObjectHolder | undefined;
  #sends = 0;
  #holder: ObjectHolder | undefined;
  #mayHaveActed = false;

  constructor({ kind, costly = false, identity: { singleton } }: Definition, context: Context, id: string, state: Properties) {
    const { ownership } = context;
    this.#context = context;
    // What exists as long as its customer is only reset.
    this.#note = singleton === true ? undefined : ownership.notes.deletes(kind, id, state, costly);
    this.#holderNow = () => ownership.holders.holder(kind, id, state);
    this.#settleEarlier = () => {
      const earlier = [...ownership.notes.deletions(kind, id, state), ...ownership.notes.unshownChanges(kind, id, state)];
      for (const each of earlier) ownership.notes.settle(each);
    };
  }

  /** Who else held the object when a request was held back. */
  get holder(): ObjectHolder | undefined {
    return this.#holder;
  }

  /** Whether a request that left may have taken effect. */
  get mayHaveActed(): boolean {
    return this.#mayHaveActed;
  }

  /** What the definition deletes with: the journal learns when its requests leave. */
  get context(): Context {
    const onSend = (mayHaveActed: boolean) => {
      this.#mayHaveActed ||= mayHaveActed;
      this.#note?.sent();
      this.#holdBack();
      this.#sends += 1;
    };
    return { ...this.#context, client: this.#context.client.with({ onSend }) };
  }

  /** The answer leaves open whether it took effect. */
  unanswered(): void {
    this.#mayHaveActed = true;
  }

  /** It failed, and the object is there as far as is known. After an answer that refuses the only request nothing can happen any more. */
  failed(error: unknown): void {
    const isRefusal = error instanceof HostingError && (maybeGone(error) || error.effect === "none");
    if (isRefusal && this.#sends === 1) this.#note?.over();
  }

  /** The object is proven gone. */
  done(): void {
    this.#note?.done();
    this.#settleEarlier();
  }

  /** @throws where somebody else holds the object, or where that cannot be read */
  #holdBack(): void {
    try {
      this.#holder = this.#holderNow();
      if (this.#holder !== undefined) throw new HeldBack(`${this.#holder.who} holds it.`);
    } catch (error) {
      if (!this.#mayHaveActed) this.#note?.over();
      throw error;
    }
  }
}
