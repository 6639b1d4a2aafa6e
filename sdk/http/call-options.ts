import type { RepeatClass } from "../operations/operation.js";
import { overDefaults } from "../values/defaults.js";
import { ConfigurationError } from "../values/errors.js";
import { checkedHeaders } from "./headers.js";
import { callback, duration, flag, having, integer, longestTimer } from "./option-checks.js";
import { optionNames, readOptions } from "./option-names.js";
import type { RetryPolicy } from "./retry.js";
import type { AnswerEvent } from "./wire-events.js";

export interface RetryOptions {
  /**
   * How many times a request is sent at most, including the first time; default 4. Other clients call one less `maxRetries`. A request that
   * the rate limit refused does not count: it is sent again when the next window opens, up to 5 times.
   */
  readonly attempts?: number | undefined;
  /**
   * Milliseconds over which three or more attempts are spread, as far as the call's timeout allows; default 5 seconds. A shorter
   * outage fails no call that may be retried. Pauses that the provider requests with `Retry-After` are added. 0: no pauses.
   */
  readonly budget?: number | undefined;
  /** Shortest pause in milliseconds, if the budget allows it; default 500. The first pause is at most three times as long. */
  readonly baseDelay?: number | undefined;
  /** Longest pause in milliseconds, except for what `Retry-After` requests; default 20 seconds. */
  readonly maxDelay?: number | undefined;
}

/** Options of one call, or of the calls of a derived client. */
export interface CallOptions {
  /** Ends the call. One of a derived client ends its calls in addition to their own. */
  readonly signal?: AbortSignal | undefined;
  /** Limit of the whole call in milliseconds, including the wait for the rate window; replaces `timeouts.total`. */
  readonly timeout?: number | undefined;
  /** As in `ClientOptions`, for this call. */
  readonly fresh?: boolean | undefined;
  /** As in `ClientOptions`, for this call; the client's value applies to omitted members. A login that the call waits for uses the client's. */
  readonly retry?: RetryOptions | undefined;
  /** Further header fields, as in `ClientOptions`; they replace those of the client with the same name. A login does not have them. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Called with status and header fields of each answer to this call, including retried ones; as in `ClientOptions`. */
  readonly onAnswer?: ((event: AnswerEvent) => unknown) | undefined;
  /**
   * Called right before each sending of a request that cannot be repeated safely, including retries, after the waits for token and
   * rate window. If it returns a promise, the client waits for it. If it throws or the promise is rejected, the request is not sent,
   * and the call fails with that error. Operations of the retry class `safe` never call it. One of a derived client is called before that of
   * the call.
   *
   * @param mayHaveActed whether an earlier sending of the same call may have taken effect
   */
  readonly onSend?: ((mayHaveActed: boolean) => unknown) | undefined;
}

/** Options of `client.request`. */
export interface RequestOptions extends CallOptions {
  /**
   * What sending the request twice would do; default `safe` for GET and HEAD, and `ambiguous` for the others, which are then sent again only
   * if they certainly had no effect. Refused for what the table of the client covers.
   */
  readonly repeat?: RepeatClass | undefined;
}

const retryOptions = optionNames<RetryOptions>({ attempts: true, budget: true, baseDelay: true, maxDelay: true });
const callOptions = optionNames<CallOptions>({
  signal: true,
  timeout: true,
  fresh: true,
  retry: true,
  headers: true,
  onAnswer: true,
  onSend: true,
});

const requestOptions = [...callOptions, ...optionNames<Pick<RequestOptions, "repeat">>({ repeat: true })];

const repeatClasses = optionNames<Record<RepeatClass, unknown>>({
  safe: true,
  idempotent: true,
  ambiguous: true,
  billable: true,
  notifying: true,
});

/** What applies unless client or call say otherwise. */
export const usualRetry: RetryPolicy = { attempts: 4, budget: 5_000, baseDelay: 500, maxDelay: 20_000 };

/** @throws ConfigurationError */
export function resolveRetry(options: RetryOptions | undefined, fallback: RetryPolicy): RetryPolicy {
  const { attempts, budget, baseDelay, maxDelay } = readOptions("retry", options, retryOptions);
  return {
    attempts: integer("retry.attempts", attempts, fallback.attempts, 1),
    budget: integer("retry.budget", budget, fallback.budget, 0, longestTimer),
    baseDelay: integer("retry.baseDelay", baseDelay, fallback.baseDelay, 0, longestTimer),
    maxDelay: integer("retry.maxDelay", maxDelay, fallback.maxDelay, 0, longestTimer),
  };
}

/**
 * The options of one call, validated.
 *
 * @throws ConfigurationError
 */
export function readCallOptions(given: CallOptions | undefined): CallOptions {
  return checked(readOptions("options of a call", given, callOptions));
}

/**
 * The options of a request, validated.
 *
 * @throws ConfigurationError
 */
export function readRequestOptions(given: RequestOptions | undefined): RequestOptions {
  const options = checked(readOptions("options of a request", given, requestOptions));
  if (options.repeat !== undefined && !repeatClasses.includes(options.repeat))
    throw new ConfigurationError(`repeat must be one of ${repeatClasses.join(", ")}.`);
  return options;
}

/** A guard of a shared client stays when a call has one of its own. */
function bothOf(first: CallOptions["onSend"], second: CallOptions["onSend"]): CallOptions["onSend"] {
  if (first === undefined || second === undefined) return first ?? second;
  return async (mayHaveActed) => {
    await first(mayHaveActed);
    await second(mayHaveActed);
  };
}

function checked<O extends CallOptions>(options: O): O {
  flag("fresh", options.fresh, false);
  for (const name of ["onAnswer", "onSend"] as const) callback(name, options[name]);
  having("signal", options.signal, ["addEventListener"], "an AbortSignal");
  duration("timeout", options.timeout, 1);
  resolveRetry(options.retry, usualRetry);
  return options.headers === undefined ? options : { ...options, headers: checkedHeaders(options.headers) };
}

/** Validated options over defaults. Members of `retry` and header fields are replaced one by one; both signals and both `onSend` apply. */
export function overCallDefaults(defaults: CallOptions, given: CallOptions): CallOptions {
  const { signal, onSend } = defaults;
  return {
    ...overDefaults(defaults, given),
    retry: overDefaults(defaults.retry ?? {}, given.retry),
    headers: { ...defaults.headers, ...given.headers },
    signal:
      signal === undefined || given.signal === undefined ? (given.signal ?? signal) : AbortSignal.any([signal, given.signal]),
    onSend: bothOf(onSend, given.onSend),
  };
}
