import { parseHttpDate } from "./http-date.js";
import type { RepeatClass } from "../operations/operation.js";

/** Why an exchange failed, as far as repeating it is concerned. */
export type Trouble =
  /** Nothing was sent, and a second try may fare better. */
  | { readonly kind: "unsent" }
  /** Something was sent, and no complete answer came. */
  | { readonly kind: "unanswered" }
  | { readonly kind: "status"; readonly status: number; readonly retryAfter?: string | undefined };

export interface RetryPolicy {
  readonly attempts: number;
  /** Milliseconds that the pauses of all attempts add up to. */
  readonly budget: number;
  readonly baseDelay: number;
  readonly maxDelay: number;
}

/** What the earlier pauses of a call leave for the next one. */
export interface Pauses {
  /** Milliseconds of the budget that are used up. */
  readonly spent: number;
  /** The last one before the provider's advice; undefined before the first. */
  readonly last: number | undefined;
}

export const noPauses: Pauses = { spent: 0, last: undefined };

export interface RetryQuestion {
  readonly repeat: RepeatClass;
  /** Number of the attempt that failed, from 1. */
  readonly attempt: number;
  readonly trouble: Trouble;
  readonly policy: RetryPolicy;
  readonly pauses: Pauses;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** No pause may reach beyond this. */
  readonly deadline: number;
  /** From 0 to 1. */
  readonly random: number;
}

/** Milliseconds to wait before the next attempt, and what that leaves for the one after; undefined: give up. */
export function pauseBeforeRetry(
  question: RetryQuestion,
): { readonly milliseconds: number; readonly pauses: Pauses } | undefined {
  const { repeat, attempt, trouble, policy, pauses, now, deadline } = question;
  if (attempt >= policy.attempts || !mayRepeat(repeat, trouble)) return undefined;
  const drawn = drawPause(question);
  const advised = trouble.kind === "status" ? parseRetryAfter(trouble.retryAfter, now) : undefined;
  const milliseconds = Math.ceil(Math.max(drawn, advised ?? 0));
  if (now + milliseconds >= deadline) return undefined;
  return { milliseconds, pauses: { spent: pauses.spent + drawn, last: drawn } };
}

/**
 * Decorrelated jitter, from `baseDelay` to three times the last pause, spread over the budget: the pauses to come keep room for
 * `baseDelay` each, and the last one takes all that is left, so that no attempt is used up before an outage as long as the budget
 * is over. Where the deadline comes first, half of the time until then is the budget: an attempt takes time, too.
 */
function drawPause({ attempt, policy, pauses, now, deadline, random }: RetryQuestion): number {
  const { attempts, budget, baseDelay, maxDelay } = policy;
  const left = Math.max(0, Math.min(budget - pauses.spent, (deadline - now) / 2));
  const toCome = attempts - attempt - 1;
  if (toCome === 0) return Math.min(maxDelay, left + random * Math.min(baseDelay, left / 2));
  const most = Math.min(maxDelay, Math.max(left - toCome * baseDelay, left / (toCome + 1)));
  // What pauses of at most `maxDelay` could not make up for is taken now.
  const least = Math.min(most, Math.max(baseDelay, left - toCome * maxDelay));
  const widest = Math.min(most, Math.max(least, 3 * (pauses.last ?? baseDelay)));
  return least + random * (widest - least);
}

/** Whether a request may take effect twice without harm. */
export const isRepeatable = (repeat: RepeatClass): boolean => repeat === "safe" || repeat === "idempotent";

/** Whether another sending is harmless: it changes nothing twice, or the first certainly changed nothing. */
function mayRepeat(repeat: RepeatClass, trouble: Trouble): boolean {
  if (trouble.kind === "unsent") return true;
  if (!isRepeatable(repeat)) return false;
  return trouble.kind === "unanswered" || !isConclusive(trouble.status);
}

/**
 * Whether a status tells what became of the request. A failure of the server can come after the effect, and so can a 408: a proxy that
 * has passed the request on may lose patience with it.
 */
export const isConclusive = (status: number): boolean => status < 500 && status !== 408;

/** A `Retry-After` field, seconds or HTTP date, in milliseconds from now; undefined where it makes no sense. */
export function parseRetryAfter(field: string | undefined, now: number): number | undefined {
  const text = field?.trim() ?? "";
  if (/^\d+$/.test(text)) {
    const milliseconds = Number(text) * 1000;
    return Number.isSafeInteger(milliseconds) ? milliseconds : undefined;
  }
  const date = parseHttpDate(text);
  return date === undefined ? undefined : Math.max(0, date - now);
}
