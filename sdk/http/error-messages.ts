import {
  AbortError,
  AccessDeniedError,
  AnswerError,
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  RateLimitError,
  RedirectError,
  ServerError,
  TimeoutError,
  type Effect,
  HostingError,
} from "../values/errors.js";
import { codeOf, presentableCause } from "./cause.js";
import { Closed } from "./deadline.js";
import type { UnreadableBody } from "./decode.js";
import { Discarded } from "./file.js";
import type { Operation } from "../operations/operation.js";
import type { Request } from "./request.js";
import { exactly, inWords, presentable } from "../redaction/text.js";
import type { Token } from "./token.js";
import type { TransportError } from "./transport-error.js";

/** Details of the failed call that its message mentions. */
export interface Circumstances {
  readonly effect: Effect;
  /** How many times the request was sent or tried. */
  readonly attempts: number;
  /** Whether every call would fail like this. Default: false. */
  readonly isLasting?: boolean;
  /** An additional sentence. */
  readonly note?: string | undefined;
}

/** `createWebhook (POST /v1/webhooks)`. */
export function nameOf(request: Request): string {
  const { id, method } = request.operation;
  return `${id} (${method} ${presentable(request.path, request.secrets()) ?? ""})`;
}

/** The advice for a request that may have taken effect. */
export const lookFirst = "The request may still have taken effect: check before retrying.";

const sentences = (...parts: readonly (string | undefined)[]): string => parts.filter((part) => part !== undefined).join(" ");

const triedOften = (attempts: number): string => (attempts > 1 ? ` after ${attempts} attempts` : "");

/** The end of a sentence; a request that may have taken effect needs a look first, not a retry. */
const later = (effect: Effect): string => (effect === "possible" ? "." : ": try again later.");

const caution = (effect: Effect): string | undefined => (effect === "possible" ? lookFirst : undefined);

/** What a body says: the first of `message`, `msg` and `reason`, or plain text as it is. Anything else is omitted. */
export function saidIn(body: string, request: Request): string | undefined {
  const text = body.trim();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return /^[<{[]/.test(text) ? undefined : presentable(text, request.secrets());
  }
  if (typeof parsed !== "object" || parsed === null) return undefined;
  const members = parsed as Record<string, unknown>;
  const said = ["message", "msg", "reason"]
    .map((name) => members[name])
    .find((part) => typeof part === "string" && part.trim() !== "");
  return said === undefined ? undefined : presentable(said as string, request.secrets());
}

type FailureClass = new (...args: ConstructorParameters<typeof RateLimitError>) => ApiError;

const classes: Readonly<Record<number, FailureClass>> = {
  400: BadRequestError,
  403: AccessDeniedError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

/** The error class for a failure status. */
export const errorClass = (status: number): FailureClass => classes[status] ?? (status >= 500 ? ServerError : ApiError);

/** Statuses whose advice says what they mean. */
const explained: readonly number[] = [403, 404];

function advice(status: number, retryIn: number | undefined, effect: Effect): string | undefined {
  if (status === 400) return "Correct the input: the operation's description lists what it takes.";
  if (status === 403) return "The login has no access, or the object does not exist: the API does not distinguish these cases.";
  if (status === 408) return `The server, or a proxy, waited too long${later(effect)}`;
  if (status === 404) return "The object does not exist. If every request fails like this, check baseUrl.";
  if (status === 409) return "The object's current state does not allow it.";
  if (status === 429)
    return `The rate limit is used up: ${retryIn === undefined ? "run again later" : `the next request is possible in ${inWords(retryIn)}`}.`;
  if (status >= 500) return `The failure is on the provider's side${later(effect)}`;
  return undefined;
}

/** The error for a failure status; `retryIn`: milliseconds until the rate limit allows another request. */
export function statusError(
  request: Request,
  status: number,
  said: string | undefined,
  circumstances: Circumstances,
  retryIn?: number,
): ApiError {
  const { operation } = request;
  const { effect, attempts, note } = circumstances;
  const listed = operation.answers[status];
  const message = sentences(
    `${nameOf(request)} failed with status ${status}${triedOften(attempts)}${said === undefined ? "; the provider gave no reason." : `: ${said}.`}`,
    listed?.kind === "failure" && listed.meaning !== said && !explained.includes(status)
      ? `Documented meaning: ${listed.meaning}.`
      : undefined,
    note,
    advice(status, retryIn, effect),
    caution(effect),
  );
  const Class = errorClass(status);
  return new Class(message, status, said, { operation, effect, retryIn });
}

/** The error for an unexpected redirect. */
export function redirectError(
  request: Request,
  status: number,
  location: string | undefined,
  { effect }: Circumstances,
): RedirectError {
  const target =
    location !== undefined && URL.canParse(location) ? presentable(new URL(location).host, request.secrets()) : undefined;
  const message = sentences(
    `${nameOf(request)} was answered with a redirect (status ${status}${target === undefined ? "" : ` to ${target}`}).`,
    "It was not followed, so that no other host receives the token. Check baseUrl.",
    caution(effect),
  );
  return new RedirectError(message, status, undefined, { operation: request.operation, effect });
}

/** An answer that rejects a token. It may also be a failure of the gateway unless it is `certain`. */
interface Refusal {
  readonly status: number;
  readonly said: string | undefined;
  readonly certain: boolean;
}

/** The gateway does not accept the token, and no better one is available. */
export function tokenRefusedError(
  request: Request,
  { status, said, certain }: Refusal,
  { fromLogin }: Pick<Token, "fromLogin">,
  { effect, attempts, isLasting }: Circumstances,
): AuthenticationError {
  const message = sentences(
    certain
      ? `${nameOf(request)}: the provider does not accept the access token${said === undefined ? "" : ` (${said})`}.`
      : `${nameOf(request)} failed with status ${status}${triedOften(attempts)}${said === undefined ? "." : `: ${said}.`} ` +
          "The gateway answers like this to an access token that it does not accept.",
    fromLogin
      ? "The token comes from a recent login: check that baseUrl is the address of that login."
      : "It has expired, was revoked, or belongs to another address than baseUrl: set a new accessToken, or a login, whose tokens are renewed.",
    certain ? undefined : `If other calls succeed with the same token, the failure is on the provider's side${later(effect)}`,
    caution(effect),
  );
  return new AuthenticationError(message, { operation: request.operation, effect, isLasting, status, said });
}

/** A wait for the rate window that is longer than a call may wait. */
interface ExcessiveWait {
  /** Milliseconds. */
  readonly wait: number;
  /** Milliseconds. */
  readonly allowed: number;
  /** The option that sets the limit. */
  readonly bound: "timeout" | "maxRateLimitWait";
}

const allowMore: Readonly<Record<ExcessiveWait["bound"], string>> = {
  timeout: "give this call a longer timeout",
  maxRateLimitWait: "allow a longer wait (maxRateLimitWait; in Pulumi hosting:rateLimitWait)",
};

/** The rate window is used up, and waiting for its end would take longer than allowed. */
export function rateLimitError(
  request: Request,
  { wait, allowed, bound }: ExcessiveWait,
  said: string | undefined,
  effect: Effect,
): RateLimitError {
  const message = sentences(
    `${nameOf(request)} was not sent: the provider's rate limit is used up${said === undefined ? "." : ` (${said}).`}`,
    `The next request is possible in ${inWords(wait)}, and this call may wait ${allowed <= 0 ? "no longer" : `${inWords(allowed)} more`}.`,
    `Run again later, or ${allowMore[bound]}.`,
    caution(effect),
  );
  return new RateLimitError(message, 429, said, { operation: request.operation, effect, retryIn: wait });
}

const phases = {
  "connect-timeout": "connect",
  "request-timeout": "request",
  "body-timeout": "body",
} as const;

const pulumiSetting = "; in Pulumi hosting:requestTimeout or HOSTING_REQUEST_TIMEOUT";

const isTimeout = (fault: TransportError["fault"]): fault is keyof typeof phases => fault in phases;

const remedies: Readonly<Partial<Record<TransportError["fault"], string>>> = {
  untrusted: "Check baseUrl. To trust your own certificate authority, set NODE_EXTRA_CA_CERTS.",
  "no-host": "Check baseUrl and the network.",
  unreachable: "Check baseUrl and the network.",
  "proxy-login": "Check the user name and password in HTTPS_PROXY or HTTP_PROXY: http://user:password@host:port.",
  "proxy-refused": "Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY, and whether the proxy allows this host.",
};

/** The error for an exchange without a complete answer; `status` is set if the answer was cut off. */
export function transportError(
  request: Request,
  host: string,
  error: TransportError,
  status: number | undefined,
  { effect, attempts, isLasting }: Circumstances,
): HostingError {
  const { operation } = request;
  const details = { operation, effect, code: codeOf(error.cause), cause: presentableCause(error.cause, request.secrets()) };
  const failed = `${nameOf(request)} failed${triedOften(attempts)}`;
  if (isTimeout(error.fault)) {
    const phase = phases[error.fault];
    const message = sentences(
      `${failed}: ${error.message} from ${host}.`,
      `${effect === "possible" ? "Allow" : "Try again later, or allow"} more time (timeouts.${phase}${phase === "connect" ? "" : pulumiSetting}).`,
      caution(effect),
    );
    return new TimeoutError(message, phase, details);
  }
  if (error.fault === "too-large")
    return new AnswerError(sentences(`${failed}: ${error.message} (maxAnswerBytes).`, caution(effect)), details);
  if (status !== undefined)
    return new AnswerError(
      sentences(`${failed}: status ${status}, but the answer was cut off: ${error.message}.`, caution(effect)),
      details,
    );
  const remedy = remedies[error.fault] ?? (effect === "possible" ? undefined : "Try again later.");
  return new ConnectionError(sentences(`${failed}: ${error.message}, host ${host}.`, remedy, caution(effect)), {
    ...details,
    isLasting,
  });
}

/** Why a call that ended before it sent its request got no connection. */
export function waitingNote(maxConnections: number, openFiles: number): string {
  const files = openFiles === 1 ? "1 file is" : `${openFiles} files are`;
  return sentences(
    `Until then it waited for one of the client's connections (maxConnections: ${maxConnections}).`,
    openFiles === 0
      ? undefined
      : `${files} neither read to the end nor discarded, and each can occupy one: read them, or call discard().`,
  );
}

/** Why a call that ended before it had a token got none; `failure` is the login's latest error. */
export const loginNote = (failure: HostingError | undefined): string =>
  `Until then it waited for the client's login, which all calls share${failure === undefined ? "." : ` and which has failed so far: ${failure.message}`}`;

/** The whole call took longer than allowed; `cause` is the error of the last attempt or of the login. */
export function deadlineError(
  request: Request,
  milliseconds: number,
  { effect, attempts, note }: Circumstances,
  cause: HostingError | undefined,
): TimeoutError {
  const message = sentences(
    `${nameOf(request)} timed out${triedOften(attempts)}: it took longer than the ${exactly(milliseconds)} allowed for the whole call.`,
    note,
    caution(effect),
  );
  const code = cause instanceof ConnectionError ? cause.code : undefined;
  return new TimeoutError(message, "total", { operation: request.operation, effect, code, cause });
}

/** The caller ended the call: with the signal, by closing the client, or by discarding the file. */
export function abortError(request: Request, { effect, note }: Circumstances, reason: unknown): AbortError {
  const ended =
    reason instanceof Closed
      ? "was ended: the client was closed."
      : reason instanceof Discarded
        ? "was answered with a file that has been discarded."
        : "was ended by the caller's signal.";
  return new AbortError(sentences(`${nameOf(request)} ${ended}`, note, caution(effect)), {
    operation: request.operation,
    effect,
    cause: reason,
  });
}

/** A listing was ended between two elements. */
export const listingEnded = (operation: Operation, reason: unknown): AbortError =>
  new AbortError(
    `${operation.id}: the listing was ended${reason instanceof Closed ? " because the client was closed" : " by the caller's signal"}.`,
    {
      operation,
      cause: reason,
    },
  );

/** Problems name members, and a member's name may be as long as an answer. */
const longestProblem = 1000;

/** The answer reports success but is invalid. */
export function answerError(
  request: Request,
  status: number,
  { message: problem, answer }: UnreadableBody,
  effect: Effect,
): AnswerError {
  const message = sentences(
    `${nameOf(request)} was answered with status ${status}, but the answer cannot be used: ${presentable(problem, request.secrets(), longestProblem) ?? ""}.`,
    caution(effect),
  );
  return new AnswerError(message, { operation: request.operation, effect, answer });
}

/** A file is not stored, so it cannot be read twice. */
export const readAgainError = (request: Request): HostingError =>
  new HostingError(
    `${nameOf(request)}: the file can be read only once and was read before. Keep the result of the first read, or call again.`,
    { operation: request.operation },
  );
