import type { Definition } from "../definition/definition.js";
import { type Context, contextWith } from "../runtime/context.js";
import { HeldBack, messageOf, ProviderError } from "../values/errors.js";
import type { NotedChange, SendingChange } from "../journal/noted.js";
import type { ObjectHolder } from "../ownership/holders.js";
import type { Entry } from "./entry.js";
import { explainedBy } from "../../sdk/values/explained.js";
import { HostingError } from "../../sdk/values/errors.js";
import { maybeGone } from "../values/rejections.js";

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
    private readonly entry: Entry,
    request: "update" | "delete",
  ) {
    const { definition, context, kind, id, state } = entry;
    const { costly = false, identity } = definition;
    const { notes, holders } = context.ownership;
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
    const { context } = this.entry;
    return contextWith(context, { client: context.client.with({ onSend }) });
  }

  /** The request failed, and the object seems to exist. If its only send was refused, it can no longer take effect. */
  close(error: unknown): void {
    if (hadNoEffect(error) && this.#sends === 1) this.#note?.over();
  }

  /** An update was answered, or the object is proven gone. @param isRepeated whether the state already had what was sent */
  done(isRepeated = false): void {
    if (isRepeated) this.#note?.over();
    else this.#note?.done();
    for (const each of this.#earlier) this.entry.context.ownership.notes.settle(each);
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

/** What the note of a billed object's request is for. */
const purposes = {
  creation: "prevents duplicate orders",
  deletion: "prevents a second cancellation",
} as const;

const unwritableText = (request: keyof typeof purposes, reason: string): string =>
  `Could not write the journal, which ${purposes[request]} (${reason}). Make it writable, or free some space.` +
  explainedBy("journal");

/** Why a request is not sent: it is billed, or cancels what is billed, and the journal cannot note it. */
export const unwritable = (request: keyof typeof purposes, error: unknown): ProviderError =>
  new ProviderError(unwritableText(request, messageOf(error)), error);

/** Why nothing is ordered: an earlier run may have noted the same order, and the note cannot be read. */
const unreadableText = (reason: string): string =>
  `Could not read the journal, which prevents duplicate orders (${reason}). Make the file readable.` + explainedBy("journal");

/** Why an object could not be ordered: the journal, which notes every order, is of no use. */
export function journalProblem({ costly }: Definition, { ownership: { notes } }: Context): string | undefined {
  if (costly !== true) return undefined;
  const [unwritable, unreadable] = [notes.openJournal(), notes.unreadable()];
  if (unwritable !== undefined) return unwritableText("creation", unwritable);
  return unreadable === undefined ? undefined : unreadableText(unreadable);
}

/**
 * Notes in the journal that a request is sent. A failure prevents the request only if the object is costly.
 *
 * @throws if the journal cannot be written and the object is costly
 */
export function noteSend(request: keyof typeof purposes, costly: boolean | undefined, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (costly === true) throw unwritable(request, error);
  }
}

/** Whether a request certainly changed nothing. */
const hadNoEffect = (error: unknown): boolean => error instanceof HostingError && (maybeGone(error) || error.effect === "none");
