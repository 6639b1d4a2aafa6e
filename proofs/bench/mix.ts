import { readFileSync } from "node:fs";

/** What a program declares: resources of every kind in an agency's typical ratio, or only webhooks. */
export const mixNames = ["agency", "webhooks"] as const;
export type MixName = (typeof mixNames)[number];

/** How many resources of each kind a program of a given size declares. */
interface Mix {
  readonly accounts: number;
  readonly domains: number;
  readonly subdomains: number;
  readonly tokens: number;
  readonly webhooks: number;
}

interface DeclaredAccount {
  readonly virtualName: string;
}

interface DeclaredDomain {
  readonly sld: string;
  /** Index of its account. */
  readonly account: number;
}

interface DeclaredSubdomain {
  readonly name: string;
  /** Index of its domain. */
  readonly domain: number;
}

interface DeclaredToken {
  readonly description: string;
}

interface DeclaredWebhook {
  readonly name: string;
  readonly url: string;
  readonly secret: string;
}

/** What every contender declares in its own way. */
export interface Declaration {
  readonly accounts: readonly DeclaredAccount[];
  readonly domains: readonly DeclaredDomain[];
  readonly subdomains: readonly DeclaredSubdomain[];
  readonly tokens: readonly DeclaredToken[];
  readonly webhooks: readonly DeclaredWebhook[];
}

/** A program to declare: a contender reads it from `plan.json` in its folder. */
export interface Plan {
  readonly mix: MixName;
  readonly size: number;
  /** Whether one webhook differs from its first declaration. */
  readonly changed: boolean;
}

/** The customer of all accounts, and the articles that they are ordered as; the sandbox's seed has both. */
export const customerNumber = 100001;
export const articleNumber = 1101;
export const accountPassword = "benchmark-password";
export const tld = "de";
export const eventType = "DOMAIN_REGISTRATION_STATUS" as const;

/** A smaller program of an agency would not have every kind. */
export const leastSize = 10;

/** Mostly cheap and numerous objects, and domains and accounts in an agency's typical ratio. */
function agencyOf(size: number): Mix {
  const share = (part: number): number => Math.max(1, Math.round(part * size));
  const few = { accounts: share(0.02), domains: share(0.03), tokens: share(0.1), subdomains: share(0.25) };
  return { ...few, webhooks: size - few.accounts - few.domains - few.tokens - few.subdomains };
}

export const mixOf = (name: MixName, size: number): Mix =>
  name === "agency" ? agencyOf(size) : { accounts: 0, domains: 0, subdomains: 0, tokens: 0, webhooks: size };

const several = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

export function declarationOf({ mix: name, size, changed }: Plan): Declaration {
  const mix = mixOf(name, size);
  return {
    accounts: several(mix.accounts, (index) => ({ virtualName: `bench-account-${index}` })),
    domains: several(mix.domains, (index) => ({ sld: `bench-domain-${index}`, account: index % mix.accounts })),
    subdomains: several(mix.subdomains, (index) => ({ name: `bench-${index}`, domain: index % mix.domains })),
    tokens: several(mix.tokens, (index) => ({ description: `bench-token-${index}` })),
    webhooks: several(mix.webhooks, (index) => ({
      name: `bench-webhook-${index}`,
      url: `https://agency.example/hooks/${index}${changed && index === 0 ? "/changed" : ""}`,
      secret: `benchmark-secret-${index}`,
    })),
  };
}

/** What the program in the working directory declares. */
export const declaration = (): Declaration => declarationOf(JSON.parse(readFileSync("plan.json", "utf8")) as Plan);
