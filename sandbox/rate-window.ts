export interface RateLimit {
  /** Size of a window; one request fewer is answered. */
  readonly limit: number;
  readonly windowMs: number;
}

interface Window {
  readonly start: number;
  readonly used: number;
}

/** Fixed windows, each starting at the first request of its caller, with the published gateway's off-by-one. */
export class RateWindow {
  readonly #windows = new Map<string, Window>();

  constructor(
    private readonly rate: RateLimit,
    private readonly now: () => number,
  ) {}

  /** Counts a request of `caller`. */
  count(caller: string): { readonly allowed: boolean; readonly headers: Readonly<Record<string, string>> } {
    const present = this.#windows.get(caller);
    const time = this.now();
    const window = present !== undefined && time - present.start < this.rate.windowMs ? present : { start: time, used: 0 };
    const used = window.used + 1;
    this.#windows.set(caller, { start: window.start, used });
    const remaining = Math.max(0, this.rate.limit - used);
    return {
      allowed: remaining > 0,
      headers: { "X-RateLimit": String(this.rate.limit), "X-RateLimit-Remaining": String(remaining) },
    };
  }

  clear(): void {
    this.#windows.clear();
  }
}
