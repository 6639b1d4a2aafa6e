import type { Clock } from "../../sdk/values/clock.js";

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The longest duration that can be set in a sandbox: 100 years. */
export const longestDelay = 36_500 * day;

/** Range of the clock. The API writes years with four digits, and times that depend on the clock must fit too. */
const [earliest, latest] = [0, Date.UTC(9000)];

function check(time: number): void {
  if (!Number.isFinite(time) || time < earliest || time > latest)
    throw new Error("The sandbox's clock takes milliseconds since the epoch, from the year 1970 to 9000.");
}

/** The sandbox's own time: the time of a base clock, moved by tests. */
export class SandboxClock {
  #offset = 0;

  constructor(private readonly base: Pick<Clock, "now">) {}

  /** Milliseconds since the epoch. */
  now(): number {
    return this.base.now() + this.#offset;
  }

  /**
   * Moves the clock forward by `milliseconds`.
   *
   * @throws Error if the sandbox does not support that time
   */
  advance(milliseconds: number): void {
    check(this.now() + milliseconds);
    this.#offset += milliseconds;
  }

  /**
   * Moves the clock to `time`, in milliseconds since the epoch; it continues from there.
   *
   * @throws Error if the sandbox does not support that time
   */
  set(time: number): void {
    check(time);
    this.#offset = time - this.base.now();
  }

  /** Undoes every move. */
  reset(): void {
    this.#offset = 0;
  }
}

/** RFC 3339 without a fraction, as the gateway writes a token's expiry. */
export const timestamp = (time: number): string => new Date(time).toISOString().replace(/\.\d{3}Z$/, "Z");

/** Unix time in seconds, as the older parts of the API write dates. */
export const unixTime = (time: number): number => Math.floor(time / 1000);
