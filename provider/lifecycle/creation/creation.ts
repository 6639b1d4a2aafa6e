import type { ObservedObject } from "../../definition/definition.js";
import { shownTitle, wholeTitle } from "../../definition/object-name.js";
import { notedTitle, type SendingCreation } from "../../journal/noted.js";
import { entryOf } from "../../ownership/identity.js";
import { resultsOf } from "../../ownership/results.js";
import type { Listings } from "../../runtime/list-cache.js";
import { messageOf, ProviderError, UnclearError, UnfinishedError } from "../../values/errors.js";
import { sameId, isWholeId } from "../../values/ids.js";
import { lostOutputsText } from "../../values/phrases.js";
import { waitFor } from "../../values/poll.js";
import { pick, type Properties } from "../../values/properties.js";
import { type Candidates, candidates, lookNow, nameIds } from "../find.js";
import { holding, settlingTime, fingerprints } from "../interrupted-creations.js";
import { noteSend, unwritable } from "../noted-request.js";
import { type Created, DeclaredObject } from "./declared-object.js";
import { explainedBy } from "../../../sdk/values/explained.js";

/** Processes that have warned of unreadable notes. */
const warnedOfUnreadable = new WeakSet<Listings>();

/** One creation in a run: its note, what it has seen at the provider, and which of that it created. */
export class Creation extends DeclaredObject {
  /** Objects that existed before anything was sent. */
  #before: readonly ObservedObject[] = [];
  /** When those were listed, in milliseconds since the epoch. */
  lookedAt = 0;
  /** Whether an object is known to have had a holder before. */
  #isClaimed: (id: string) => boolean = () => false;
  /** When the unanswered attempts were sent, each of which may have created an object that appears later. */
  readonly #lost: number[] = [];
  /** Ids of objects that a message has named. From then on, they do not count as this creation's. */
  readonly #named = new Set<string>();
  #note: SendingCreation | undefined;
  #isAnswered = false;

  look(freshness: "now" | "lately"): Promise<Candidates> {
    return candidates(this.definition, this.context, this.inputs, freshness).catch((error: unknown) => {
      throw this.failure(error);
    });
  }

  /** Any object that is not among these appeared later. */
  startFrom({ all, at }: Pick<Candidates, "all" | "at">): void {
    this.#before = all;
    this.lookedAt = at;
  }

  /** Reads the claims. An earlier entry of the same resource counts too, unless a new object can have the id of the old one. */
  async learnClaims(): Promise<void> {
    const { definition, context, inputs } = this;
    // If the stack cannot be determined, writing the note reports that.
    const claimantsOf = await context.ownership.holders.claimantsOf(definition.kind, inputs).catch(() => undefined);
    if (claimantsOf !== undefined)
      this.#isClaimed = (id) => claimantsOf(id).some(({ isOwn }) => !isOwn || definition.identity.hasNaturalId !== true);
  }

  lost(): void {
    this.#lost.push(this.context.clock.now());
  }

  wasBefore(id: string): boolean {
    return this.#before.some((known) => sameId(known.id, id));
  }

  /**
   * Whether the answer to the creation names an object that is not its result: one that existed before or had a holder, and that is not as
   * declared now. A provider may overwrite an object instead of creating one, but then that is as declared.
   */
  async isAnother({ id }: ObservedObject): Promise<boolean> {
    const { definition, context, inputs } = this;
    if (!this.wasBefore(id) && !this.#isClaimed(id)) return false;
    try {
      const found = await lookNow(definition, context, id);
      return found !== undefined && !definition.identity.matches(found, inputs);
    } catch {
      return true;
    }
  }

  /** Whether an object existed before or has a known holder. */
  isKnown({ id }: ObservedObject): boolean {
    const { definition, context } = this;
    return this.wasBefore(id) || (isWholeId(id) && context.ownership.holders.isHeld(definition.kind, id, this.lookedAt));
  }

  /** Objects that the unanswered attempts may have created. What a message has named does not count any more. */
  results(all: readonly ObservedObject[]): readonly ObservedObject[] {
    const trace = { before: this.#before.map(({ id }) => id), sends: this.#lost, answered: undefined };
    const isShown = holding(this, this.lookedAt);
    const isHeld = (id: string) => this.#named.has(id) || isShown(id) || this.#isClaimed(id);
    return resultsOf(this.definition, this.inputs, trace, { objects: all, isHeld });
  }

  /** Objects that the creation may have created, after they have had time to appear. */
  async appeared(error: Error): Promise<readonly ObservedObject[]> {
    const { definition, context, inputs } = this;
    try {
      const results = await waitFor(context.clock, settlingTime(definition), async () => {
        const found = this.results((await candidates(definition, context, inputs)).all);
        return found.length > 0 ? found : undefined;
      });
      return results ?? [];
    } catch {
      throw this.unclear("looking it up failed too", error);
    }
  }

  /**
   * Warns of objects that this run leaves alone, because it cannot tell whether it created them.
   *
   * @param finding where they come from, as a part of a sentence, by their ids
   * @param then what else to do
   */
  leaveAlone(found: readonly ObservedObject[], finding: (ids: string) => string, then = ""): void {
    const { revealed, deletion } = this.definition;
    const unnamed = found.filter(({ id }) => !this.#named.has(id));
    if (unnamed.length === 0) return;
    for (const { id } of unnamed) this.#named.add(id);
    const removal =
      revealed === undefined ? "Delete it at the provider if nobody uses it." : lostOutputsText(revealed, unnamed.length);
    this.context.warn(
      `${this.name}: ${finding(nameIds(unnamed))} and is left alone.${deletion.undeletable === undefined ? ` ${removal}${then}` : ""}`,
    );
  }

  /** Names duplicates: a request may arrive twice, and two runs may create the same object at once. */
  warnOfDuplicates(others: readonly ObservedObject[]): void {
    this.leaveAlone(others, (ids) => `${ids} appeared at the same time`);
  }

  /** Writes the note, unless there is one already, runs a step, and records the outcome. */
  async withNote(
    step: () => Promise<Created>,
    onUnwritable = (error: unknown): void => this.#unwritable(error),
  ): Promise<Created> {
    if (this.#note !== undefined) return step();
    const { definition, context, inputs } = this;
    const { kind, costly = false, identity } = definition;
    const place = pick(inputs, identity.scope) as Readonly<Record<string, string | number>>;
    const title = notedTitle(shownTitle(definition, inputs), wholeTitle(definition, inputs));
    const before = this.#before.map(({ id }) => id);
    const details = { kind, ...title, scope: place, before, fingerprints: fingerprints(definition, inputs) };
    this.#note = await context.ownership.notes.note(inputs, details, costly).catch((error: unknown) => {
      onUnwritable(error);
      return undefined;
    });
    try {
      const created = await step();
      this.answered(created.id, created.state);
      return created;
    } catch (error) {
      if (error instanceof UnfinishedError) this.answered(error.id, error.properties);
      else if (!(error instanceof UnclearError)) this.#note?.over();
      throw error;
    }
  }

  /** @throws if the journal cannot be written and the object is costly */
  sent(): void {
    noteSend("creation", this.definition.costly, () => this.#note?.sent());
  }

  /** Only the first call counts: the entry of a creation never changes. */
  answered(id: string, state: Properties): void {
    if (!this.#isAnswered) this.#note?.answered(id, entryOf(state));
    this.#isAnswered = true;
  }

  #unwritable(error: unknown): void {
    if (error instanceof ProviderError) throw this.failure(error);
    if (this.definition.costly) throw this.failure(unwritable("creation", error));
    this.context.warn(
      `${this.name}: could not write the journal (${messageOf(error)}). Set HOSTING_JOURNAL to a writable folder, or do not interrupt this run.`,
    );
  }

  /** Warns if notes are unreadable, because one of them may be about this object. What is billed is not created then. */
  heedUnreadable(): void {
    const { ownership, warn, listings } = this.context;
    const reason = ownership.notes.unreadable();
    if (reason === undefined || warnedOfUnreadable.has(listings)) return;
    warnedOfUnreadable.add(listings);
    warn(
      `Could not read the journal (${reason}): what an interrupted run sent may be created twice. Make the file readable.${explainedBy("journal")}`,
    );
  }
}
