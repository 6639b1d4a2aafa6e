import type { Clock } from "../../sdk/values/clock.js";

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The longest time that anything in a sandbox can be told to take: 100 years. */
export const longestDelay = 36_500 * day;

/** Times that the clock takes. The interface writes years of four digits, and what falls due later has to be such a time as well. */
const [earliest, latest] = [0, Date.UTC(9000)];

function check(time: number): void {
  if (!Number.isFinite(time) || time < earliest || time > latest)
    throw new Error("The sandbox's clock takes milliseconds since the epoch, from the year 1970 to 9000.");
}

/** The sandbox's own time: that of a base clock, moved by tests. */
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
   * @throws Error where no sandbox can work at that time
   */
  advance(milliseconds: number): void {
    check(this.now() + milliseconds);
    this.#offset += milliseconds;
  }

  /**
   * Moves the clock to `time`, in milliseconds since the epoch; it goes on from there.
   *
   * @throws Error where no sandbox can work at that time
   */
  set(time: number): void {
    check(time);
    this.#offset = time - this.base.now();
  }

  /** Takes back every move. */
  reset(): void {
    this.#offset = 0;
  }
}

/** RFC 3339 without a fraction, the way the gateway writes a token's end of validity. */
export const timestamp = (time: number): string => new Date(time).toISOString().replace(/\.\d{3}Z$/, "Z");

/** Unix time in seconds, the way the older parts of the interface write dates. */
export const unixTime = (time: number): number => Math.floor(time / 1000);
