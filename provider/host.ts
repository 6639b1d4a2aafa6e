import { domainToASCII } from "node:url";

/** A host name in the one form used for comparing: lower case, ASCII (punycode), no trailing dot. */
export function canonicalHost(host: string): string {
  const trimmed = host.trim().replace(/\.$/, "");
  return domainToASCII(trimmed) || trimmed.toLowerCase();
}

export const sameHost = (a: unknown, b: unknown): boolean =>
  typeof a === "string" && typeof b === "string" ? canonicalHost(a) === canonicalHost(b) : a === b;
