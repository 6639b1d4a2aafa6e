import { parseHttpDate } from "./http-date.js";
import type { RepeatClass } from "./operation.js";

/** Why an exchange failed, as far as repeating it is concerned. */
export type Trouble =
  /** Nothing was sent, and a second try may fare better. */
  | { readonly kind: "unsent" }
  /** Something was sent, and no complete answer came. */
  | { readonly kind: "unanswered" }
  | { readonly kind: "status"; readonly status: number; readonly retryAfter?: string | undefined };

export interface RetryPolicy {
  readonly attempts: number;
  readonly baseDelay: number;
  readonly maxDelay: number;
}

export interface RetryQuestion {
  readonly repeat: RepeatClass;
  /** Number of the attempt that failed, from 1. */
  readonly attempt: number;
  readonly trouble: Trouble;
  readonly policy: RetryPolicy;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** No pause may reach beyond this. */
  readonly deadline: number;
  /** From 0 to 1. */
  readonly random: number;
}

/** Milliseconds to wait before the next attempt; undefined: give up. */
export function pauseBeforeRetry(question: RetryQuestion): number | undefined {
  const { repeat, attempt, trouble, policy, now, deadline, random } = question;
  if (attempt >= policy.attempts || !mayRepeat(repeat, trouble)) return undefined;
  const jittered = random * Math.min(policy.maxDelay, policy.baseDelay * 2 ** (attempt - 1));
  const advised = trouble.kind === "status" ? parseRetryAfter(trouble.retryAfter, now) : undefined;
  const pause = Math.ceil(Math.max(jittered, advised ?? 0));
  return now + pause < deadline ? pause : undefined;
}

/** Whether another sending is harmless: it changes nothing twice, or the first certainly changed nothing. */
function mayRepeat(repeat: RepeatClass, trouble: Trouble): boolean {
  if (trouble.kind === "unsent") return true;
  if (repeat !== "safe" && repeat !== "idempotent") return false;
  return trouble.kind === "unanswered" || trouble.status >= 500;
}

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
