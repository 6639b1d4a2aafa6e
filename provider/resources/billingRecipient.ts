import { type ArgsOf, resourceClass } from "../program/resource-class.js";
import type { contactFields } from "../shared/contact.js";
import { defineContact } from "../shared/contact.js";
import { kindLabels } from "../values/labels.js";

/** Arguments of a {@link BillingRecipient}. */
export interface BillingRecipientArgs extends ArgsOf<typeof contactFields> {}

export const billingRecipient = defineContact({
  kind: "billingRecipient",
  className: "BillingRecipient",
  label: kindLabels.billingRecipient,
  read: ({ client }, customerNumber) => client.customers.getBillingRecipient({ customerNumber }),
  write: ({ client }, customerNumber, body) => client.customers.updateBillingRecipient({ customerNumber, body }),
  reset: ({ client }, customerNumber) => client.customers.resetBillingRecipient({ customerNumber }),
});

/**
 * Who gets the invoices of a customer: the contract partner, where nobody else was named. It is taken over, changed where
 * declared, and on destroy reset to the contract partner.
 *
 * @remarks Where nobody was named, what is shown is the contract partner.
 * @id the number of the customer
 * @deletion Reset: invoices go to the contract partner again.
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
