import { domainToASCII } from "node:url";

const lastLabel = ".a";

/** A host name in the one form used for comparing: lower case, ASCII (punycode), no trailing dot. */
export function canonicalHost(host: string): string {
  const trimmed = host.trim().replace(/\.$/, "");
  // What is no host name would be cut at its path or have its escapes undone, and so be taken for another one.
  const isName = /^[\w.*\u0080-\u{10ffff}-]*$/u.test(trimmed);
  // A last label that is a number would make it an address: "010" and "8" are two subdomains.
  const ascii = isName ? domainToASCII(trimmed + lastLabel) : "";
  return ascii.endsWith(lastLabel) ? ascii.slice(0, -lastLabel.length) : trimmed.toLowerCase();
}

export const sameHost = (a: unknown, b: unknown): boolean =>
  typeof a === "string" && typeof b === "string" ? canonicalHost(a) === canonicalHost(b) : a === b;
