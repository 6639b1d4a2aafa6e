import type { Clock } from "../../sdk/values/clock.js";
import type { Collection } from "./collection.js";
import { ExpectedCreations } from "./expected-creations.js";
import { slept } from "../values/poll.js";

/** How long it must be quiet after the latest call before no further one is expected, in milliseconds. */
const quiet = { least: 100, most: 1_000 } as const;
/** Maximum duration of a gathering, in milliseconds. */
const longestGathering = 5_000;

/** Calls that wait for each other in order to share a request. */
export interface Gathering {
  /** Adds one more call. */
  join(): void;
  /** Resolves once no further call is expected. */
  readonly complete: Promise<void>;
}

/** What a call of the engine is about. */
export interface Subject {
  readonly collection: Collection;
  readonly isCreation: boolean;
}

/** The engine's calls to this process. */
export class Calls {
  /** The creations that the engine is going to request. */
  readonly expected = new ExpectedCreations();
  readonly #clock: Clock;
  readonly #gatherings = new Set<OpenGathering>();
  #underWay = 0;
  /** The subjects of the calls under way. */
  readonly #subjects = new Set<Subject>();
  #latest = 0;
  /** Smoothed interval between calls while several are under way, in milliseconds: rises at once, decays by half. */
  #pace = 0;
  /** The largest number of concurrent calls so far. */
  #most = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether no call is under way. */
  get areOver(): boolean {
    return this.#underWay === 0;
  }

  /** Runs a call and tracks it until it ends. */
  async during<T>(call: () => Promise<T>, subject?: Subject): Promise<T> {
    const now = this.#clock.now();
    if (this.#underWay > 0) this.#pace = Math.max(now - this.#latest, this.#pace / 2);
    this.#latest = now;
    this.#underWay += 1;
    // A copy, because several calls may pass the same object.
    const own = subject === undefined ? undefined : { ...subject };
    if (own !== undefined) this.#subjects.add(own);
    try {
      return await call();
    } finally {
      // Updated at the end: while the first calls arrive, each would look like the last.
      this.#most = Math.max(this.#most, this.#underWay);
      this.#underWay -= 1;
      if (own !== undefined) this.#subjects.delete(own);
      this.#look();
    }
  }

  /**
   * Starts a gathering with one call. It ends once it has been quiet for twice the interval between calls, because the engine
   * writes the state before it sends each. It ends at once if all calls under way are waiting and their number is the largest so
   * far: the engine then sends no further one before one of them is answered. It also ends at once if no call for the same collection is
   * under way or to come but creations that wait here.
   *
   * @param collection what its calls are about; default: anything
   */
  gather(collection?: Collection): Gathering {
    const gathering = new OpenGathering(
      this.#clock,
      collection,
      () => this.#look(),
      () => Math.min(Math.max(2 * this.#pace, quiet.least), quiet.most),
    );
    this.#gatherings.add(gathering);
    void gathering.complete.then(() => this.#gatherings.delete(gathering));
    this.#look();
    return gathering;
  }

  #look(): void {
    const isFull = this.#allWait();
    for (const each of this.#gatherings) if (isFull || this.#isWhole(each)) each.end();
  }

  /** Whether no call is to come that could join. */
  #isWhole({ collection }: OpenGathering): boolean {
    if (collection === undefined || !this.expected.haveBegun(collection)) return false;
    const subjects = [...this.#subjects].filter((subject) => subject.collection.key === collection.key);
    let waiting = 0;
    for (const each of this.#gatherings) if (each.collection?.key === collection.key) waiting += each.count;
    return subjects.length > 0 && subjects.length <= waiting && subjects.every(({ isCreation }) => isCreation);
  }

  #allWait(): boolean {
    let waiting = 0;
    for (const { count } of this.#gatherings) waiting += count;
    return this.#most > 0 && this.#underWay >= this.#most && waiting >= this.#underWay;
  }
}

class OpenGathering implements Gathering {
  count = 1;
  readonly complete: Promise<void>;
  readonly #clock: Clock;
  readonly #onJoin: () => void;
  readonly #patience: () => number;
  readonly #ended = new AbortController();
  #latest: number;

  constructor(
    clock: Clock,
    readonly collection: Collection | undefined,
    onJoin: () => void,
    patience: () => number,
  ) {
    this.#clock = clock;
    this.#onJoin = onJoin;
    this.#patience = patience;
    this.#latest = clock.now();
    this.complete = this.#untilQuiet();
  }

  join(): void {
    this.count += 1;
    this.#latest = this.#clock.now();
    this.#onJoin();
  }

  end(): void {
    this.#ended.abort();
  }

  /** Milliseconds until it has been quiet for long enough, at most `allowed`. */
  #leftOf(allowed: number): number {
    const now = this.#clock.now();
    // A call in the future arrived before the clock was set back.
    this.#latest = Math.min(this.#latest, now);
    return Math.min(this.#latest + this.#patience() - now, allowed);
  }

  async #untilQuiet(): Promise<void> {
    const { signal } = this.#ended;
    let allowed = longestGathering;
    for (let left = this.#leftOf(allowed); !signal.aborted && left > 0; left = this.#leftOf(allowed))
      allowed -= await slept(this.#clock, left, signal).catch(() => 0);
  }
}
