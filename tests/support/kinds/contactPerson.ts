import { contact, ofCustomer, otherContact } from "../specimen.js";

export const contactPerson = ofCustomer({
  ...contact,
  edits: ["adopt-added"],
  part: (customer) => customer.contactPerson,
  plant: ({ store }, customer) => void store.customers.update(customer.id, { contactPerson: otherContact(customer) }),
  requests: { list: "getContactPerson", update: "updateContactPerson" },
});
