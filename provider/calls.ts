import type { Clock } from "../sdk/clock.js";

/** The engine sends what belongs together one after another, as it gets to it: this long after the last, in milliseconds … */
const quiet = 100;
/** … and this long after the first nothing more is waited for. */
const longestGathering = 1_000;

/** Calls that wait for each other, to share a request. */
export interface Gathering {
  /** One more takes part. */
  join(): void;
  /** Resolves once no more are to be expected. */
  readonly complete: Promise<void>;
}

/** The calls of the engine that a process works on. */
export class Calls {
  readonly #clock: Clock;
  readonly #gatherings = new Set<OpenGathering>();
  #underWay = 0;
  /** As many as the engine has had under way at once, as far as it has shown yet. */
  #most = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A call, from its beginning to its end. */
  async during<T>(call: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await call();
    } finally {
      // Not at its beginning: while the first ones come, each would look like the last.
      this.#most = Math.max(this.#most, this.#underWay);
      this.#underWay -= 1;
    }
  }

  /**
   * Begins with one call. Nothing more is expected after a moment of quiet, and at once where all calls under way wait and are as many
   * as the engine ever had under way: it sends no other before one of them is answered.
   */
  gather(): Gathering {
    const gathering = new OpenGathering(this.#clock, () => this.#look());
    this.#gatherings.add(gathering);
    void gathering.complete.then(() => this.#gatherings.delete(gathering));
    this.#look();
    return gathering;
  }

  #look(): void {
    if (this.#allWait()) for (const each of this.#gatherings) each.end();
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
  readonly #ended = new AbortController();
  #latest: number;

  constructor(clock: Clock, onJoin: () => void) {
    this.#clock = clock;
    this.#onJoin = onJoin;
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

  async #untilQuiet(): Promise<void> {
    const { signal } = this.#ended;
    const limit = this.#clock.now() + longestGathering;
    const left = () => Math.min(this.#latest + quiet, limit) - this.#clock.now();
    while (!signal.aborted && left() > 0) await this.#clock.sleep(left(), signal).catch(() => undefined);
  }
}
