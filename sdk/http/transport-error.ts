import { codeOf } from "./cause.js";

/** Why there is no complete answer. */
export type TransportFault =
  /** The host refuses the connection, or has no such name. */
  | "no-host"
  /** No connection was established for another reason, such as a missing route. */
  | "unreachable"
  /** The certificate or the TLS handshake was refused. */
  | "untrusted"
  /** The proxy requires a login, or a different one. */
  | "proxy-login"
  /** The proxy refuses the request. */
  | "proxy-refused"
  /** The connection broke. */
  | "broken"
  | "connect-timeout"
  /** The whole answer took too long. */
  | "request-timeout"
  /** No more data of an answer arrived. */
  | "body-timeout"
  /** The answer is larger than allowed. */
  | "too-large";

const lasting: readonly TransportFault[] = ["untrusted", "proxy-login", "proxy-refused", "too-large"];

/** Whether a retry would fail in the same way. Where nothing has ever answered, the address is wrong. */
export const isLasting = (fault: TransportFault, hasAnswered: boolean): boolean =>
  lasting.includes(fault) || (fault === "no-host" && !hasAnswered);

/**
 * An exchange that failed. `message` says what happened in a few words, `sent` whether anything may have arrived. `cause` is the
 * error of the system or of the HTTP library; it is foreign and may contain parts of an answer.
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

/** Classifies an error of the system or of the HTTP library. */
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
      return ["no-host", `the connection was refused (${code})`];
    case "ENOTFOUND":
      return ["no-host", `the host name does not exist (${code})`];
    case "EAI_AGAIN":
      return ["unreachable", `the host name could not be looked up (${code})`];
  }
  if (!sent && /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/.test(code))
    return ["untrusted", `the host's certificate or TLS handshake was not accepted (${code})`];
  if (/^(Z_|ERR__)/.test(code)) return ["broken", `it is compressed and damaged (${code})`];
  const detail = code === "" ? "" : ` (${code})`;
  if (error instanceof Error && error.name === "HTTPParserError") return ["broken", `the answer is not HTTP${detail}`];
  return sent ? ["broken", `the connection broke${detail}`] : ["unreachable", `the connection failed${detail}`];
}
