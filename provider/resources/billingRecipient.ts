import { type ArgsOf, resourceClass } from "../class.js";
import { contactFields, defineContact } from "../contacts.js";

/** Arguments of a {@link BillingRecipient}. */
export interface BillingRecipientArgs extends ArgsOf<typeof contactFields> {}

export const billingRecipient = defineContact({
  kind: "billingRecipient",
  className: "BillingRecipient",
  label: "billing recipient",
  read: ({ client }, customerNumber) => client.customers.getBillingRecipient({ customerNumber }),
  write: ({ client }, customerNumber, body) => client.customers.updateBillingRecipient({ customerNumber, body }),
  reset: ({ client }, customerNumber) => client.customers.resetBillingRecipient({ customerNumber }),
});

/**
 * Who gets the invoices of a customer: the contract partner, where nobody else was named. It is taken over, changed
 * where declared, and on destroy reset to the contract partner.
 */
export class BillingRecipient extends resourceClass(billingRecipient) {}
