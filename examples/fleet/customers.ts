import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Size } from "./command.js";

const label = z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, "lower-case letters, digits, and hyphens between them");

const Subdomain = z.strictObject({ name: label, target: z.string().startsWith("/") });

const Domain = z.strictObject({
  sld: label,
  tld: z.string().regex(/^[a-z]{2,}(\.[a-z]{2,})?$/, 'a top-level domain without a leading dot, such as "de"'),
  subdomains: z.array(Subdomain).default([]),
});

/** A customer, who has one stack. */
const Customer = z.strictObject({
  /** Name of the stack. */
  name: label,
  /** Identifier of the account that holds the customer's domains. */
  account: z.string().regex(/^p\d+$/, 'the identifier of an account, such as "p100001"'),
  domains: z.array(Domain).default([]),
  /** Addresses that are called when the state of a registration changes. */
  webhooks: z.array(z.url({ protocol: /^https$/ })).default([]),
  /** Descriptions of the application tokens. */
  tokens: z.array(z.string().min(1)).default([]),
  /** The customer is leaving: an `up` with this unprotects the domains, so that a `destroy` may cancel them. */
  leaving: z.boolean().default(false),
});

export type Customer = z.output<typeof Customer>;

const Customers = z
  .array(Customer)
  .min(1)
  .superRefine((customers, context) => {
    const first = new Map<string, number>();
    for (const [index, { name }] of customers.entries()) {
      const earlier = first.get(name);
      if (earlier === undefined) first.set(name, index);
      else context.addIssue({ code: "custom", path: [index, "name"], message: `customers[${earlier}] has the same name` });
    }
  });

/** Name of the variable that tells the program which file to read. */
export const customersVariable = "FLEET_CUSTOMERS";

/** The problems of the customers file, one line for each place. */
export class CustomersError extends Error {}

/** `customers[3].domains[0].sld` */
const place = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, key) => text + (typeof key === "number" ? `[${key}]` : `.${String(key)}`), "customers");

/** @throws CustomersError */
export function readCustomers(file: string): readonly Customer[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new CustomersError(`${file}: ${(error as Error).message}`);
  }
  const { data, error } = Customers.safeParse(content);
  if (error !== undefined)
    throw new CustomersError([`${file}:`, ...error.issues.map(({ path, message }) => `  ${place(path)}: ${message}`)].join("\n"));
  return data;
}

/** Domains in a page of the listing of an account. */
const pageSize = 20;

/** What the program declares for a customer: its resources, and the listings that show them. */
export const sizeOf = ({ domains, webhooks, tokens }: Customer): Size => ({
  resources: webhooks.length + tokens.length + domains.reduce((sum, { subdomains }) => sum + 1 + subdomains.length, 0),
  listings:
    Math.min(1, webhooks.length) +
    Math.min(1, tokens.length) +
    // The page after a full one may be empty.
    (domains.length === 0 ? 0 : Math.floor(domains.length / pageSize) + 1) +
    domains.filter(({ subdomains }) => subdomains.length > 0).length,
});
