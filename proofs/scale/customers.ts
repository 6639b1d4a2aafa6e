import type { Size } from "../../examples/fleet/command.js";
import { type Customer, sizeOf } from "../../examples/fleet/customers.js";
import { nothing } from "../../sandbox/seeds/empty.js";
import type { Seed } from "../../sandbox/seeds/schema.js";

/** The most customers that names of one length distinguish. */
export const mostCustomers = 9999;

const digits = (index: number): string => String(index).padStart(4, "0");

const firstNumber = 300_000;

/** An agency's customer with ten objects. */
export function customerOf(index: number): Customer {
  const name = `kunde-${digits(index)}`;
  const subdomains = ["blog", "shop", "termine"].map((each) => ({ name: each, target: `/${each}` }));
  return {
    name,
    stack: name,
    account: `p${firstNumber + index}`,
    domains: ["haus", "laden"].map((kind) => ({ sld: `${name}-${kind}`, tld: "de", subdomains })),
    webhooks: [`https://agency.example/${name}`],
    tokens: [`Deployment of ${name}`],
    leaving: false,
  };
}

/** The customer with another webhook. */
export const changed = (customer: Customer): Customer => ({
  ...customer,
  webhooks: [...customer.webhooks, `https://agency.example/${customer.name}/orders`],
});

/** Replaces the customers from the first on by those from `first` on, in names, accounts and addresses. */
export const moved = (text: string, first: number): string =>
  first === 0
    ? text
    : text
        .replace(/\bkunde-(\d{4})\b/g, (_, index: string) => `kunde-${digits(Number(index) + first)}`)
        .replace(/\bp30(\d{4})\b/g, (_, index: string) => `p30${digits(Number(index) + first)}`);

/** The size of a stack of so many customers. */
export const sizeOfMany = (customers: number): Size => sizeOf(Array.from({ length: customers }, (_, index) => customerOf(index)));

/**
 * The reseller, and the accounts of that many customers.
 *
 * @param withDomains whether their domains and subdomains exist
 */
export const seedOf = (customers: number, withDomains: boolean): Seed => {
  const all = Array.from({ length: customers }, (_, index) => ({ index, customerNumber: firstNumber + index }));
  return {
    logins: nothing.logins,
    resellers: nothing.resellers,
    customers: [
      ...(nothing.customers ?? []),
      ...all.map(({ index, customerNumber }) => ({
        customerNumber,
        reseller: 100_000,
        contractPartner: {
          salutation: "Frau",
          firstName: "Ada",
          lastName: `Kunde ${index}`,
          street: "Hauptstraße",
          houseNumber: "1",
          zip: "30159",
          city: "Hannover",
          country: "DE",
          emailAddress: `info@kunde-${digits(index)}.example`,
        },
      })),
    ],
    accounts: all.map(({ index, customerNumber }) => ({
      name: `p${customerNumber}`,
      customerNumber,
      description: `Kunde ${index}`,
      articleNumber: 1101,
    })),
    domains: withDomains
      ? all.flatMap(({ index }) => {
          const { account, domains } = customerOf(index);
          return domains.map(({ sld, tld, subdomains }) => ({ account, fullname: `${sld}.${tld}`, subdomains }));
        })
      : [],
  };
};
