import { setImmediate as turn } from "node:timers/promises";

interface Timer {
  readonly at: number;
  readonly order: number;
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
  #order = 0;
  /** A heap, earliest first. */
  readonly #timers: Timer[] = [];

  now(): number {
    return this.#now;
  }

  /** Jumps ahead; what was due in between happens late. */
  pass(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Resolves after `milliseconds`; rejects as soon as `signal` aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const abort = () => reject(signal!.reason as Error);
      signal?.addEventListener("abort", abort, { once: true });
      this.#add(this.#now + Math.max(0, milliseconds), () => {
        signal?.removeEventListener("abort", abort);
        resolve();
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
      const next = this.#take();
      if (next === undefined) throw new Stuck("Nothing can run and nobody waits for time to pass.");
      if (next.at > end) throw new Stuck("The run does not end.");
      this.#now = Math.max(this.#now, next.at);
      next.ring();
    }
  }

  #add(at: number, ring: () => void): void {
    const timers = this.#timers;
    let index = timers.length;
    const timer = { at, order: ++this.#order, ring };
    timers.push(timer);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(timer, timers[parent]!)) break;
      timers[index] = timers[parent]!;
      index = parent;
    }
    timers[index] = timer;
  }

  #take(): Timer | undefined {
    const timers = this.#timers;
    const first = timers[0];
    const last = timers.pop();
    if (first === undefined || last === undefined || timers.length === 0) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= timers.length) break;
      if (child + 1 < timers.length && isBefore(timers[child + 1]!, timers[child]!)) child += 1;
      if (!isBefore(timers[child]!, last)) break;
      timers[index] = timers[child]!;
      index = child;
    }
    timers[index] = last;
    return first;
  }
}

/** A run that cannot continue, or does not end. */
export class Stuck extends Error {}

const isBefore = (a: Timer, b: Timer): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);
