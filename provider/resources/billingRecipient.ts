import { type ArgsOf, resourceClass } from "../program/resource-class.js";
import { type contactFields, defineContact } from "../shared/contact.js";

/** Arguments of a {@link BillingRecipient}. */
export interface BillingRecipientArgs extends ArgsOf<typeof contactFields> {}

export const billingRecipient = defineContact({
  kind: "billingRecipient",
  label: "billing recipient",
  removal: { does: "resets", effect: " to the contract partner, who gets the invoices again" },
  read: (client, customerNumber, options) => client.customers.getBillingRecipient({ customerNumber }, options),
  write: (client, customerNumber, body) => client.customers.updateBillingRecipient({ customerNumber, body }),
  reset: (client, customerNumber) => client.customers.resetBillingRecipient({ customerNumber }),
});

/**
 * The recipient of a customer's invoices: the contract partner, unless somebody else was named. It exists with the customer.
 * Creating the resource changes only what is declared, and destroying it resets the recipient to the contract partner.
 *
 * @remarks If nobody was named, the API shows the contract partner.
 * @id the number of the customer
 * @deletion Reset: the contract partner gets the invoices again.
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * new hosting.BillingRecipient("gardener", {
 *   customerNumber: 100001,
 *   company: "Sommer Gartenbau GmbH",
 *   emailAddress: "invoices@sommer.example",
 * });
 * ```
 */
export class BillingRecipient extends resourceClass(billingRecipient) {}
