import { spelledOut, shortened } from "../../sdk/redaction/text.js";
import { ProviderError } from "./errors.js";

/** Ids that begin with the identifiers of the containers: `p123456/example.de/blog`. */

const escape = (part: string): string => part.replaceAll("%", "%25").replaceAll("/", "%2F");
const unescape = (part: string): string => part.replaceAll("%2F", "/").replaceAll("%25", "%");

export const joinId = (...parts: (string | number)[]): string => parts.map((part) => escape(String(part))).join("/");

/** Whether an id is complete. An object that the provider shows without an identifier can be neither read nor deleted. */
export const isWholeId = (id: string): boolean => id !== "" && !id.startsWith("/") && !id.endsWith("/");

const quoted = (id: string): string => JSON.stringify(shortened(spelledOut(id), 200));

/**
 * The parts of an id, one for each name.
 *
 * @throws ProviderError if the number of parts differs: the id would name something else.
 */
export const splitId = <N extends string>(id: string, ...names: N[]): Record<N, string> => {
  const parts = id.split("/").map(unescape);
  if (parts.length !== names.length)
    throw new ProviderError(`The id ${quoted(id)} is invalid: it must have the form ${names.join("/")}. Nothing was sent.`);
  return Object.fromEntries(names.map((name, index) => [name, parts[index]])) as Record<N, string>;
};

/**
 * The customer number in an id.
 *
 * @throws ProviderError for any other spelling of a number: this package never writes one, and it may mean another customer.
 */
export const customerOf = (id: string): number => {
  if (/^[1-9]\d{0,14}$/.test(id)) return Number(id);
  throw new ProviderError(`The id ${quoted(id)} is not a customer number, such as 100001. Nothing was sent.`);
};
