import type { Clock } from "pulumi-hosting/sdk";
import type { WindowState } from "./login.js";

/** Length of the provider's fixed window. It begins with a request; no answer says when it ends. */
export const windowLength = 15 * 60_000;

/** Requests that are not promised to any stack: for reading the window, and the last one, which is refused. */
const kept = 5;

export interface SharedWindowOptions {
  /** Asks the provider, which costs one request; undefined if it does not show a window. */
  readonly ask: () => Promise<WindowState | undefined>;
  readonly clock: Clock;
  readonly tell: (line: string) => void;
  /** Ends all waiting. */
  readonly signal: AbortSignal;
}

/**
 * The rate window that the stacks of a fleet share. Their processes do not know each other, and none of them knows the
 * window before its first answer. So each stack is promised its maximum before it starts. The promises to
 * all running stacks never exceed what the window has left.
 */
export class SharedWindow {
  readonly #options: SharedWindowOptions;
  #state: WindowState | undefined;
  /** A new window begins at the latest then. */
  #end = -Infinity;
  /** What the window has left at least, once all running stacks have used their promises. */
  #room = 0;
  /** Promised to the running stacks. */
  #promised = 0;
  #running = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #ended: () => void = () => undefined;

  constructor(options: SharedWindowOptions) {
    this.#options = options;
  }

  /** The provider's last answer; undefined if it does not show a window. */
  get state(): WindowState | undefined {
    return this.#state;
  }

  /**
   * Runs work that sends at most `need` requests, as soon as there is room for them. Work that needs more than a window
   * gets a window for itself, and its provider waits for the next.
   *
   * @param onWait called once, when there is no room yet
   */
  async within<T>(need: number, work: () => Promise<T>, onWait: () => void): Promise<T> {
    if (need === 0) return work();
    // One at a time, in order: otherwise small stacks could overtake a large one again and again.
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

  /** Updates `state` if the window has a request left for that. */
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

  /** A request without room in the window would be refused, and would count. */
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
