import type { Clock } from "../values/clock.js";
import type { Notice } from "../values/notice.js";
import { isConclusive, parseRetryAfter } from "./retry.js";
import { inWords } from "../redaction/text.js";
import type { TransportAnswer } from "./transport.js";

/** Length of the provider's fixed window as documented, in milliseconds. */
export const windowLength = 15 * 60 * 1000;

/** What is known of the provider's rate limit before its answers tell. */
export interface RateLimitSettings {
  /** Milliseconds. */
  readonly window: number;
  /** Requests in a window; undefined: its answers will tell. */
  readonly limit: number | undefined;
}

/** The last request that the provider lets through is answered with this number remaining. */
const remainingAtLastGoodOne = 1;

/** A shorter `Retry-After` would be a way to be refused again. */
const shortestWait = 1000;

/** A window that seems shorter is the work of a clock that was set. */
const shortestWindow = 1000;

/** How long a call may still wait for windows to end; shared by all its attempts. */
export interface Patience {
  /** Milliseconds. */
  left: number;
}

const documented: RateLimitSettings = { window: windowLength, limit: undefined };

/** A ticket's number, and when it was issued. */
interface Issued {
  readonly number: number;
  readonly at: number;
}

/** The window is used up, and its end is further away than the call may wait. */
export class WaitTooLong extends Error {
  constructor(readonly wait: number) {
    super("the rate window ends too late");
  }
}

/** Permission to send one request. */
export interface Ticket {
  /** What the answer says about the window. */
  answered(answer: Pick<TransportAnswer, "status" | "header">): void;
  /** To be called once the exchange is over, answered or not. */
  over(): void;
}

/** The request that opened a window. */
interface Opener {
  /** No later than it was sent. */
  readonly at: number;
  /** Tickets issued when its answer came. */
  readonly issued: number;
}

/**
 * The provider's rate limit as far as its answers tell: a fixed window that begins with a request. Where it ends is never
 * said, so the end is taken as one length after the first answer that mentions it, which is never too early. Two requests
 * that each opened a window are at least one length apart, by which a shorter one than expected is learnt. All calls share
 * the gate; only operations known to be limited wait at it, or, where the limit is known ahead, all not known to be free.
 */
export class RateWindow {
  readonly #clock: Clock;
  readonly #notify: (notice: Notice) => void;
  readonly #settings: RateLimitSettings;
  readonly #limited = new Set<string>();
  readonly #free = new Set<string>();
  /** Requests the window has room for; the lowest number seen. */
  #remaining: number | undefined;
  #limit: number | undefined;
  #end: number | undefined;
  /** When the end was set: before that, the clock has been set back. */
  #endSetAt = -Infinity;
  #inFlight = 0;
  /** Counts tickets, to tell answers that overtook one another from a window that began anew. */
  #issued = 0;
  /** Tickets issued when `#remaining` was last lowered. */
  #issuedAtLowest = 0;
  /** The last request known to have opened a window. */
  #opener: Opener | undefined;
  /** Length of a window as its openers show it, where that is shorter than expected. */
  #learnt: number | undefined;
  #announced = false;
  #waiting: (() => void)[] = [];

  constructor(clock: Clock, notify: (notice: Notice) => void, settings: RateLimitSettings = documented) {
    this.#clock = clock;
    this.#notify = notify;
    this.#settings = settings;
    this.#remaining = this.#limit = settings.limit;
  }

  /**
   * Resolves when the operation may be sent; rejects with `WaitTooLong`, or when the signal aborts. Returns how long it
   * slept for the window's end along with the ticket.
   */
  async enter(operation: string, patience: Patience, signal: AbortSignal): Promise<{ ticket: Ticket; slept: number }> {
    let slept = 0;
    for (;;) {
      signal.throwIfAborted();
      const wait = this.#waitFor(operation);
      if (wait === 0) return { ticket: this.#issue(operation), slept };
      if (wait === "an answer") {
        await this.#nextAnswer(signal);
        continue;
      }
      if (wait > patience.left) throw new WaitTooLong(wait);
      this.#announce(wait);
      const start = this.#clock.now();
      await this.#clock.sleep(wait, signal);
      // Less has passed only by a clock that was set back.
      const passed = Math.max(wait, this.#clock.now() - start);
      patience.left -= passed;
      slept += passed;
    }
  }

  /** Milliseconds until the window ends; undefined where no answer has told of one. */
  get left(): number | undefined {
    const now = this.#clock.now();
    this.#roll(now);
    return this.#end === undefined ? undefined : this.#end - now;
  }

  /** Forgets the window: it belongs to the token, and there is a new one. */
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

  #waitFor(operation: string): number | "an answer" {
    const now = this.#clock.now();
    this.#roll(now);
    if (this.#remaining === undefined || !this.#isLimited(operation)) return 0;
    if (this.#remaining <= remainingAtLastGoodOne) return this.#end === undefined ? 0 : this.#end - now;
    return this.#remaining - this.#inFlight <= remainingAtLastGoodOne && this.#inFlight > 0 ? "an answer" : 0;
  }

  #endIn(milliseconds: number, now: number): void {
    this.#end = now + milliseconds;
    this.#endSetAt = now;
  }

  /** Begins anew when the window has ended. Where the clock was set back, the whole time is waited again, and no more. */
  #roll(now: number): void {
    if (this.#end === undefined) return;
    if (now < this.#endSetAt) this.#endIn(this.#end - this.#endSetAt, now);
    if (now < this.#end) return;
    this.#end = undefined;
    this.#remaining = this.#limit;
    this.#announced = false;
  }

  #issue(operation: string): Ticket {
    const number = ++this.#issued;
    const at = this.#clock.now();
    const counted = this.#isLimited(operation);
    if (counted) this.#inFlight++;
    let isOver = false;
    return {
      answered: (answer) => this.#observe(operation, { number, at }, answer),
      over: () => {
        if (isOver) return;
        isOver = true;
        if (counted) this.#inFlight--;
        this.#wake();
      },
    };
  }

  #observe(operation: string, ticket: Issued, answer: Pick<TransportAnswer, "status" | "header">): void {
    const now = this.#clock.now();
    this.#roll(now);
    const limit = count(answer.header("x-ratelimit"));
    const remaining = answer.status === 429 ? 0 : count(answer.header("x-ratelimit-remaining"));
    if (limit !== undefined) this.#limit = limit;
    if (remaining === undefined) {
      // A failure may come from something before the gateway, which counts nothing.
      if (isConclusive(answer.status)) this.#free.add(operation);
      return;
    }
    this.#limited.add(operation);
    // Refused in what had to be a new window: the present one is longer than learnt.
    if (answer.status === 429 && this.#end === undefined) this.#learnt = undefined;
    const isAnotherOpener = this.#limit !== undefined && remaining === this.#limit - 1 && this.#opened(ticket, now);
    if (this.#end === undefined) this.#endIn(this.#length, now);
    if (this.#remaining === undefined || remaining < this.#remaining || (remaining === this.#remaining && !isAnotherOpener)) {
      this.#remaining = remaining;
      this.#issuedAtLowest = this.#issued;
    } else if (ticket.number > this.#issuedAtLowest) {
      // Sent after the lowest number was known and yet answered with a higher one, or as the opener of another window: the
      // window began anew before its supposed end. It is shorter, or another program with the same token had opened it.
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
   * Notes a request that opened a window; whether that is a later one than the last that is known. Only of a request that was sent
   * after the last opener's answer had come this is certain.
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

  #nextAnswer(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal.reason as Error);
      signal.addEventListener("abort", abort, { once: true });
      this.#waiting.push(() => {
        signal.removeEventListener("abort", abort);
        resolve();
      });
    });
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}

const count = (field: string | undefined): number | undefined =>
  field !== undefined && /^\d{1,9}$/.test(field.trim()) ? Number(field) : undefined;
