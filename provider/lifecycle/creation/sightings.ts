import type { Found } from "../../definition/found.js";
import { resultsOf } from "../../ownership/results.js";
import { messageOf } from "../../values/errors.js";
import { isWholeId } from "../../values/id.js";
import { sameId } from "../../values/object-keys.js";
import { waitFor } from "../../values/poll.js";
import { type Candidates, candidates, lookNow, nameIds } from "../find.js";
import { holding, settlingTime } from "../interrupted-creations.js";
import { lostOutputsText } from "../../values/phrases.js";
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
  /** When the unanswered attempts were sent, each of which may have created an object that appears later. */
  readonly #lost: number[] = [];
  /** Ids of objects that a message has named. */
  readonly #named = new Set<string>();

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  /** When the objects that existed before were listed, in milliseconds since the epoch. */
  get lookedAt(): number {
    return this.#lookedAt;
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

  /** Reads the claims. An earlier entry of the same resource counts too, unless a new object can have the id of the old one. */
  async learnClaims(): Promise<void> {
    const { definition, context, inputs } = this.#subject;
    // If the stack cannot be determined, writing the note reports that.
    const claimantsOf = await context.ownership.holders.claimantsOf(definition.kind, inputs).catch(() => undefined);
    if (claimantsOf !== undefined)
      this.#isClaimed = (id) => claimantsOf(id).some(({ isOwn }) => !isOwn || definition.identity.hasNaturalId !== true);
  }

  lost(): void {
    this.#lost.push(this.#subject.context.clock.now());
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

  /** Objects that the unanswered attempts may have created. What a message has named does not count any more. */
  results(all: readonly Found[]): readonly Found[] {
    const { definition, context, inputs } = this.#subject;
    const trace = { before: this.idsBefore, sends: this.#lost, answered: undefined };
    const isShown = holding(definition, context, inputs, this.#lookedAt);
    const isHeld = (id: string) => this.#named.has(id) || isShown(id) || this.#isClaimed(id);
    return resultsOf(definition, inputs, trace, { objects: all, isHeld });
  }

  /** Objects that the creation may have created, after they have had time to appear. */
  async appeared(error: Error): Promise<readonly Found[]> {
    const { definition, context, inputs } = this.#subject;
    try {
      const results = await waitFor(context.clock, settlingTime(definition), async () => {
        const found = this.results((await candidates(definition, context, inputs)).all);
        return found.length > 0 ? found : undefined;
      });
      return results ?? [];
    } catch (lookupError) {
      throw unclear(this.#subject, `looking it up afterwards failed as well (${messageOf(lookupError)})`, error);
    }
  }

  /** Records that a message has named objects. From then on, they do not count as this creation's. */
  named(objects: readonly Found[]): void {
    for (const { id } of objects) this.#named.add(id);
  }

  /** Warns of duplicates: a request may arrive twice, and two runs may create the same object at once. Deletes nothing. */
  nameSurplus(others: readonly Found[]): void {
    const {
      context,
      name,
      definition: {
        recovery: { revealed } = {},
        deletion: { undeletable },
      },
    } = this.#subject;
    const unnamed = others.filter(({ id }) => !this.#named.has(id));
    if (unnamed.length === 0) return;
    this.named(unnamed);
    const removal =
      revealed === undefined ? "Delete it at the provider if nobody uses it." : lostOutputsText(revealed, unnamed.length);
    context.warn(
      `${name}: ${nameIds(unnamed)} appeared at the same time. This run cannot tell whether it also created that, so it is left ` +
        `alone. ${undeletable ?? removal}`,
    );
  }
}
