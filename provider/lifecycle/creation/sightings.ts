import type { Found } from "../../definition/found.js";
import type { Moment } from "../../journal/journal-file.js";
import { type Results, resultsOf } from "../../ownership/results.js";
import { evidenceLasts } from "../../journal/journal.js";
import { messageOf } from "../../values/errors.js";
import { isWholeId } from "../../values/id.js";
import { sameId } from "../../values/object-keys.js";
import { waitFor } from "../../values/poll.js";
import { type Candidates, candidates, distinct, lookNow, nameIds } from "../find.js";
import { holding, settlingTime } from "../interrupted-creations.js";
import { lostOutputsText } from "../lost-outputs.js";
import { creationLasts } from "../../values/late-effects.js";
import { failed, unclear } from "./errors.js";
import type { Subject } from "./subject.js";

/** Objects that one creation has seen at the provider, and which of them it created. */
export class Sightings {
  readonly #subject: Subject;
  /** Objects that existed before anything was sent. */
  #before: readonly Found[] = [];
  /** When those were listed, in milliseconds since the epoch. */
  #lookedAt = 0;
  /** Whether an object is known to have had a holder before. */
  #isClaimed: (id: string) => boolean = () => false;
  /** Unanswered attempts: when each was sent, and when it was known to have failed. */
  readonly #lost: (readonly [sent: Moment, failed: Moment])[] = [];
  /** Ids of objects that a message has named. */
  readonly #named = new Set<string>();

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  get idsBefore(): readonly string[] {
    return this.#before.map(({ id }) => id);
  }

  look(freshness: "now" | "lately"): Promise<Candidates> {
    const { definition, context, inputs } = this.#subject;
    return candidates(definition, context, inputs, freshness).catch((error: unknown) => {
      throw failed(this.#subject, error);
    });
  }

  /** Any object that is not among these appeared later. */
  startFrom({ all, at }: Pick<Candidates, "all" | "at">): void {
    this.#before = all;
    this.#lookedAt = at;
  }

  /** Reads the claims to the existing objects. */
  async learnClaims(): Promise<void> {
    const { definition, context, inputs } = this.#subject;
    // If the stack cannot be determined, writing the note reports that.
    this.#isClaimed = await context.ownership.holders.takenBefore(definition, inputs).catch(() => this.#isClaimed);
  }

  /** Records an unanswered attempt, which may have created an object that appears later. */
  lost(sent: Moment, failedAt: Moment): void {
    this.#lost.push([sent, failedAt]);
  }

  wasBefore(id: string): boolean {
    return this.#before.some((known) => sameId(known.id, id));
  }

  /**
   * Whether the answer to the creation names an object that is not its result: one that existed before or had a holder, and that is not as
   * declared now. A provider may overwrite an object instead of creating one, but then that is as declared.
   */
  async isAnother({ id }: Found): Promise<boolean> {
    const { definition, context, inputs } = this.#subject;
    if (!this.wasBefore(id) && !this.#isClaimed(id)) return false;
    try {
      const found = await lookNow(definition, context, id);
      return found !== undefined && !definition.identity.matches(found, inputs);
    } catch {
      return true;
    }
  }

  /** Whether an object existed before or has a known holder. */
  isKnown({ id }: Found): boolean {
    const { definition, context } = this.#subject;
    return this.wasBefore(id) || (isWholeId(id) && context.ownership.holders.isHeld(definition.kind, id, this.#lookedAt));
  }

  /**
   * Results of the attempts. An object that appeared between them may be another's; once a message has said so, it stays that
   * way.
   */
  results(all: readonly Found[]): Results<Found> {
    const { definition, context, inputs } = this.#subject;
    const trace = { before: this.idsBefore, answered: undefined };
    const isShown = holding(definition, context, inputs, this.#lookedAt);
    const isHeld = (id: string) => isShown(id) || this.#isClaimed(id);
    const results = this.#lost.map((sends) =>
      resultsOf(definition, inputs, { ...trace, sends }, all, { requestLasts: 0, isHeld }),
    );
    const own = distinct(results.flatMap((each) => each.own).filter(({ id }) => !this.#named.has(id)));
    const others = distinct(results.flatMap((each) => each.others));
    return { own, others: others.filter(({ id }) => !own.some((each) => sameId(each.id, id))) };
  }

  /** Objects that the creation may have created, after they have had time to appear. */
  async appeared(error: Error): Promise<readonly Found[]> {
    const { definition, context, inputs } = this.#subject;
    try {
      const results = await waitFor(context.clock, settlingTime(definition), async () => {
        const { all } = await candidates(definition, context, inputs);
        const found = this.results(all);
        return found.own.length > 0 || found.others.length > 0 ? found : undefined;
      });
      const { own = [], others = [] } = results ?? {};
      const doubtful = await this.#perhapsOfRivals(own);
      this.nameSurplus([...others, ...doubtful]);
      return own.filter((found) => !doubtful.includes(found));
    } catch (lookupError) {
      throw unclear(this.#subject, `looking it up afterwards failed as well (${messageOf(lookupError)})`, error);
    }
  }

  /**
   * Objects that the creation of another resource, running or killed, may have created as well. This run would delete an object
   * that only its creator can use, but its creator may be somebody else.
   */
  async #perhapsOfRivals(appeared: readonly Found[]): Promise<readonly Found[]> {
    const { definition, context, inputs } = this.#subject;
    if (definition.recovery?.revealed === undefined || appeared.length === 0) return [];
    const rivals = await context.ownership.notes.rivals(inputs, definition.kind, this.#subject.notedTitle());
    const around = { requestLasts: creationLasts, isHeld: () => false };
    return appeared.filter((found) =>
      rivals.some((rival) => resultsOf(definition, inputs, rival, [found], around).own.length > 0),
    );
  }

  /**
   * Warns of equal objects of the last day that nobody is known to have, if their secret was shown only once: an interrupted run may have
   * created them, of which this machine has no note.
   */
  nameForgotten(equal: readonly Found[]): void {
    const { definition, context, name } = this.#subject;
    const { recovery: { revealed, createdAt } = {} } = definition;
    if (revealed === undefined) return;
    const since = (context.client.providerTime() ?? context.clock.now()) - evidenceLasts;
    const isRecent = (found: Found) => (createdAt?.(found) ?? 0) > since;
    const isKnown = ({ id }: Found) =>
      this.#named.has(id) || this.#isClaimed(id) || context.ownership.isKnown(definition.kind, id);
    const forgotten = equal.filter((found) => isRecent(found) && !isKnown(found));
    if (forgotten.length === 0) return;
    context.warn(
      `${name}: ${nameIds(forgotten)} appeared within the last day, and nobody is known to have it. An interrupted run may have created it. ` +
        lostOutputsText(revealed, forgotten.length),
    );
  }

  /** Records that a message has named objects. From then on, they do not count as this creation's. */
  named(objects: readonly Found[]): void {
    for (const { id } of objects) this.#named.add(id);
  }

  /** Warns of duplicates: a request may arrive twice, and two runs may create the same object at once. Deletes nothing. */
  nameSurplus(others: readonly Found[]): void {
    const { definition, context, name } = this.#subject;
    const unnamed = others.filter(({ id }) => !this.#named.has(id));
    if (unnamed.length === 0) return;
    this.named(unnamed);
    context.warn(
      `${name}: ${nameIds(unnamed)} appeared at the same time. This run cannot tell whether it also created that, so it is left ` +
        `alone. ${definition.deletion.undeletable ?? "Delete it at the provider if nobody uses it."}`,
    );
  }
}
