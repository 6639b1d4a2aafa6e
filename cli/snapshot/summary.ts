import type { Seed } from "../../sandbox/seeds/schema.js";
import { inLine } from "../../sdk/redaction/text.js";
import type { Copy } from "./copy-file.js";
import { gdprRecords } from "./seed-parts.js";

/** What a copy cannot be right about: the API does not show it, or it is of no use in a sandbox. */
const placeholders = [
  "passwords, secrets, names, addresses, mail addresses and telephone numbers are replaced",
  "texts of GDPR contracts and files of PDFs are replaced",
  "owners, dates and certificates of domains are unknown: none hinders a deletion",
  "a name that the copy does not have counts as free, because nobody asked for it",
  "an article creates accounts unless it registers domains, because the API does not say which do",
  "payment settings, invoices, tickets, mail addresses, installed software and cancellations are not copied",
] as const;

const sizeOf =
  (...collections: readonly (keyof Seed)[]) =>
  (seed: Seed): number =>
    collections.reduce((sum, name) => sum + (seed[name]?.length ?? 0), 0);

/** What is counted in a copy, as a member of JSON and in words. */
const counted: readonly (readonly [member: string, words: string, count: (seed: Seed) => number])[] = [
  ["logins", "logins", sizeOf("logins")],
  ["customers", "customers", sizeOf("customers")],
  ["accounts", "accounts", sizeOf("accounts")],
  ["domains", "domains", sizeOf("domains")],
  ["subdomains", "subdomains", ({ domains = [] }) => domains.reduce((sum, { subdomains = [] }) => sum + subdomains.length, 0)],
  ["contracts", "contracts", sizeOf("contracts")],
  ["webhooks", "webhooks", sizeOf("webhooks")],
  ["applicationTokens", "application tokens", sizeOf("applicationTokens")],
  ["gdprRecords", "GDPR records", sizeOf(...gdprRecords)],
  ["articles", "articles", sizeOf("articles")],
  ["topLevelDomains", "top-level domains", sizeOf("topLevelDomains")],
];

export const summaryAsJson = (file: string, copy: Copy, requests: number): object => ({
  file,
  requests,
  objects: Object.fromEntries(counted.map(([member, , count]) => [member, count(copy.seed)])),
  leftOut: copy.leftOut,
  placeholders,
});

export function summaryText(file: string, copy: Copy, requests: number): string {
  const numbers = counted.map(([, words, count]) => `${words} ${count(copy.seed)}`);
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : ["", `${title}:`, ...items.map((item) => `  ${inLine(item)}`)];
  return [
    `Wrote ${inLine(file)} with ${requests} requests: ${numbers.join(", ")}.`,
    ...list(
      "Could not be read, and is not in the copy",
      copy.leftOut.map(({ what, why }) => `${what}: ${why}`),
    ),
    ...list("Not as at the provider", placeholders),
  ].join("\n");
}
