import { setImmediate as turn } from "node:timers/promises";

interface Timer {
  readonly at: number;
  ring(): void;
}

/** Nothing in a history takes longer, except waiting for something that never comes. */
const longestDrive = 40 * 24 * 3_600_000;

/**
 * The time of a history. It stands still while anything can run, and jumps to the next timer when nothing can: an hour's wait
 * is as fast as a millisecond's, and the same history always runs in the same order.
 */
export class VirtualTime {
  #now = Date.UTC(2030, 0, 1);
  /** Latest first; of those at one time, the last one that was set. */
  readonly #timers: Timer[] = [];

  now(): number {
    return this.#now;
  }

  /** Resolves after `milliseconds`; rejects as soon as `signal` aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const abort = () => reject(signal!.reason as Error);
      signal?.addEventListener("abort", abort, { once: true });
      const at = this.#now + Math.max(0, milliseconds);
      const later = this.#timers.findLastIndex((timer) => timer.at > at);
      this.#timers.splice(later + 1, 0, {
        at,
        ring: () => {
          signal?.removeEventListener("abort", abort);
          resolve();
        },
      });
    });
  }

  /** Lets time pass until the promise is settled. Returns its result. */
  async drive<T>(promise: Promise<T>): Promise<T> {
    let settled = false;
    const settle = () => (settled = true);
    promise.then(settle, settle);
    const end = this.#now + longestDrive;
    for (;;) {
      await turn();
      if (settled) return promise;
      const next = this.#timers.pop();
      if (next === undefined) throw new Stuck("Nothing can run and nobody waits for time to pass.");
      if (next.at > end) throw new Stuck("The run does not end.");
      this.#now = Math.max(this.#now, next.at);
      next.ring();
    }
  }
}

/** A run that cannot continue, or does not end. */
export class Stuck extends Error {}
