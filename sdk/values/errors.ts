import type { Operation, RepeatClass } from "../operations/operation.js";
import { spelledOut } from "../redaction/text.js";

/**
 * Whether a failed request may have taken effect at the provider: `none` if it certainly did not, `possible`
 * if that is unknown.
 */
export type Effect = "none" | "possible";

interface Details {
  readonly operation?: Pick<Operation, "id" | "repeat">;
  readonly effect?: Effect;
  readonly isLasting?: boolean | undefined;
  readonly cause?: unknown;
}

/**
 * Base of every error of this package. Messages contain no secrets and no control characters. Each class sets its name explicitly,
 * because a minifier renames classes.
 */
export class HostingError extends Error {
  override readonly name: string = "HostingError";
  /** Identifier of the operation, such as `createWebhook`. */
  readonly operation: string | undefined;
  /** What sending the operation's request again would do. */
  readonly repeat: RepeatClass | undefined;
  /** Whether the request may still have taken effect. */
  readonly effect: Effect;
  /**
   * Whether every call of this client would fail like this: its address, certificate, proxy or login is wrong. A host that has never answered and
   * refuses the connection, or has no such name, counts as a wrong address.
   */
  readonly isLasting: boolean;

  constructor(message: string, { operation, effect = "none", isLasting = false, cause }: Details = {}) {
    super(spelledOut(message), cause === undefined ? undefined : { cause });
    this.operation = operation?.id;
    this.repeat = operation?.repeat;
    this.effect = effect;
    this.isLasting = isLasting;
  }
}

/** The client itself is configured wrongly: base address, credentials. Nothing was sent. */
export class ConfigurationError extends HostingError {
  override readonly name: string = "ConfigurationError";
}

/** The operation does not accept the caller's input. Nothing was sent. */
export class InputError extends HostingError {
  override readonly name: string = "InputError";
  /** Located problems: `body.url: …`. Values are not repeated. */
  readonly problems: readonly string[];

  constructor(message: string, problems: readonly string[], details: Details = {}) {
    super(message, details);
    this.problems = problems;
  }
}

interface AuthenticationDetails extends Details {
  readonly status?: number;
  readonly said?: string | undefined;
}

/** The API refused the login or the access token. */
export class AuthenticationError extends HostingError {
  override readonly name: string = "AuthenticationError";
  /** Status of the refusal; undefined if no request was sent. */
  readonly status: number | undefined;
  /** What the API said, redacted. */
  readonly said: string | undefined;

  constructor(message: string, details: AuthenticationDetails = {}) {
    super(message, { isLasting: true, ...details });
    this.status = details.status;
    this.said = details.said;
  }
}

/** The login requires a second factor, which an unattended run cannot provide: use an application token. */
export class SecondFactorError extends AuthenticationError {
  override readonly name: string = "SecondFactorError";
  /** `TOTP`, or `DeviceCookie` for a mailed pin; undefined if the answer names none. */
  readonly factor: string | undefined;
  readonly #deviceId: string | undefined;

  constructor(message: string, factor: string | undefined, deviceId: string | undefined, details: AuthenticationDetails = {}) {
    super(message, details);
    this.factor = factor;
    this.#deviceId = deviceId;
  }

  /** To be sent with the code. It is a secret, so printing the error does not show it. */
  get deviceId(): string | undefined {
    return this.#deviceId;
  }
}

/** The provider answered with a failure status. */
export class ApiError extends HostingError {
  override readonly name: string = "ApiError";
  readonly status: number;
  /** What the provider said: the first of `message`, `msg` and `reason`, redacted. */
  readonly said: string | undefined;

  constructor(message: string, status: number, said: string | undefined, details: Details = {}) {
    super(message, details);
    this.status = status;
    this.said = said;
  }
}

/** 400: the provider does not accept the request. */
export class BadRequestError extends ApiError {
  override readonly name: string = "BadRequestError";
}
/** 403: no access, or the object does not exist; the API does not distinguish these cases. */
export class AccessDeniedError extends ApiError {
  override readonly name: string = "AccessDeniedError";
}
/** 404: no such object or route. */
export class NotFoundError extends ApiError {
  override readonly name: string = "NotFoundError";
}
/** 409: the object's state does not allow it. */
export class ConflictError extends ApiError {
  override readonly name: string = "ConflictError";
}
/** 429, or the client knows that the window is used up and the allowed wait is too short. */
export class RateLimitError extends ApiError {
  override readonly name: string = "RateLimitError";
  /** Milliseconds until the next request is possible; undefined if unknown. */
  readonly retryIn: number | undefined;

  constructor(
    message: string,
    status: number,
    said: string | undefined,
    details: Details & { readonly retryIn?: number | undefined } = {},
  ) {
    super(message, status, said, details);
    this.retryIn = details.retryIn;
  }
}
/** 5xx. */
export class ServerError extends ApiError {
  override readonly name: string = "ServerError";
}
/** An unexpected 3xx. It is not followed, so that no other host receives the token. */
export class RedirectError extends ApiError {
  override readonly name: string = "RedirectError";
}

interface AnswerDetails extends Details {
  readonly answer?: unknown;
}

/** The answer reports success but is invalid: not JSON, cut off, too large, or without a documented member. */
export class AnswerError extends HostingError {
  override readonly name: string = "AnswerError";
  readonly #answer: unknown;

  constructor(message: string, details: AnswerDetails = {}) {
    super(message, details);
    this.#answer = details.answer;
  }

  /**
   * The received data, or the text if it is not JSON; undefined if nothing complete was received. It may contain a secret that is
   * shown only once, so printing the error does not show it.
   */
  get answer(): unknown {
    return this.#answer;
  }
}

interface ConnectionDetails extends Details {
  readonly code?: string | undefined;
}

/** No answer: refused, reset, name or certificate failure. `cause` is the system's error. */
export class ConnectionError extends HostingError {
  override readonly name: string = "ConnectionError";
  /** Code of the system or the HTTP library, such as `ECONNRESET`; undefined if there is none. */
  readonly code: string | undefined;

  constructor(message: string, details: ConnectionDetails = {}) {
    super(message, details);
    this.code = details.code;
  }
}

/** No answer in time. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = "TimeoutError";
  /** What took too long. */
  readonly phase: "connect" | "request" | "body" | "total";

  constructor(message: string, phase: TimeoutError["phase"], details: ConnectionDetails = {}) {
    super(message, details);
    this.phase = phase;
  }
}

/** The caller ended the call: with an `AbortSignal`, by closing the client, or by discarding the file. */
export class AbortError extends HostingError {
  override readonly name: string = "AbortError";
  /** The signal's reason, or an `Error` that says what else ended the call; `cause` is the same. */
  get reason(): unknown {
    return this.cause;
  }
}
