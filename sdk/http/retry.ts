import { parseHttpDate } from "./provider-time.js";
import type { RepeatClass } from "../operations/operation.js";

/** Why an exchange failed, as far as it matters for a retry. */
export type Trouble =
  /** Nothing was sent, and a retry may succeed. */
  | { readonly kind: "unsent" }
  /** Something was sent, and no complete answer arrived. */
  | { readonly kind: "unanswered" }
  | { readonly kind: "status"; readonly status: number; readonly retryAfter?: string | undefined };

export interface RetryPolicy {
  readonly attempts: number;
  /** Total milliseconds of all pauses. */
  readonly budget: number;
  readonly baseDelay: number;
  readonly maxDelay: number;
}

/** What a call's earlier pauses leave for the next one. */
export interface Pauses {
  /** Milliseconds of the budget that are used up. */
  readonly spent: number;
  /** The last pause, without the provider's advice; undefined before the first. */
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
  /** No pause may end later. */
  readonly deadline: number;
  /** From 0 to 1. */
  readonly random: number;
}

/** Milliseconds to wait before the next attempt, and what remains for later pauses; undefined: do not retry. */
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
 * Decorrelated jitter, from `baseDelay` to three times the last pause, spread over the budget. Each later pause keeps at least
 * `baseDelay`, and the last one takes all that is left, so the attempts outlast an outage as long as the budget. The first pause
 * is always short, even if it is the last one: most broken connections need no more. If the deadline comes first, half of the
 * time until then is the budget, because an attempt takes time too.
 */
function drawPause({ attempt, policy, pauses, now, deadline, random }: RetryQuestion): number {
  const { attempts, budget, baseDelay, maxDelay } = policy;
  const left = Math.max(0, Math.min(budget - pauses.spent, (deadline - now) / 2));
  const toCome = attempts - attempt - 1;
  const isFirst = attempt === 1;
  if (toCome === 0 && !isFirst) return Math.min(maxDelay, left + random * Math.min(baseDelay, left / 2));
  const most = Math.min(maxDelay, Math.max(left - toCome * baseDelay, left / (toCome + 1)));
  // Takes now what later pauses of at most `maxDelay` could not make up for.
  const least = Math.min(most, Math.max(baseDelay, isFirst ? 0 : left - toCome * maxDelay));
  const widest = Math.min(most, Math.max(least, 3 * (pauses.last ?? baseDelay)));
  return least + random * (widest - least);
}

/** Whether a request may take effect twice without harm. */
export const isRepeatable = (repeat: RepeatClass): boolean => repeat === "safe" || repeat === "idempotent";

/**
 * Whether sending again is harmless: it changes nothing twice, or the first attempt certainly changed nothing. A used-up rate window
 * (429) and a refused token also prove that; `call.ts` removes those obstacles and sends again without asking here.
 */
function mayRepeat(repeat: RepeatClass, trouble: Trouble): boolean {
  if (trouble.kind === "unsent") return true;
  if (!isRepeatable(repeat)) return false;
  return trouble.kind === "unanswered" || !isConclusive(trouble.status);
}

/**
 * Whether a status shows if the request took effect. A server can fail after the effect. So can a proxy that forwards the request
 * and then answers 408.
 */
export const isConclusive = (status: number): boolean => status < 500 && status !== 408;

/** A `Retry-After` field, seconds or HTTP date, in milliseconds from now; undefined if invalid. */
export function parseRetryAfter(field: string | undefined, now: number): number | undefined {
  const text = field?.trim() ?? "";
  if (/^\d+$/.test(text)) {
    const milliseconds = Number(text) * 1000;
    return Number.isSafeInteger(milliseconds) ? milliseconds : undefined;
  }
  const date = parseHttpDate(text);
  return date === undefined ? undefined : Math.max(0, date - now);
}
