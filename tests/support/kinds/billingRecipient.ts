import { contact, ofCustomer, otherContact } from "../specimen.js";

export const billingRecipient = ofCustomer({
  ...contact,
  edits: ["remove"],
  part: (customer) => customer.billingRecipient,
  plant: ({ store }, customer) => void store.customers.update(customer.id, { billingRecipient: otherContact(customer) }),
  requests: { list: "getBillingRecipient", update: "updateBillingRecipient", delete: "resetBillingRecipient" },
});
