import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import { HeldBack } from "../values/errors.js";
import type { NotedChange, SendingChange } from "../journal/journal.js";
import type { ObjectHolder } from "../ownership/holders.js";
import type { Replaced } from "../definition/members.js";
import { hadNoEffect } from "../values/rejections.js";
import { noteSend } from "./unnoted.js";

/**
 * An update or a deletion of an entry's object, with its note in the journal. While the note of an update is open, no state is known to have
 * it: if the program reverts it, Pulumi would call the resource unchanged, so a comparison asks for another update.
 *
 * What is billed is not deleted without a note: an unanswered deletion and a new order of another run could not be told apart. The requests
 * of a deletion may wait for minutes before they are sent, and may be retried, so each is held back if another holder has the object by then.
 * An adoption writes its claim first and then looks for deletions. A deletion writes its note first and then looks for claims. So at least one
 * of the two sees the other.
 */
export class NotedRequest {
  readonly #note: SendingChange | undefined;
  readonly #earlier: readonly NotedChange[];
  readonly #holderNow: () => ObjectHolder | undefined;
  readonly #costly: boolean;
  #sends = 0;
  /** The other holder of the object when a request was held back. */
  holder: ObjectHolder | undefined;
  /** Whether a sent request may have taken effect. */
  mayHaveActed = false;

  constructor(
    definition: Definition,
    private readonly given: Context,
    { id, state }: Omit<Replaced, "news">,
    request: "update" | "delete",
  ) {
    const { kind, costly = false, identity } = definition;
    const { notes, holders } = given.ownership;
    const isDeletion = request === "delete";
    this.#costly = costly && isDeletion;
    this.#earlier = isDeletion ? notes.changes(kind, id, state) : notes.openUpdates(kind, id, state);
    this.#holderNow = () => (isDeletion ? holders.holder(kind, id, state) : undefined);
    // An object that always exists is only reset.
    this.#note = isDeletion && identity.singleton === true ? undefined : notes.start(request, definition, id, state);
  }

  /** The context for the definition's hook: it notes each send in the journal. */
  get context(): Context {
    const onSend = (mayHaveActed: boolean) => {
      this.mayHaveActed ||= mayHaveActed;
      this.#noteOrHoldBack();
      this.#sends += 1;
    };
    return { ...this.given, client: this.given.client.with({ onSend }) };
  }

  /** The request failed, and the object seems to exist. If its only send was refused, it can no longer take effect. */
  failed(error: unknown): void {
    if (hadNoEffect(error) && this.#sends === 1) this.#note?.over();
  }

  /** An update was answered, or the object is proven gone. @param isRepeated whether the state already had what was sent */
  done(isRepeated = false): void {
    if (isRepeated) this.#note?.over();
    else this.#note?.done();
    for (const each of this.#earlier) this.given.ownership.notes.settle(each);
  }

  /** @throws if a costly object's deletion cannot be noted, if it has another holder, or if the claims cannot be read */
  #noteOrHoldBack(): void {
    try {
      noteSend("deletion", this.#costly, () => this.#note?.sent());
      this.holder = this.#holderNow();
      if (this.holder !== undefined) throw new HeldBack(`${this.holder.who} holds it.`);
    } catch (error) {
      if (!this.mayHaveActed) this.#note?.over();
      throw error;
    }
  }
}
