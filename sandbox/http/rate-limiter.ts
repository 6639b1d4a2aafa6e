import type { RateLimit } from "../state/settings.js";

/** Maximum number of remembered callers; beyond it, the oldest is forgotten. */
const mostCallers = 10_000;

interface Window {
  readonly start: number;
  readonly used: number;
}

/** Fixed windows, each starting at the first request of its caller, with the published gateway's off-by-one error. */
export class RateLimiter {
  /** In the order of their start. */
  readonly #windows = new Map<string, Window>();

  constructor(
    private readonly rate: RateLimit,
    private readonly now: () => number,
  ) {}

  /** Number of remembered callers. */
  get size(): number {
    return this.#windows.size;
  }

  /** Counts a request of `caller`. */
  count(caller: string): { readonly allowed: boolean; readonly headers: Readonly<Record<string, string>> } {
    const time = this.now();
    this.#forget(time);
    const { start, used: before } = this.#windows.get(caller) ?? { start: time, used: 0 };
    const used = before + 1;
    this.#windows.set(caller, { start, used });
    const remaining = Math.max(0, this.rate.limit - used);
    return {
      allowed: remaining > 0,
      headers: { "X-RateLimit": String(this.rate.limit), "X-RateLimit-Remaining": String(remaining) },
    };
  }

  /** Forgets the expired windows, and the oldest if there are too many. */
  #forget(time: number): void {
    for (const [caller, { start }] of this.#windows) {
      const isOver = time - start >= this.rate.windowMs;
      if (!isOver && this.#windows.size <= mostCallers) return;
      this.#windows.delete(caller);
    }
  }
}
