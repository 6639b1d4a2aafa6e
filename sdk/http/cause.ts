import type { Secrets } from "../redaction/redaction.js";
import { presentable } from "../redaction/text.js";

const members = ["code", "errno", "syscall", "hostname", "address", "port"] as const;

/** The code of a system error or of an error of the HTTP library, such as `ECONNRESET`. */
export function codeOf(error: unknown): string | undefined {
  return ownCodeOf(error) ?? ownCodeOf(firstOf(error));
}

function ownCodeOf(error: unknown): string | undefined {
  const code: unknown = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" && code !== "" ? code : undefined;
}

/** If several addresses of one name failed, the first failure represents them all. */
const firstOf = (error: unknown): unknown =>
  error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;

/**
 * A system error as a cause that is safe to show: name, code and address, with a presentable message. The original is left
 * out because the HTTP library attaches what it received.
 */
export function presentableCause(error: unknown, secrets: Secrets): Error | undefined {
  const first = firstOf(error);
  if (!(first instanceof Error)) return undefined;
  const cause = new Error(presentable(first.message, secrets) ?? "");
  Object.defineProperty(cause, "name", { value: first.name, configurable: true });
  cause.stack = `${cause.name}: ${cause.message}`;
  for (const name of members) {
    const value: unknown = Reflect.get(first, name);
    if (typeof value === "string" || typeof value === "number") Object.assign(cause, { [name]: value });
  }
  return cause;
}
