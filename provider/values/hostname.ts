import { domainToASCII } from "node:url";

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
