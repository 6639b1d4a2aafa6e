import { ConfigurationError } from "../values/errors.js";
import { quoted, readMembers } from "./option-names.js";

/** Fields of the client itself and of the connection, those that the gateway takes for a login, and those by which a proxy would send or answer something else. */
const ours = new Set([
  "accept",
  "accept-encoding",
  "authorization",
  "cache-control",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "cookie2",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "pragma",
  "proxy-authorization",
  "proxy-connection",
  "range",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "x-access-token",
  "x-http-method",
  "x-http-method-override",
  "x-jwt",
  "x-method-override",
  "x-original-url",
  "x-rewrite-url",
]);

/** A token of RFC 9110, 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;

/** Printable ASCII and tabs: servers read anything else in different ways. */
const printable = /^[\t\x20-\x7e]{0,4000}$/;

/** Why a field cannot be sent; undefined if it can. */
function problemOf(name: string, value: unknown): string | undefined {
  if (!token.test(name)) return "is not a name of a header field";
  if (ours.has(name)) return "belongs to the client";
  return typeof value === "string" && printable.test(value)
    ? undefined
    : "must be text of at most 4000 printable ASCII characters";
}

/**
 * Header fields that a program adds, by their names in lower case. Messages do not repeat values.
 *
 * @throws ConfigurationError
 */
export function checkedHeaders(
  given: Readonly<Record<string, string | undefined>> | undefined,
): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  for (const [name, value] of readMembers("headers", given)) {
    const lower = name.toLowerCase();
    const problem = problemOf(lower, value) ?? (headers.has(lower) ? "is there twice" : undefined);
    if (problem !== undefined) throw new ConfigurationError(`headers[${quoted(name)}] ${problem}.`);
    headers.set(lower, value as string);
  }
  return Object.fromEntries(headers);
}
