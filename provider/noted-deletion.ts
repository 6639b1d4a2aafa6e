import { HostingError } from "../sdk/errors.js";
import type { Context } from "./context.js";
import type { Definition } from "./definition.js";
import type { SendingDeletion } from "./journal.js";
import { maybeGone } from "./lookup.js";
import type { Properties } from "./properties.js";

/** The deletion of the object of an entry, as the journal is told of it. */
export class NotedDeletion {
  readonly #context: Context;
  readonly #note: SendingDeletion | undefined;
  readonly #settleEarlier: () => void;
  #sends = 0;

  constructor({ kind, costly = false, standing }: Definition, context: Context, id: string, state: Properties) {
    const { ownership } = context;
    this.#context = context;
    // What exists as long as its customer is only reset.
    this.#note = standing === true ? undefined : ownership.deletes(kind, id, state, costly);
    this.#settleEarlier = () => {
      for (const earlier of ownership.deletions(kind, id, state)) ownership.settle(earlier);
    };
  }

  /** What the definition deletes with: the journal learns when its requests leave. */
  get context(): Context {
    const onSend = () => {
      this.#sends += 1;
      this.#note?.sent();
    };
    return { ...this.#context, client: this.#context.client.with({ onSend }) };
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
}
