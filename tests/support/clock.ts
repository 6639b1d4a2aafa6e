import type { Clock } from "../../sdk/values/clock.js";

interface Sleeper {
  until: number;
  readonly milliseconds: number;
  wake(): void;
}

/** Time that stands still until a test moves it. */
export class FakeClock implements Clock {
  #now: number;
  readonly #sleepers = new Set<Sleeper>();
  readonly #watchers = new Set<() => void>();

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  /** The clock is set back; timers are not affected. */
  setBack(milliseconds: number): void {
    this.#now -= milliseconds;
    for (const sleeper of this.#sleepers) sleeper.until -= milliseconds;
  }

  /** How long each current sleeper asked to sleep, in milliseconds. */
  get sleeping(): number[] {
    return Array.from(this.#sleepers, ({ milliseconds }) => milliseconds);
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const end = () => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener("abort", abort);
      };
      const abort = () => {
        end();
        reject(signal!.reason as Error);
      };
      const sleeper: Sleeper = {
        until: this.#now + milliseconds,
        milliseconds,
        wake: () => {
          end();
          resolve();
        },
      };
      signal?.addEventListener("abort", abort);
      this.#sleepers.add(sleeper);
      for (const watch of this.#watchers) watch();
    });
  }

  /** Advances the time. Sleepers wake in the order of their times, and may sleep again meanwhile. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#now = Math.max(this.#now, next.until);
      next.wake();
      await settle();
    }
    this.#now = end;
    await settle();
  }

  /** Resolves with the duration as soon as somebody sleeps for a matching time. */
  sleeper(fits: (milliseconds: number) => boolean): Promise<number> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.sleeping.find(fits);
        if (found === undefined) return;
        this.#watchers.delete(look);
        resolve(found);
      };
      this.#watchers.add(look);
      look();
    });
  }

  /** Moves time on whenever somebody sleeps for a time that fits, until the promise is settled; its outcome. */
  async drive<T>(promise: Promise<T>, fits: (milliseconds: number) => boolean): Promise<T> {
    const settled = promise.then(
      () => true,
      () => true,
    );
    while (
      !(await Promise.race([settled, this.sleeper(fits).then((milliseconds) => this.advance(milliseconds).then(() => false))]))
    );
    return promise;
  }

  #next(end: number): Sleeper | undefined {
    return Array.from(this.#sleepers)
      .filter(({ until }) => until <= end)
      .sort((a, b) => a.until - b.until)[0];
  }
}

/** Lets everything that is ready run. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
