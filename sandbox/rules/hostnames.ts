import { domainToASCII, domainToUnicode } from "node:url";

const lastLabel = ".a";

/** A domain name for comparison: lower-case, international names as `xn--…`; undefined if it is not a name. */
export function asciiName(name: string): string | undefined {
  const trimmed = name.trim().replace(/\.$/, "").toLowerCase();
  // If the last label were a number, the name would be parsed as an IP address.
  const ascii = domainToASCII(trimmed + lastLabel).slice(0, -lastLabel.length);
  return ascii !== "" && ascii.length <= 253 && ascii.split(".").every(isLabel) ? ascii : undefined;
}

const isLabel = (label: string): boolean => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label);

/** Labels of a subdomain; a star stands for any label. */
export function asciiLabels(name: string): string | undefined {
  if (name === "*") return name;
  if (name.startsWith("*.")) {
    const rest = asciiName(name.slice(2));
    return rest === undefined ? undefined : `*.${rest}`;
  }
  return asciiName(name);
}

/** A domain name in readable letters. */
export const readableName = (name: string): string => domainToUnicode(name + lastLabel).slice(0, -lastLabel.length) || name;
