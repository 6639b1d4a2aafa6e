import type { Clock } from "pulumi-hosting/sdk";
import type { WindowState } from "./login.js";

/** Length of the provider's fixed window. It begins with a request; where it ends is never said. */
export const windowLength = 15 * 60_000;

/** Requests that are never promised to a stack: those by which the window is asked for, and the last, which is refused. */
const kept = 5;

export interface SharedWindowOptions {
  /** Asks the provider, which costs one request; undefined where it tells nothing of a window. */
  readonly ask: () => Promise<WindowState | undefined>;
  readonly clock: Clock;
  readonly tell: (line: string) => void;
  /** Ends all waiting. */
  readonly signal: AbortSignal;
}

/**
 * The rate window that the stacks of a fleet share. Their processes know nothing of one another, and none of them knows of the
 * window before its first answer. So a stack is promised the most that it can need before it starts: what is promised to all
 * that run never exceeds what the window has left.
 */
export class SharedWindow {
  readonly #options: SharedWindowOptions;
  #state: WindowState | undefined;
  /** No later than then a new window begins. */
  #end = -Infinity;
  /** What the window has left at least, once all that run have used what they were promised. */
  #room = 0;
  /** Promised to those that run. */
  #promised = 0;
  #running = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #ended: () => void = () => undefined;

  constructor(options: SharedWindowOptions) {
    this.#options = options;
  }

  /** What the provider said last; undefined where it tells nothing. */
  get state(): WindowState | undefined {
    return this.#state;
  }

  /**
   * Does work that sends `need` requests at most, as soon as there is room for them. One that needs more than a window gets
   * one for itself, and its provider waits for the next.
   *
   * @param onWait called once, when there is no room yet
   */
  async within<T>(need: number, work: () => Promise<T>, onWait: () => void): Promise<T> {
    if (need === 0) return work();
    // One at a time, in order: a small stack that overtakes again and again would keep a large one from ever starting.
    const turn = this.#turn.then(() => this.#reserve(need, onWait));
    this.#turn = turn.catch(() => undefined);
    const promised = await turn;
    try {
      return await work();
    } finally {
      this.#promised -= promised;
      this.#running -= 1;
      this.#ended();
    }
  }

  /** Brings `state` up to date where the window has a request left for that. */
  async look(): Promise<void> {
    if (this.#mayAsk()) await this.#ask();
  }

  async #reserve(need: number, onWait: () => void): Promise<number> {
    const { signal } = this.#options;
    for (let asked = false, waited = false; ;) {
      signal.throwIfAborted();
      const promised = this.#state === undefined ? need : Math.min(need, this.#state.limit - kept - 1);
      if (this.#room >= promised) {
        this.#room -= promised;
        this.#promised += promised;
        this.#running += 1;
        return promised;
      }
      if (!asked && this.#mayAsk()) {
        await this.#ask();
        asked = true;
        continue;
      }
      if (!waited) onWait();
      waited = true;
      if (this.#running > 0) await this.#nextEnd();
      else await this.#nextWindow();
      asked = false;
    }
  }

  /** A question beyond the window's end of room would be refused, and count. */
  #mayAsk(): boolean {
    return this.#options.clock.now() >= this.#end || this.#room + kept > 1;
  }

  async #ask(): Promise<void> {
    const now = this.#options.clock.now();
    const state = await this.#options.ask();
    const isNew = now >= this.#end || this.#state === undefined || (state?.remaining ?? 0) > this.#state.remaining;
    if (isNew) this.#end = this.#options.clock.now() + windowLength;
    this.#state = state;
    this.#room = state === undefined ? Infinity : state.remaining - kept - this.#promised;
  }

  #nextEnd(): Promise<void> {
    const { signal } = this.#options;
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal.reason as Error);
      signal.addEventListener("abort", abort, { once: true });
      this.#ended = () => {
        signal.removeEventListener("abort", abort);
        resolve();
      };
    });
  }

  async #nextWindow(): Promise<void> {
    const { clock, tell, signal } = this.#options;
    const wait = this.#end - clock.now();
    if (wait <= 0) return;
    const minutes = Math.ceil(wait / 60_000);
    const { limit, remaining } = this.#state!;
    tell(
      `The rate window is nearly used up, ${remaining} of ${limit} requests are left: waiting ${minutes} min for the next one.`,
    );
    await clock.sleep(wait, signal);
  }
}
