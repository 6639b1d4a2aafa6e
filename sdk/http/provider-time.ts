import type { Clock } from "../values/clock.js";
import type { TransportAnswer } from "./transport.js";

/** The format that senders must use (RFC 9110, section 5.6.7). The two obsolete formats are not accepted. */
const fixdate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** An HTTP date in milliseconds since the epoch; undefined if there is none or the day does not exist. */
export function parseHttpDate(field: string | undefined): number | undefined {
  const text = field?.trim() ?? "";
  if (!fixdate.test(text)) return undefined;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toUTCString() === text ? date.getTime() : undefined;
}

/** `Date` has whole seconds, rounded down. */
const resolution = 1000;

/** A clock that shows an earlier year was never set. */
const earliest = Date.UTC(2000, 0, 1);

/** How far the provider's clock is ahead of this machine's, in milliseconds, and the maximum error of that. */
interface Offset {
  readonly value: number;
  readonly error: number;
}

/** The provider's clock, derived from the `Date` fields of its answers (RFC 9110, section 6.6.1). */
export class ProviderTime {
  readonly #clock: Pick<Clock, "now">;
  #offset: Offset | undefined;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Takes an answer whose request was sent at `sent` and whose head arrived at `received`, by this machine's clock. */
  observe(answer: Pick<TransportAnswer, "header">, sent: number, received: number): void {
    if (received < sent || isStored(answer)) return;
    const date = parseHttpDate(answer.header("date"));
    if (date === undefined || date < earliest) return;
    const offset = {
      value: date + resolution / 2 - (sent + received) / 2,
      error: (resolution + received - sent) / 2,
    };
    if (!this.#isBetter(offset)) this.#offset = offset;
  }

  /** Milliseconds since the epoch by the provider's clock; undefined until an answer contains a date. */
  now(): number | undefined {
    return this.#offset === undefined ? undefined : this.#clock.now() + this.#offset.value;
  }

  /** A slow answer is imprecise. It still counts if it contradicts the known offset, because then one of the clocks was set. */
  #isBetter(than: Offset): boolean {
    const known = this.#offset;
    return known !== undefined && known.error < than.error && Math.abs(known.value - than.value) <= known.error + than.error;
  }
}

/** An answer from a cache shows when it was created, not the current time. */
const isStored = (answer: Pick<TransportAnswer, "header">): boolean =>
  answer.header("age") !== undefined || /hit/i.test(answer.header("x-cache") ?? "");
