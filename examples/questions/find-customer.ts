import { readFile } from "node:fs/promises";
import { AccessDeniedError, type Client, type CustomerPartner } from "pulumi-hosting/sdk";
import { ask } from "./ask.js";

/**
 * Which customer is that? Prints the customers whose contract partner has a text in name, company or mail address:
 *
 *     node find-customer.js herbst customers.json
 *
 * No operation lists the customers of a reseller, so their numbers come from a file, and each costs one request. The client sends a
 * few at a time, and waits if the rate window is used up.
 */

/** What a customer can be found by. */
const textsOf = ({ firstName, lastName, company, contact }: CustomerPartner): string[] => [
  `${firstName} ${lastName}`,
  company ?? "",
  contact.email,
];

/** The contract partner; undefined if the login may not read it. */
async function partnerOf(client: Client, customerNumber: number): Promise<CustomerPartner | undefined> {
  try {
    return await client.customers.getContractPartner({ customerNumber });
  } catch (error) {
    if (!(error instanceof AccessDeniedError)) throw error;
    console.error(`${customerNumber}: no access, or no such customer`);
    return undefined;
  }
}

const [wanted, file] = process.argv.slice(2);

void ask(async (client) => {
  if (wanted === undefined || file === undefined)
    throw new Error("Usage: node find-customer.js <text> <file of customer numbers>");
  const numbers = JSON.parse(await readFile(file, "utf8")) as number[];
  const partners = await Promise.all(
    numbers.map(async (customerNumber) => ({ customerNumber, partner: await partnerOf(client, customerNumber) })),
  );
  for (const { customerNumber, partner } of partners) {
    if (partner === undefined || !textsOf(partner).some((text) => text.toLowerCase().includes(wanted.toLowerCase()))) continue;
    const { firstName, lastName, company, address } = partner;
    console.log(`${customerNumber}: ${company ?? `${firstName} ${lastName}`}, ${address.city}`);
  }
});
