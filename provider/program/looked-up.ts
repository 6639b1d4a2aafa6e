import { AccessDeniedError, HostingError, InputError, NotFoundError } from "../../sdk/values/errors.js";
import { inLine } from "../../sdk/redaction/text.js";
import { aboutMissing } from "../values/stand-in.js";
import type { LookupLogin } from "./client.js";
import { withoutStack } from "./program-error.js";

/** With which login a lookup was made: `with login "p123456"`. */
export const withLogin = ({ provider, login }: LookupLogin): string =>
  provider === undefined ? `with ${login}` : `with Provider "${inLine(provider)}" (${login})`;

const inWords = (input: object): string =>
  Object.entries(input)
    .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value))
    .map(([name, value]) => `${name} "${inLine(String(value))}"`)
    .join(" and ");

/**
 * The error of a lookup with what was looked up and with which login. It keeps its class and members, for programs that handle it. It is
 * another object for each lookup, because lookups of two providers with one login share the answer.
 *
 * @param input undefined if it must not be shown
 */
export function lookedUp(error: unknown, input: object | undefined, login: LookupLogin): unknown {
  // Nothing was looked up, and the message names what is wrong.
  if (!(error instanceof HostingError) || error instanceof InputError) return error;
  const what = inWords(input ?? {});
  const told = Object.create(Object.getPrototypeOf(error) as object, Object.getOwnPropertyDescriptors(error)) as HostingError;
  // What is private belongs to the original alone.
  for (
    let each = Object.getPrototypeOf(error) as object;
    each !== HostingError.prototype;
    each = Object.getPrototypeOf(each) as object
  )
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(each)))
      if (get !== undefined) Object.defineProperty(told, name, { get: () => get.call(error) as unknown, configurable: true });
  const message = `${error.message} Looked up: ${what === "" ? "" : `${what}, `}${withLogin(login)}.`;
  // The API refuses what is in nobody's or another account, as it does what does not exist.
  const isMissing = error instanceof NotFoundError || error instanceof AccessDeniedError;
  Object.defineProperty(told, "message", {
    value: isMissing ? aboutMissing(message) : message,
    configurable: true,
    writable: true,
  });
  return withoutStack(told);
}
