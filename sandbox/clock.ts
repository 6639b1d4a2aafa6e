import type { Clock } from "../sdk/clock.js";

/** The sandbox's own time: that of a base clock, moved by tests. */
export class SandboxClock {
  #offset = 0;

  constructor(private readonly base: Pick<Clock, "now">) {}

  /** Milliseconds since the epoch. */
  now(): number {
    return this.base.now() + this.#offset;
  }

  /** Moves the clock forward by `milliseconds`. */
  advance(milliseconds: number): void {
    this.#offset += milliseconds;
  }

  /** Moves the clock to `time`, in milliseconds since the epoch; it goes on from there. */
  set(time: number): void {
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

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
