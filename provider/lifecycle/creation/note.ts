import type { SendingCreation } from "../../journal/journal.js";
import { entryOf } from "../../ownership/owner.js";
import { messageOf, ProviderError, UnclearError, UnfinishedError } from "../../values/errors.js";
import { pick, type Properties } from "../../values/properties.js";
import type { Listings } from "../../runtime/list-cache.js";
import { fingerprints } from "../fingerprints.js";
import { noteSend, unwritable } from "../unnoted.js";
import { failed } from "./errors.js";
import type { Created, Subject } from "./subject.js";

/** Processes that have warned of unreadable notes. */
const warnedOfUnreadable = new WeakSet<Listings>();

/** The note of one creation in the journal. */
export class CreationNote {
  readonly #subject: Subject;
  #sending: SendingCreation | undefined;
  #isAnswered = false;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  get isWritten(): boolean {
    return this.#sending !== undefined;
  }

  /**
   * Writes the note, runs a step, and records the outcome.
   *
   * @param before ids of the objects that existed before anything was sent
   */
  async withJournal(
    before: readonly string[],
    step: () => Promise<Created>,
    onUnwritable = (error: unknown): void => this.#unwritable(error),
  ): Promise<Created> {
    const { definition, context, inputs } = this.#subject;
    const {
      kind,
      costly,
      identity: { scope },
    } = definition;
    const place = pick(inputs, scope) as Readonly<Record<string, string | number>>;
    this.#sending = await context.ownership.notes
      .note(
        inputs,
        { kind, ...this.#subject.notedTitle(), scope: place, before, fingerprints: fingerprints(definition, inputs) },
        costly === true,
      )
      .catch((error: unknown) => {
        onUnwritable(error);
        return undefined;
      });
    try {
      const created = await step();
      this.answered(created.id, created.state);
      return created;
    } catch (error) {
      if (error instanceof UnfinishedError) this.answered(error.id, error.properties);
      else if (!(error instanceof UnclearError)) this.#sending?.over();
      throw error;
    }
  }

  /** @throws if the journal cannot be written and the object is costly */
  sent(): void {
    noteSend("creation", this.#subject.definition.costly, () => this.#sending?.sent());
  }

  /** Only the first call counts: the entry of a creation never changes. */
  answered(id: string, state: Properties): void {
    if (!this.#isAnswered) this.#sending?.answered(id, entryOf(state));
    this.#isAnswered = true;
  }

  #unwritable(error: unknown): void {
    const { definition, context, name } = this.#subject;
    if (error instanceof ProviderError) throw failed(this.#subject, error);
    if (definition.costly) throw failed(this.#subject, unwritable("creation", error));
    context.warn(
      `${name}: could not write the journal (${messageOf(error)}). If this run is interrupted, the next one will not know what it ` +
        `created. Set HOSTING_JOURNAL to a writable folder.`,
    );
  }
}

/** Warns if notes are unreadable, because one of them may be about this object. What is billed is not created then. */
export function heedUnreadable({ context: { ownership, warn, listings } }: Subject): void {
  const reason = ownership.notes.unreadable();
  if (reason === undefined || warnedOfUnreadable.has(listings)) return;
  warnedOfUnreadable.add(listings);
  warn(
    `Could not read the journal (${reason}): what an interrupted run sent may be created twice. Make the file readable, or delete it if ` +
      `you are certain that the run that wrote it was not interrupted.`,
  );
}
