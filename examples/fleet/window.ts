import type { WindowState } from "./login.js";
import { minutes, Room, type RoomOptions, windowLength } from "./room.js";

/** Requests that are not promised to any stack: for reading the window, and the last one, which is refused. */
export const kept = 5;

export interface SharedWindowOptions extends RoomOptions {
  /** Asks the provider, which costs one request; undefined if it does not show a window. */
  readonly ask: () => Promise<WindowState | undefined>;
}

/**
 * The rate window of a login that only this run uses. The promises to all running stacks never exceed what the window has left. Work that
 * needs more than a window gets a window for itself, and its provider waits for the next.
 */
export class SharedWindow extends Room {
  readonly #options: SharedWindowOptions;
  #state: WindowState | undefined;
  /** A new window begins at the latest then. */
  #end = -Infinity;
  /** A stack has ended that may have used less than it was promised. */
  #isUnsure = false;

  constructor(options: SharedWindowOptions) {
    super(options);
    this.#options = options;
  }

  /** The provider's last answer; undefined if it does not show a window. */
  get state(): WindowState | undefined {
    return this.#state;
  }

  /** Updates `state` if the window has a request left for that. */
  async look(): Promise<void> {
    if (this.#isOver() || this.left + kept > 1) await this.#ask();
  }

  protected override promiseFor(need: number): number {
    return this.#state === undefined ? need : Math.min(need, this.#state.limit - kept - 1);
  }

  /** A request without room in the window would be refused, and would count. */
  protected override async update(): Promise<void> {
    if (this.#isOver() || (this.#isUnsure && this.left + kept > 1)) await this.#ask();
  }

  protected override nextRoom(): number {
    return this.#end;
  }

  protected override end(promised: number, sent: number | undefined): void {
    if (sent === undefined) this.#isUnsure = true;
    else this.left += promised - sent;
  }

  protected override announce(milliseconds: number): void {
    const { limit } = this.#state!;
    const left = Math.max(0, this.left + kept);
    this.#options.tell(
      `The rate window is nearly used up, ${left} of ${limit} requests are left: waiting ${minutes(milliseconds)} for the next one.`,
    );
  }

  #isOver(): boolean {
    return this.#options.clock.now() >= this.#end;
  }

  async #ask(): Promise<void> {
    const wasOver = this.#isOver();
    const state = await this.#options.ask();
    const isNew = wasOver || this.#state === undefined || (state?.remaining ?? 0) > this.#state.remaining;
    if (isNew) this.#end = this.#options.clock.now() + windowLength;
    this.#state = state;
    this.#isUnsure = false;
    // What running stacks have already sent counts twice here, until they end.
    this.left = state === undefined ? Infinity : state.remaining - kept - this.promised;
  }
}
