import type { Clock } from "../values/clock.js";
import { milliseconds } from "../values/duration.js";
import type { Notice } from "../values/notice.js";
import { isConclusive, parseRetryAfter } from "./retry.js";
import { inWords } from "../redaction/text.js";
import type { TransportAnswer } from "./transport.js";

/** Documented length of the provider's fixed window. */
export const windowText = "15m";

/** Length of the window, in milliseconds. */
export const windowLength = milliseconds(windowText);

/** What is known about the provider's rate limit before its first answer. */
export interface RateLimitSettings {
  /** Milliseconds. */
  readonly window: number;
  /** Requests in a window; undefined: learned from the answers. */
  readonly limit: number | undefined;
  /** How many requests may be under way at once of which nothing shows yet whether they are limited. */
  readonly probes: number;
}

/** Runs a step with the call's timeout. */
export type Watch = <T>(step: () => Promise<T>) => Promise<T>;

/** The remaining count in the answer to the last request that the provider accepts. */
const remainingAtLastGoodOne = 1;

/** A shorter `Retry-After` would only lead to another refusal. */
const shortestWait = 1000;

/** A window that seems shorter is the effect of a changed clock. */
const shortestWindow = 1000;

/** How long a call may still wait for windows to end, over all its attempts. */
export interface Patience {
  /** Milliseconds. */
  left: number;
}

const documented: RateLimitSettings = { window: windowLength, limit: undefined, probes: 10 };

/** A permit's number, and the time it was issued. */
interface Issued {
  readonly number: number;
  readonly at: number;
}

/** The window is used up and ends later than the call may wait. */
export class WaitTooLong extends Error {
  constructor(readonly wait: number) {
    super("the rate window ends too late");
  }
}

/** Permission to send one request. */
export interface Permit {
  /** What the answer says about the window. */
  answered(answer: Pick<TransportAnswer, "status" | "header">): void;
  /** Call this once the exchange is over, with or without an answer. */
  over(): void;
}

/** A call that waits for the answers of others. */
interface Waiting {
  readonly operation: string;
  go(permit: Permit | undefined): void;
}

/** The request that opened a window. */
interface Opener {
  /** Not later than the sending of the request. */
  readonly at: number;
  /** Number of permits issued when its answer arrived. */
  readonly issued: number;
}

/**
 * The provider's rate limit as far as its answers show it: a fixed window that begins with a request. No answer says when it ends,
 * so its end is assumed to be one length after the first answer that mentions it. That is too early only if another program opened the next
 * window while a request was under way, whose answer nothing tells from one of the current window; a request is then refused. Two requests
 * that each opened a window are at least one length apart; this reveals a shorter length. All calls share the gate. Operations known to
 * be limited wait at it, or, if the limit is known in advance, all that are not known to be unlimited. The others wait only for the first
 * answers, a few of them at a time: a thousand that passed at once would all be sent, whatever the first answer says.
 */
export class RateWindow {
  readonly #clock: Clock;
  readonly #notify: (notice: Notice) => void;
  readonly #settings: RateLimitSettings;
  readonly #limited = new Set<string>();
  readonly #free = new Set<string>();
  /** Remaining requests in the window; the lowest number seen. */
  #remaining: number | undefined;
  #limit: number | undefined;
  #end: number | undefined;
  /** When the end was set. If it is earlier than this, the clock was set back. */
  #endSetAt = -Infinity;
  /** Requests under way that may count. */
  #inFlight = 0;
  /** Those of them of which nothing shows whether they count. */
  #probing = 0;
  /** Counts permits, to distinguish answers that overtook each other from a new window. */
  #issued = 0;
  /** Permits issued when `#remaining` was last lowered. */
  #issuedAtLowest = 0;
  /** The last request known to have opened a window. */
  #opener: Opener | undefined;
  /** Length of a window as its openers show it, if shorter than expected. */
  #learnt: number | undefined;
  #announced = false;
  readonly #waiting = new Set<Waiting>();

  constructor(clock: Clock, notify: (notice: Notice) => void, settings: RateLimitSettings = documented) {
    this.#clock = clock;
    this.#notify = notify;
    this.#settings = settings;
    this.#remaining = this.#limit = settings.limit;
  }

  /**
   * Resolves when the operation may be sent; rejects with `WaitTooLong`, or when the signal aborts. Returns the permit and how long
   * it waited for the window to end.
   *
   * @param watch limits the waiting for other calls
   */
  async enter(
    operation: string,
    patience: Patience,
    signal: AbortSignal,
    watch: Watch = (step) => step(),
  ): Promise<{ permit: Permit; slept: number }> {
    let slept = 0;
    for (;;) {
      signal.throwIfAborted();
      const wait = this.#waitFor(operation);
      if (wait === 0) return { permit: this.#issue(operation), slept };
      if (wait === "an answer") {
        const permit = await watch(() => this.#nextAnswer(operation, signal));
        if (permit !== undefined) return { permit, slept };
        continue;
      }
      if (wait > patience.left) throw new WaitTooLong(wait);
      this.#announce(wait);
      const start = this.#clock.now();
      await this.#clock.sleep(wait, signal);
      // Less time can pass only if the clock was set back.
      const passed = Math.max(wait, this.#clock.now() - start);
      patience.left -= passed;
      slept += passed;
    }
  }

  /** Milliseconds until the window ends; undefined until an answer mentions a window. */
  get left(): number | undefined {
    const now = this.#clock.now();
    this.#roll(now);
    return this.#end === undefined ? undefined : this.#end - now;
  }

  /** Forgets the window: it belongs to the token, and the token is new. */
  reset(): void {
    this.#remaining = this.#limit = this.#settings.limit;
    this.#end = this.#opener = undefined;
    this.#announced = false;
    this.#wake();
  }

  get #length(): number {
    return this.#learnt ?? this.#settings.window;
  }

  #isLimited(operation: string): boolean {
    return this.#limited.has(operation) || (this.#settings.limit !== undefined && !this.#free.has(operation));
  }

  #isUnknown(operation: string): boolean {
    return !this.#isLimited(operation) && !this.#free.has(operation);
  }

  #waitFor(operation: string): number | "an answer" {
    const now = this.#clock.now();
    this.#roll(now);
    if (this.#isUnknown(operation) && this.#probing >= this.#settings.probes) return "an answer";
    if (this.#remaining === undefined || !this.#isLimited(operation)) return 0;
    if (this.#remaining <= remainingAtLastGoodOne) return this.#end === undefined ? 0 : this.#end - now;
    return this.#remaining - this.#inFlight <= remainingAtLastGoodOne && this.#inFlight > 0 ? "an answer" : 0;
  }

  #endIn(milliseconds: number, now: number): void {
    this.#end = now + milliseconds;
    this.#endSetAt = now;
  }

  /** Starts again when the window has ended. If the clock was set back, the whole length is waited again, and no more. */
  #roll(now: number): void {
    if (this.#end === undefined) return;
    if (now < this.#endSetAt) this.#endIn(this.#end - this.#endSetAt, now);
    if (now < this.#end) return;
    this.#end = undefined;
    this.#remaining = this.#limit;
    this.#announced = false;
  }

  #issue(operation: string): Permit {
    const number = ++this.#issued;
    const at = this.#clock.now();
    const counts = this.#free.has(operation) && !this.#isLimited(operation) ? 0 : 1;
    const probes = this.#isUnknown(operation) ? 1 : 0;
    this.#inFlight += counts;
    this.#probing += probes;
    let isOver = false;
    return {
      answered: (answer) => this.#observe(operation, { number, at }, answer),
      over: () => {
        if (isOver) return;
        isOver = true;
        this.#inFlight -= counts;
        this.#probing -= probes;
        this.#wake();
      },
    };
  }

  #observe(operation: string, permit: Issued, answer: Pick<TransportAnswer, "status" | "header">): void {
    const now = this.#clock.now();
    this.#roll(now);
    const limit = count(answer.header("x-ratelimit"));
    const remaining = answer.status === 429 ? 0 : count(answer.header("x-ratelimit-remaining"));
    if (limit !== undefined) this.#limit = limit;
    if (remaining === undefined) {
      // A failure may come from something in front of the gateway, which counts nothing.
      if (isConclusive(answer.status)) this.#free.add(operation);
      return;
    }
    this.#limited.add(operation);
    // Refused in what should be a new window: the real window is longer than learned.
    if (answer.status === 429 && this.#end === undefined) this.#learnt = undefined;
    const isAnotherOpener = this.#limit !== undefined && remaining === this.#limit - 1 && this.#opened(permit, now);
    if (this.#end === undefined) this.#endIn(this.#length, now);
    if (this.#remaining === undefined || remaining < this.#remaining || (remaining === this.#remaining && !isAnotherOpener)) {
      this.#remaining = remaining;
      this.#issuedAtLowest = this.#issued;
    } else if (permit.number > this.#issuedAtLowest) {
      // Sent after the lowest number was known, but answered with a higher one, or it opened another window: a new window
      // began before the expected end. Either the window is shorter, or another program with the same token had opened it.
      this.#remaining = remaining;
      this.#issuedAtLowest = this.#issued;
      this.#endIn(this.#length, now);
      this.#announced = false;
    }
    if (answer.status === 429) {
      const advised = parseRetryAfter(answer.header("retry-after"), now);
      if (advised !== undefined) this.#endIn(Math.max(advised, shortestWait), now);
    }
  }

  /**
   * Notes a request that opened a window. Returns whether it is later than the last known one; that is certain only for a request
   * sent after the answer to the last opener arrived.
   */
  #opened({ number, at }: Issued, now: number): boolean {
    const last = this.#opener;
    if (last !== undefined && number <= last.issued) return false;
    this.#opener = { at, issued: this.#issued };
    if (last === undefined) return false;
    const longest = now - last.at;
    if (longest >= shortestWindow && longest < this.#length) this.#learnt = longest;
    return true;
  }

  #announce(wait: number): void {
    if (this.#announced) return;
    this.#announced = true;
    const limit = this.#limit === undefined ? "" : ` of ${this.#limit} requests in ${inWords(this.#length)}`;
    this.#notify({ kind: "rate-limit", message: `The provider's rate limit${limit} is used up: waiting ${inWords(wait)}.` });
  }

  /** Waits for other calls; the permit, or undefined if the window must end first. */
  #nextAnswer(operation: string, signal: AbortSignal): Promise<Permit | undefined> {
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#waiting.delete(waiting);
        signal.removeEventListener("abort", abort);
      };
      const abort = () => {
        end();
        reject(signal.reason as Error);
      };
      const go = (permit: Permit | undefined) => {
        end();
        resolve(permit);
      };
      const waiting: Waiting = { operation, go };
      signal.addEventListener("abort", abort, { once: true });
      this.#waiting.add(waiting);
    });
  }

  /** Lets those go on that can, in their order. Each gets its permit here, so that all others need not look. */
  #wake(): void {
    for (const { operation, go } of this.#waiting) {
      const wait = this.#waitFor(operation);
      if (wait !== "an answer") go(wait === 0 ? this.#issue(operation) : undefined);
    }
  }
}

const count = (field: string | undefined): number | undefined =>
  field !== undefined && /^\d{1,9}$/.test(field.trim()) ? Number(field) : undefined;
