import { domainToASCII } from "node:url";
import { spelledOut, shortened } from "../../sdk/redaction/text.js";
import { ProviderError } from "./errors.js";

const lastLabel = ".a";

/** A host name in canonical form, for comparisons: lower case, ASCII (punycode), no trailing dot. */
export function canonicalHost(host: string): string {
  const trimmed = host.trim().replace(/\.$/, "");
  // A text that is not a host name would be cut at its path or unescaped, and so look like another name.
  const isName = /^[\w.*\u0080-\u{10ffff}-]*$/u.test(trimmed);
  // A numeric last label would be parsed as an IP address: "010" and "8" are two subdomains.
  const ascii = isName ? domainToASCII(trimmed + lastLabel) : "";
  return ascii.endsWith(lastLabel) ? ascii.slice(0, -lastLabel.length) : trimmed.toLowerCase();
}

export const sameHost = (a: unknown, b: unknown): boolean =>
  typeof a === "string" && typeof b === "string" ? canonicalHost(a) === canonicalHost(b) : a === b;

/** Splits a full name at the domain that contains it; undefined if it is not a name in that domain. */
export function splitAt(domain: string, name: string): { readonly below: string; readonly domain: string } | undefined {
  const labels = name.split(".");
  const depth = labels.length - canonicalHost(domain).split(".").length;
  const rest = labels.slice(depth).join(".");
  return depth > 0 && sameHost(rest, domain) ? { below: labels.slice(0, depth).join("."), domain: rest } : undefined;
}

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

/**
 * The parts of an id, spelled the same for all ids that the provider treats as equal: after the first part, ids consist of names.
 */
export const spelling = (id: string): string[] => id.split("/").map((part, index) => (index === 0 ? part : canonicalHost(part)));

/** An id in canonical spelling. */
export const canonicalId = (id: string): string => spelling(id).join("/");

/** The name at the end of an id, in canonical spelling. */
export const nameIn = (id: string): string => spelling(id).at(-1)!;

/** Key of an object, with its id in canonical spelling. */
export const objectKey = (kind: string, id: string): string => JSON.stringify([kind, ...spelling(id)]);

/** Whether two ids name the same object of a kind. Fast for ids of one part, because thousands are compared. */
export const sameId = (a: string, b: string): boolean =>
  a === b || (a.includes("/") && b.includes("/") && objectKey("", a) === objectKey("", b));

/** Whether an id begins with a path and has further parts. */
export function liesWithin(id: string, path: string): boolean {
  const [parts, above] = [spelling(id), spelling(path)];
  return parts.length > above.length && above.every((part, index) => part === parts[index]);
}

/** Key of an object, with the base address of the API. */
export const addressedKey = ({ kind, address, id }: Readonly<Record<"kind" | "address" | "id", string>>): string =>
  JSON.stringify([kind, address, ...spelling(id)]);
