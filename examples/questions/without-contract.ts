import { type GdprContract, identifierOf } from "pulumi-hosting/sdk";
import { ask } from "./ask.js";

/**
 * Who has no GDPR contract? Prints a line for each contact of the type `client` that has none, or none that was accepted. It sends two
 * requests, however many customers there are.
 */

/** The contact that is the principal. The API shows a contact in a contract by its identifier or as a whole. */
function principalOf({ client }: GdprContract): string | undefined {
  return client === undefined || typeof client === "string" ? client : identifierOf.gdprRecord(client);
}

void ask(async (client) => {
  const [contacts, contracts] = await Promise.all([client.gdpr.listContacts(), client.gdpr.listContracts()]);
  const drafted = new Set(contracts.map(principalOf));
  const accepted = new Set(contracts.filter(({ confirmationDate }) => confirmationDate !== undefined).map(principalOf));
  for (const contact of contacts) {
    const identifier = identifierOf.gdprRecord(contact);
    if (contact.type !== "client" || accepted.has(identifier)) continue;
    console.log(`${contact.name}: ${drafted.has(identifier) ? "not accepted" : "no contract"}`);
  }
});
