import type { Found } from "../../definition/found.js";
import type { Moment } from "../../journal/journal-file.js";
import { type Results, resultsOf } from "../../ownership/results.js";
import { messageOf } from "../../values/errors.js";
import { isWholeId } from "../../values/id.js";
import { sameId } from "../../values/object-keys.js";
import { waitFor } from "../../values/poll.js";
import { type Candidates, candidates, distinct, nameIds } from "../find.js";
import { holding, settlingTime } from "../interrupted-creations.js";
import { latestEffect } from "../surplus.js";
import { failed, unclear } from "./errors.js";
import type { Subject } from "./subject.js";

/** What one creation has seen at the provider, and what of it is its own work. */
export class Sightings {
  readonly #subject: Subject;
  /** Objects that were there before anything was sent. */
  #before: readonly Found[] = [];
  /** When that was, in milliseconds since the epoch. */
  #lookedAt = 0;
  /** Whether somebody is known to have had an object before. */
  #isClaimed: (id: string) => boolean = () => false;
  /** Attempts without an answer: when they left, and when they were known to have failed. */
  readonly #lost: (readonly [sent: Moment, failed: Moment])[] = [];
  /** Objects that were named in a message. */
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

  /** Whatever is seen beyond these has come since. */
  startFrom({ all, at }: Pick<Candidates, "all" | "at">): void {
    this.#before = all;
    this.#lookedAt = at;
  }

  /** Finds out whose the objects are that are there. */
  async learnClaims(): Promise<void> {
    const { definition, context, inputs } = this.#subject;
    // Where the stack cannot be found out, noting the creation says so.
    this.#isClaimed = await context.ownership.holders.takenBefore(definition, inputs).catch(() => this.#isClaimed);
  }

  /** An attempt got no answer, so what appears may be its work. */
  lost(sent: Moment, failedAt: Moment): void {
    this.#lost.push([sent, failedAt]);
  }

  wasBefore(id: string): boolean {
    return this.#before.some((known) => sameId(known.id, id));
  }

  /** Whether an object was there before, or is somebody's. */
  isKnown({ id }: Found): boolean {
    const { definition, context } = this.#subject;
    return this.wasBefore(id) || (isWholeId(id) && context.ownership.holders.isHeld(definition.kind, id, this.#lookedAt));
  }

  /** What the attempts made. What came between them may be another's, and stays so once a message has said that. */
  results(all: readonly Found[]): Results<Found> {
    const { definition, context, inputs } = this.#subject;
    const trace = { before: this.idsBefore, answered: undefined };
    const isShown = holding(definition, context, inputs, this.#lookedAt);
    const isHeld = (id: string) => isShown(id) || this.#isClaimed(id);
    const results = this.#lost.map((sends) => resultsOf(definition, inputs, { ...trace, sends }, all, { underWay: 0, isHeld }));
    const own = distinct(results.flatMap((each) => each.own).filter(({ id }) => !this.#named.has(id)));
    const others = distinct(results.flatMap((each) => each.others));
    return { own, others: others.filter(({ id }) => !own.some((each) => sameId(each.id, id))) };
  }

  /** Objects that the creation can have made, once they had time to appear. */
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
   * Objects that the creation of another resource can have made as well, running or killed. What only its creator can use would be
   * deleted here, and somebody else may be the one.
   */
  async #perhapsOfRivals(appeared: readonly Found[]): Promise<readonly Found[]> {
    const { definition, context, inputs } = this.#subject;
    if (definition.recovery?.revealed === undefined || appeared.length === 0) return [];
    const rivals = await context.ownership.notes.rivals(inputs, definition.kind, this.#subject.notedTitle());
    const around = { underWay: latestEffect, isHeld: () => false };
    return appeared.filter((found) =>
      rivals.some((rival) => resultsOf(definition, inputs, rival, [found], around).own.length > 0),
    );
  }

  /** A message has named them: none is this creation's own from here on. */
  named(objects: readonly Found[]): void {
    for (const { id } of objects) this.#named.add(id);
  }

  /** A request can arrive twice, and two runs can create the same at once: nothing is deleted, and a person is told. */
  nameSurplus(others: readonly Found[]): void {
    const { definition, context, name } = this.#subject;
    const unnamed = others.filter(({ id }) => !this.#named.has(id));
    if (unnamed.length === 0) return;
    this.named(unnamed);
    context.warn(
      `${name}: ${nameIds(unnamed)} appeared at the same time. This run cannot tell whether it created that as well, so it is left ` +
        `alone. ${definition.deletion.undeletable ?? "Delete it at the provider if nobody uses it."}`,
    );
  }
}
