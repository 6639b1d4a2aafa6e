import type { Seed } from "../../sandbox/seeds/schema.js";
import { inLine } from "../../sdk/redaction/text.js";
import type { Copy } from "./copy-file.js";

/** What a copy cannot be right about: the API does not show it, or it is of no use in a sandbox. */
const placeholders = [
  "passwords, secrets, names, addresses, mail addresses and telephone numbers are replaced",
  "texts of GDPR contracts and files of PDFs are replaced",
  "owners, dates and certificates of domains are unknown: none hinders a deletion",
  "a name that the copy does not have counts as free, because nobody asked for it",
  "an article creates accounts unless it registers domains, because the API does not say which do",
  "payment settings, invoices, tickets, mail addresses, installed software and cancellations are not copied",
] as const;

const counts = ({ seed }: Copy) => {
  const size = (name: keyof Seed): number => seed[name]?.length ?? 0;
  return {
    logins: size("logins"),
    customers: size("customers"),
    accounts: size("accounts"),
    domains: size("domains"),
    subdomains: (seed.domains ?? []).reduce((sum, { subdomains }) => sum + (subdomains?.length ?? 0), 0),
    contracts: size("contracts"),
    webhooks: size("webhooks"),
    applicationTokens: size("applicationTokens"),
    gdprRecords: (["gdprContacts", "gdprToms", "gdprContracts", "gdprContractPresets", "gdprPdfs"] as const).reduce(
      (sum, name) => sum + size(name),
      0,
    ),
    articles: size("articles"),
    topLevelDomains: size("topLevelDomains"),
  };
};

export const summaryAsJson = (file: string, copy: Copy, requests: number): object => ({
  file,
  requests,
  objects: counts(copy),
  leftOut: copy.leftOut,
  placeholders,
});

const words: Readonly<Record<keyof ReturnType<typeof counts>, string>> = {
  logins: "logins",
  customers: "customers",
  accounts: "accounts",
  domains: "domains",
  subdomains: "subdomains",
  contracts: "contracts",
  webhooks: "webhooks",
  applicationTokens: "application tokens",
  gdprRecords: "GDPR records",
  articles: "articles",
  topLevelDomains: "top-level domains",
};

export function summaryText(file: string, copy: Copy, requests: number): string {
  const numbers = Object.entries(counts(copy)).map(([name, count]) => `${words[name as keyof typeof words]} ${count}`);
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
