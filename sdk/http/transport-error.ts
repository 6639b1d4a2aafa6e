import { codeOf } from "./cause.js";

/** Why there is no answer, or only a part of one. */
export type TransportFault =
  /** Refused, no such name, no route: no connection came about. */
  | "unreachable"
  /** The certificate or the TLS handshake was refused. */
  | "untrusted"
  /** The proxy asks for a login, or for another one. */
  | "proxy-login"
  /** The proxy does not let the request through. */
  | "proxy-refused"
  /** The connection broke. */
  | "broken"
  | "connect-timeout"
  /** The whole answer took too long. */
  | "request-timeout"
  /** Nothing more of an answer came. */
  | "body-timeout"
  /** The answer is larger than allowed. */
  | "too-large";

/** Whether another try would fail in the same way. */
export const isLasting = (fault: TransportFault): boolean =>
  fault === "untrusted" || fault === "proxy-login" || fault === "proxy-refused" || fault === "too-large";

/**
 * An exchange that failed. `message` says what happened in a few words, `sent` whether anything may have arrived. `cause` is
 * what the system or the HTTP library reported; it is foreign, and may hold parts of an answer.
 */
export class TransportError extends Error {
  constructor(
    readonly fault: TransportFault,
    readonly sent: boolean,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = "TransportError";
  }
}

/** The signal ended the exchange; `sent` says whether anything may have arrived by then. */
export class Interrupted extends Error {
  constructor(
    readonly reason: unknown,
    readonly sent: boolean,
  ) {
    super("the exchange was interrupted");
    this.name = "Interrupted";
  }
}

/** What an error of the system or of the HTTP library means for an exchange. */
export function faultOf(error: unknown, sent: boolean): TransportError {
  if (error instanceof TransportError) return error;
  const [fault, message] = faultAndMessage(error, sent);
  return new TransportError(fault, sent, message, error);
}

function faultAndMessage(error: unknown, sent: boolean): [TransportFault, string] {
  const code = codeOf(error) ?? "";
  switch (code) {
    case "UND_ERR_CONNECT_TIMEOUT":
      return ["connect-timeout", "no connection in time"];
    case "UND_ERR_HEADERS_OVERFLOW":
      return ["broken", `the head of the answer is too large (${code})`];
    case "ECONNREFUSED":
      return ["unreachable", `the connection was refused (${code})`];
    case "ENOTFOUND":
      return ["unreachable", `there is no host of that name (${code})`];
    case "EAI_AGAIN":
      return ["unreachable", `the name could not be looked up (${code})`];
  }
  if (!sent && /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/.test(code))
    return ["untrusted", `the host's certificate or TLS handshake was not accepted (${code})`];
  const detail = code === "" ? "" : ` (${code})`;
  if (error instanceof Error && error.name === "HTTPParserError") return ["broken", `what came is not HTTP${detail}`];
  return sent ? ["broken", `the connection broke${detail}`] : ["unreachable", `no connection could be made${detail}`];
}
