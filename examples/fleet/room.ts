import type { Clock } from "pulumi-hosting/sdk";

/** Length of the provider's fixed window. It begins with a request; no answer says when it ends. */
export const windowLength = 15 * 60_000;

export interface RoomOptions {
  readonly clock: Clock;
  readonly tell: (line: string) => void;
  /** Ends all waiting. */
  readonly signal: AbortSignal;
}

/** Work that says how many requests it has sent, once it knows. */
export type Work<T> = (sent: (requests: number) => void) => Promise<T>;

/**
 * The requests that the stacks of a fleet may send. Their processes do not know each other. So each stack is promised its maximum before it
 * starts, and what it has not used is free again when it ends.
 */
export abstract class Room {
  /** Requests that are not promised. */
  protected left = 0;
  /** Promised to the running stacks. */
  protected promised = 0;
  protected running = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #ended: () => void = () => undefined;

  protected constructor(protected readonly shared: RoomOptions) {}

  /**
   * Runs work that sends at most `need` requests, as soon as there is room for them.
   *
   * @param onWait called once, when there is no room yet
   */
  async within<T>(need: number, work: Work<T>, onWait: () => void): Promise<T> {
    if (need === 0) return work(() => undefined);
    // One at a time, in order: otherwise small stacks could overtake a large one again and again.
    const turn = this.#turn.then(() => this.#reserve(need, onWait));
    this.#turn = turn.catch(() => undefined);
    const promised = await turn;
    let sent: number | undefined;
    try {
      return await work((requests) => (sent = requests));
    } finally {
      this.promised -= promised;
      this.running -= 1;
      this.end(promised, sent);
      this.#ended();
    }
  }

  /** What is promised to work with that need. */
  protected abstract promiseFor(need: number): number;

  /** Finds out what is left, if that may be more than is known. */
  protected abstract update(): Promise<void>;

  /** When more becomes free although no stack ends, in milliseconds since the epoch. */
  protected abstract nextRoom(): number;

  /** @param sent undefined if that is not known */
  protected abstract end(promised: number, sent: number | undefined): void;

  /** Says that all wait. */
  protected abstract announce(milliseconds: number): void;

  async #reserve(need: number, onWait: () => void): Promise<number> {
    for (let waited = false; ; waited = true) {
      this.shared.signal.throwIfAborted();
      if (this.left < this.promiseFor(need)) await this.update();
      const promised = this.promiseFor(need);
      if (this.left >= promised) {
        this.left -= promised;
        this.promised += promised;
        this.running += 1;
        return promised;
      }
      if (!waited) onWait();
      await this.#change();
    }
  }

  /** Until a stack ends, or more becomes free. */
  async #change(): Promise<void> {
    const { clock, signal } = this.shared;
    const wait = Math.max(0, this.nextRoom() - clock.now());
    if (this.running === 0 && wait > 0) this.announce(wait);
    const ended = new Promise<void>((resolve) => (this.#ended = resolve));
    const over = new AbortController();
    try {
      await Promise.race([ended, clock.sleep(wait, AbortSignal.any([signal, over.signal]))]);
    } finally {
      over.abort();
    }
  }
}

export const minutes = (milliseconds: number): string => `${Math.ceil(milliseconds / 60_000)} min`;
