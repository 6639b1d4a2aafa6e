import type { Clock } from "../../sdk/values/clock.js";

/** How long after the latest call, in milliseconds, it is quiet enough for no other to be expected. */
const quiet = { least: 100, most: 1_000 } as const;
/** How long after its first call a gathering is over in any case, in milliseconds. */
const longestGathering = 5_000;

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
  #latest = 0;
  /** Milliseconds from one call to the next while the engine has several under way: a longer time counts at once, a shorter one by and by. */
  #pace = 0;
  /** As many as the engine has had under way at once, as far as it has shown yet. */
  #most = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether no call is under way. */
  get areOver(): boolean {
    return this.#underWay === 0;
  }

  /** A call, from its beginning to its end. */
  async during<T>(call: () => Promise<T>): Promise<T> {
    const now = this.#clock.now();
    if (this.#underWay > 0) this.#pace = Math.max(now - this.#latest, this.#pace / 2);
    this.#latest = now;
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
   * Begins with one call. Nothing more is expected once it is quiet for twice the time that the engine takes from one call to the
   * next, as it writes the state before it sends each; and at once where all calls under way wait and are as many as the engine ever
   * had under way: it sends no other before one of them is answered.
   */
  gather(): Gathering {
    const gathering = new OpenGathering(
      this.#clock,
      () => this.#look(),
      () => Math.min(Math.max(2 * this.#pace, quiet.least), quiet.most),
    );
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
  readonly #patience: () => number;
  readonly #ended = new AbortController();
  #latest: number;

  constructor(clock: Clock, onJoin: () => void, patience: () => number) {
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

  async #untilQuiet(): Promise<void> {
    const { signal } = this.#ended;
    const limit = this.#clock.now() + longestGathering;
    const left = () => Math.min(this.#latest + this.#patience(), limit) - this.#clock.now();
    while (!signal.aborted && left() > 0) await this.#clock.sleep(left(), signal).catch(() => undefined);
  }
}
