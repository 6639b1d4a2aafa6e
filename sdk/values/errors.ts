import type { Operation, RepeatClass } from "../operations/operation.js";
import { spelledOut } from "../redaction/text.js";

/**
 * Whether a failed request may have had its effect at the provider: `none` where it certainly had not, `possible`
 * where it is not known.
 */
export type Effect = "none" | "possible";

interface Details {
  readonly operation?: Pick<Operation, "id" | "repeat">;
  readonly effect?: Effect;
  readonly cause?: unknown;
}

/**
 * Base of every error of this package. Messages are free of secrets and of control characters. Each class spells its name out, as a
 * minifier renames classes.
 */
export class HostingError extends Error {
  override readonly name: string = "HostingError";
  /** Identifier of the operation, such as `createWebhook`. */
  readonly operation: string | undefined;
  /** What sending the operation's request again would do. */
  readonly repeat: RepeatClass | undefined;
  /** Whether the request may have had its effect all the same. */
  readonly effect: Effect;

  constructor(message: string, { operation, effect = "none", cause }: Details = {}) {
    super(spelledOut(message), cause === undefined ? undefined : { cause });
    this.operation = operation?.id;
    this.repeat = operation?.repeat;
    this.effect = effect;
  }
}

/** The client itself is set up wrongly: base address, credentials. Nothing was sent. */
export class ConfigurationError extends HostingError {
  override readonly name: string = "ConfigurationError";
}

/** The caller's input is not what the operation takes. Nothing was sent. */
export class InputError extends HostingError {
  override readonly name: string = "InputError";
  /** What is wrong, located: `body.url: …`. Values are not repeated. */
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
  /** Status of the refusal; undefined where no request was sent. */
  readonly status: number | undefined;
  /** What the API said, redacted. */
  readonly said: string | undefined;

  constructor(message: string, details: AuthenticationDetails = {}) {
    super(message, details);
    this.status = details.status;
    this.said = details.said;
  }
}

/** The login asks for a second factor, which no unattended run can give: use an application token. */
export class SecondFactorError extends AuthenticationError {
  override readonly name: string = "SecondFactorError";
  /** `TOTP`, or `DeviceCookie` for a mailed pin; undefined where the answer names none. */
  readonly factor: string | undefined;
  readonly #deviceId: string | undefined;

  constructor(message: string, factor: string | undefined, deviceId: string | undefined, details: AuthenticationDetails = {}) {
    super(message, details);
    this.factor = factor;
    this.#deviceId = deviceId;
  }

  /** To be sent along with the code. A secret, so no printing of the error shows it. */
  get deviceId(): string | undefined {
    return this.#deviceId;
  }
}

/** The provider answered with a status that means failure. */
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
/** 403: no access, or the object does not exist; the interface does not tell these apart. */
export class AccessDeniedError extends ApiError {
  override readonly name: string = "AccessDeniedError";
}
/** 404: no such object or route. */
export class NotFoundError extends ApiError {
  override readonly name: string = "NotFoundError";
}
/** 409: the object's state forbids it. */
export class ConflictError extends ApiError {
  override readonly name: string = "ConflictError";
}
/** 429, or the client's own knowledge that the window is used up and the allowed wait too short. */
export class RateLimitError extends ApiError {
  override readonly name: string = "RateLimitError";
  /** Milliseconds until the next request is possible; undefined where nothing tells. */
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
/** 3xx where none is expected; it is not followed, so the token goes nowhere else. */
export class RedirectError extends ApiError {
  override readonly name: string = "RedirectError";
}

interface AnswerDetails extends Details {
  readonly answer?: unknown;
}

/** The answer says success but cannot be used: not JSON, cut off, too large, or without a documented member. */
export class AnswerError extends HostingError {
  override readonly name: string = "AnswerError";
  readonly #answer: unknown;

  constructor(message: string, details: AnswerDetails = {}) {
    super(message, details);
    this.#answer = details.answer;
  }

  /**
   * What came: the data, or the text where that is not JSON; undefined where nothing came whole. It may hold a secret that is
   * answered only once, so no printing of the error shows it.
   */
  get answer(): unknown {
    return this.#answer;
  }
}

interface ConnectionDetails extends Details {
  readonly code?: string | undefined;
}

/** No answer: refused, reset, name or certificate failure. `cause` is what the system reported. */
export class ConnectionError extends HostingError {
  override readonly name: string = "ConnectionError";
  /** Code of the system or the HTTP library, such as `ECONNRESET`; undefined where there is none. */
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

/** The caller ended the call: by an `AbortSignal`, by closing the client, or by discarding the file. */
export class AbortError extends HostingError {
  override readonly name: string = "AbortError";
  /** The signal's reason, as the caller gave it, or an `Error` that says what else ended the call; `cause` is the same. */
  get reason(): unknown {
    return this.cause;
  }
}
