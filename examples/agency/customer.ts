import { readFileSync } from "node:fs";
import { z } from "zod";

const label = z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, "lower-case letters, digits, and hyphens between them");
const folder = z.string().startsWith("/");

/** An account to order. */
const Account = z.strictObject({ customerNumber: z.int().positive(), virtualName: z.string().min(1) });

const Domain = z.strictObject({
  sld: label,
  tld: z.string().min(2),
  external: z.boolean().optional(),
  target: folder.optional(),
});

const Customer = z.strictObject({
  /** Name of the customer's GDPR contact. */
  company: z.string().min(1),
  /** An account to order, or the name of an existing one. */
  account: z.union([Account, z.string().min(1)]),
  domain: Domain,
  subdomains: z.record(label, z.strictObject({ target: folder.optional() })).default({}),
  /** The domain and its subdomains exist already. Remove it after the first `up`. */
  adopt: z.boolean().default(false),
  /** The customer is leaving: an `up` with this unprotects the site, so that it can be removed from the file. */
  leaving: z.boolean().default(false),
});

export type Customer = z.output<typeof Customer>;

/** The customers, by the name of their site. */
const Customers = z.record(label, Customer);

/** @throws Error that names each mistake of the file, before anything is declared */
export function readCustomers(file: string): Readonly<Record<string, Customer>> {
  const { data, error } = Customers.safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (error === undefined) return data;
  throw new Error([`${file}:`, ...error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`)].join("\n"));
}
