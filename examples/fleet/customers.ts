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

const Entry = z.strictObject({
  name: label,
  /** Name of the stack that has the customer's objects, perhaps with those of others. Default: the customer's name. */
  stack: label.optional(),
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

const Customer = Entry.transform((customer) => ({ ...customer, stack: customer.stack ?? customer.name }));

export type Customer = z.output<typeof Customer>;

/** `customers[3].domains[0].sld` */
const place = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, key) => text + (typeof key === "number" ? `[${key}]` : `.${String(key)}`), "customers");

/** What must be unique, by its position in a customer: names in the file, and in a stack the names of the resources. */
function* namesOf({ name, stack, domains, webhooks, tokens }: Customer): Generator<[path: PropertyKey[], name: string]> {
  yield [["name"], name];
  const inStack = (kind: string, each: string) => JSON.stringify([stack, kind, each]);
  for (const [index, { sld, tld }] of domains.entries()) yield [["domains", index], inStack("domain", `${sld}.${tld}`)];
  for (const [index, url] of webhooks.entries()) yield [["webhooks", index], inStack("webhook", url)];
  for (const [index, token] of tokens.entries()) yield [["tokens", index], inStack("token", token)];
}

const Customers = z
  .array(Customer)
  .min(1)
  .superRefine((customers, context) => {
    const first = new Map<string, string>();
    for (const [index, customer] of customers.entries())
      for (const [path, name] of namesOf(customer)) {
        const earlier = first.get(name);
        if (earlier === undefined) first.set(name, place([index, ...path]));
        else context.addIssue({ code: "custom", path: [index, ...path], message: `the same as ${earlier}` });
      }
  });

/** A stack, and the customers whose objects it has. */
export interface CustomersStack {
  readonly name: string;
  readonly customers: readonly Customer[];
}

/** The stacks of customers, in the order in which the file names them first. */
export function stacksIn(customers: readonly Customer[]): readonly CustomersStack[] {
  const stacks = new Map<string, Customer[]>();
  for (const customer of customers) stacks.set(customer.stack, [...(stacks.get(customer.stack) ?? []), customer]);
  return Array.from(stacks, ([name, those]) => ({ name, customers: those }));
}

/** Name of the variable that tells the program which file to read. */
export const customersVariable = "FLEET_CUSTOMERS";

/** The problems of the customers file, one line for each place. */
export class CustomersError extends Error {}

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

/** The page after a full one may be empty. */
const pagesOf = (domains: number): number => Math.floor(domains / pageSize) + 1;

/** What a program declares for customers in one stack: its resources, and the listings that show them. */
export function sizeOf(customers: readonly Customer[]): Size {
  const webhooks = customers.flatMap((customer) => customer.webhooks);
  const tokens = customers.flatMap((customer) => customer.tokens);
  const domains = customers.flatMap((customer) => customer.domains);
  const inAccounts = new Map<string, number>();
  for (const customer of customers)
    if (customer.domains.length > 0)
      inAccounts.set(customer.account, (inAccounts.get(customer.account) ?? 0) + customer.domains.length);
  return {
    resources: webhooks.length + tokens.length + domains.reduce((sum, { subdomains }) => sum + 1 + subdomains.length, 0),
    listings:
      Math.min(1, webhooks.length) +
      Math.min(1, tokens.length) +
      Array.from(inAccounts.values()).reduce((sum, count) => sum + pagesOf(count), 0) +
      domains.filter(({ subdomains }) => subdomains.length > 0).length,
  };
}
