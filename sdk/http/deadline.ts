import { setMaxListeners } from "node:events";
import { after, type Clock } from "../values/clock.js";

/** The abort reason of a deadline. */
export class Expired extends Error {}

/** The abort reason of a closed client. */
export class Closed extends Error {}

/** The time that a call may take. Waiting that has its own limit can be excluded. */
export class Deadline {
  readonly #clock: Clock;
  #allowed: number;
  #end: number;

  constructor(clock: Clock, milliseconds: number) {
    this.#clock = clock;
    this.#allowed = milliseconds;
    this.#end = clock.now() + milliseconds;
  }

  /** Milliseconds since the epoch. */
  get end(): number {
    return this.#end;
  }

  /** Never more than was allowed, even if the clock was set back. */
  get left(): number {
    return Math.min(this.#allowed, Math.max(0, this.#end - this.#clock.now()));
  }

  postpone(milliseconds: number): void {
    this.#allowed += milliseconds;
    this.#end += milliseconds;
  }

  /**
   * Aborts the controller with `Expired` if the step takes too long. If no time is left, the step does not begin.
   * The step must observe the signal itself.
   */
  async watch<T>(controller: AbortController, step: () => Promise<T>): Promise<T> {
    if (this.left === 0) controller.abort(new Expired());
    controller.signal.throwIfAborted();
    const stop = after(this.#clock, this.left, () => controller.abort(new Expired()));
    try {
      return await step();
    } finally {
      stop();
    }
  }
}

/** A controller that also aborts when one of the signals aborts, until it is released. */
export class LinkedController extends AbortController {
  readonly #links: (() => void)[] = [];

  constructor(...signals: readonly (AbortSignal | undefined)[]) {
    super();
    for (const signal of signals) if (signal !== undefined) this.#follow(signal);
  }

  release(): void {
    for (const unlink of this.#links.splice(0)) unlink();
  }

  #follow(signal: AbortSignal): void {
    const abort = () => this.abort(signal.reason);
    if (signal.aborted) abort();
    // One signal may end any number of calls; a warning about a leak would be wrong.
    setMaxListeners(0, signal);
    signal.addEventListener("abort", abort, { once: true });
    this.#links.push(() => signal.removeEventListener("abort", abort));
  }
}

/** The promise's outcome, or the signal's reason if the signal aborts first. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
