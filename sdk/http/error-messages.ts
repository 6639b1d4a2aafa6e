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
import { pages, unexplained } from "../values/explained.js";
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
export const lookFirst = "It may have taken effect: check before retrying.";

type Part = string | undefined;

const sentences = (...parts: readonly Part[]): string => parts.filter((part) => part !== undefined).join(" ");

/** A message with its page. If the request may have taken effect, what to do is to look first, whatever else would help. */
const explained = (page: string, effect: Effect, what: string, remedy?: string): string =>
  effect === "possible" ? `${what} ${lookFirst}${pages.lostAnswer}` : `${sentences(what, remedy)}${page}`;

const triedOften = (attempts: number): string => (attempts > 1 ? ` (${attempts} attempts)` : "");

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

/** What to do about a failure status, and its page; nothing where the provider's reason is all that is known. */
function advice(status: number, retryIn: number | undefined): readonly [remedy: string | undefined, page: string] {
  if (status === 400) return ["Correct the input.", pages.badRequest];
  if (status === 403) return ["No access, or no such object.", pages.noAccess];
  if (status === 404) return ["The object does not exist.", pages.notFound];
  if (status === 408) return ["The server, or a proxy, waited too long: try again later.", pages.timeout];
  if (status === 409) return ["The object's state does not allow it.", pages.conflict];
  if (status === 429)
    return [
      `The rate limit is used up: run again ${retryIn === undefined ? "later" : `in ${inWords(retryIn)}`}.`,
      pages.rateLimit,
    ];
  return status >= 500 ? ["The provider has a failure: try again later.", pages.apiDown] : [undefined, ""];
}

/** Statuses of which the advice says what they mean. */
const plain: readonly number[] = [403, 404];

/** `createWebhook (POST /v1/webhooks) failed with status 503: internal server error.` */
function failedWith(request: Request, status: number, said: string | undefined): string {
  const listed = request.operation.answers[status];
  const meaning = listed?.kind === "failure" && !plain.includes(status) ? `: ${listed.meaning}` : "";
  return `${nameOf(request)} failed with status ${status}${said === undefined ? meaning : `: ${said}`}.`;
}

/** The error for a failure status; `retryIn`: milliseconds until the rate limit allows another request. */
export function statusError(
  request: Request,
  status: number,
  said: string | undefined,
  { effect, note }: Circumstances,
  retryIn?: number,
): ApiError {
  const [remedy, page] = advice(status, retryIn);
  const message = explained(page, effect, sentences(failedWith(request, status, said), note), remedy);
  const Class = errorClass(status);
  return new Class(message, status, said, { operation: request.operation, effect, retryIn });
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
  const what = `${nameOf(request)} was answered with a redirect (status ${status}${target === undefined ? "" : ` to ${target}`}), which is not followed.`;
  const message = explained(pages.redirect, effect, what, "Check baseUrl.");
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
  { effect, isLasting }: Circumstances,
): AuthenticationError {
  const remedy = fromLogin ? "Check baseUrl." : "Set a new accessToken, or a login.";
  const message = certain
    ? explained(
        pages.loginRefused,
        effect,
        `${nameOf(request)}: the provider does not accept the access token${said === undefined ? "" : ` (${said})`}.`,
        remedy,
      )
    : explained(
        pages.loginRefused,
        effect,
        failedWith(request, status, said),
        `Outage or refused token.${fromLogin ? "" : ` ${remedy}`}`,
      );
  return new AuthenticationError(message, { operation: request.operation, effect, isLasting, status, said });
}

/** The rate window is used up, and waiting for its end (`wait` milliseconds) would take longer than allowed. */
export function rateLimitError(request: Request, wait: number, said: string | undefined, effect: Effect): RateLimitError {
  const what = `${nameOf(request)} was not sent${effect === "possible" ? " again" : ""}: the provider's rate limit is used up.`;
  const message = explained(pages.rateLimit, effect, what, `Run again in ${inWords(wait)}.`);
  return new RateLimitError(message, 429, said, { operation: request.operation, effect, retryIn: wait });
}

const phases = {
  "connect-timeout": "connect",
  "request-timeout": "request",
  "body-timeout": "body",
} as const;

const isTimeout = (fault: TransportError["fault"]): fault is keyof typeof phases => fault in phases;

const remedies: Readonly<Partial<Record<TransportError["fault"], string>>> = {
  untrusted: "Check baseUrl and NODE_EXTRA_CA_CERTS.",
  "no-host": "Check baseUrl and the network.",
  unreachable: "Check baseUrl and the network.",
  "proxy-login": "Check the login in HTTPS_PROXY or HTTP_PROXY.",
  "proxy-refused": "Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.",
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
    const message = explained(pages.timeout, effect, `${failed}: ${error.message} from ${host}.`, "Try again later.");
    return new TimeoutError(message, phase, details);
  }
  if (error.fault === "too-large")
    return new AnswerError(explained("", effect, `${failed}: ${error.message} (maxAnswerBytes).`), details);
  if (status !== undefined)
    return new AnswerError(
      explained(pages.badAnswer, effect, `${failed}: status ${status}, but the answer was cut off: ${error.message}.`),
      details,
    );
  const page = isLasting ? pages.connection : pages.apiDown;
  const remedy = remedies[error.fault] ?? "Try again later.";
  return new ConnectionError(explained(page, effect, `${failed}: ${error.message}, host ${host}.`, remedy), {
    ...details,
    isLasting,
  });
}

/** Why a call that ended before it sent its request got no connection. */
export function waitingNote(maxConnections: number, openFiles: number): string {
  const files = openFiles === 1 ? "1 file is" : `${openFiles} files are`;
  return sentences(
    `It waited for a connection (maxConnections: ${maxConnections}).`,
    openFiles === 0 ? undefined : `${files} neither read nor discarded: read them, or call discard().`,
  );
}

/** Why a call that ended before it had a token got none; `failure` is the login's latest error. */
export const loginNote = (failure: HostingError | undefined): string =>
  `It waited for the login${failure === undefined ? "." : `, which failed: ${unexplained(failure.message)}`}`;

/** The whole call took longer than allowed; `cause` is the error of the last attempt or of the login. */
export function deadlineError(
  request: Request,
  milliseconds: number,
  { effect, attempts, note }: Circumstances,
  cause: HostingError | undefined,
): TimeoutError {
  const what = `${nameOf(request)} took longer than the allowed ${exactly(milliseconds)}${triedOften(attempts)}.`;
  const message = explained(pages.timeout, effect, sentences(what, note));
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
  return new AbortError(explained("", effect, sentences(`${nameOf(request)} ${ended}`, note)), {
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
  const said = presentable(problem, request.secrets(), longestProblem) ?? "";
  const what = `${nameOf(request)} got status ${status} and an unusable answer: ${said}.`;
  const message = explained(pages.badAnswer, effect, what);
  return new AnswerError(message, { operation: request.operation, effect, answer });
}

/** A file is not stored, so it cannot be read twice. */
export const readAgainError = (request: Request): HostingError =>
  new HostingError(
    `${nameOf(request)}: the file can be read only once and was read before. Keep the result of the first read, or call again.`,
    { operation: request.operation },
  );
