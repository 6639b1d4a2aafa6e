import { spelledOut, shortened } from "../../sdk/redaction/text.js";
import { ProviderError } from "./errors.js";

/** Ids that hold the identifiers of the objects above: `p123456/example.de/blog`. */

const escape = (part: string): string => part.replaceAll("%", "%25").replaceAll("/", "%2F");
const unescape = (part: string): string => part.replaceAll("%2F", "/").replaceAll("%25", "%");

export const joinId = (...parts: (string | number)[]): string => parts.map((part) => escape(String(part))).join("/");

/** Whether the identifier is there: an object that the provider shows without one can be neither read nor deleted again. */
export const isWholeId = (id: string): boolean => id !== "" && !id.startsWith("/") && !id.endsWith("/");

const quoted = (id: string): string => JSON.stringify(shortened(spelledOut(id), 200));

/**
 * The parts of an id, as many as there are names.
 *
 * @throws ProviderError for any other number of parts: what is left over would name something else.
 */
export const splitId = <N extends string>(id: string, ...names: N[]): Record<N, string> => {
  const parts = id.split("/").map(unescape);
  if (parts.length !== names.length)
    throw new ProviderError(`The id ${quoted(id)} names no such object: it has to be ${names.join("/")}. Nothing was sent.`);
  return Object.fromEntries(names.map((name, index) => [name, parts[index]])) as Record<N, string>;
};

/**
 * The number of a customer, as an id holds it.
 *
 * @throws ProviderError for anything else that could be read as a number: it is none of ours, and may mean somebody else.
 */
export const customerOf = (id: string): number => {
  if (/^[1-9]\d{0,14}$/.test(id)) return Number(id);
  throw new ProviderError(`The id ${quoted(id)} is not the number of a customer, such as 100001. Nothing was sent.`);
};
