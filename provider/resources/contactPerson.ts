import { type ArgsOf, resourceClass } from "../program/resource-class.js";
import { type contactFields, defineContact } from "../shared/contact.js";
import { left } from "../values/removals.js";

/** Arguments of a {@link ContactPerson}. */
export interface ContactPersonArgs extends ArgsOf<typeof contactFields> {}

export const contactPerson = defineContact({
  kind: "contactPerson",
  label: "contact person",
  removal: left,
  read: (client, customerNumber, options) => client.customers.getContactPerson({ customerNumber }, options),
  write: (client, customerNumber, body) => client.customers.updateContactPerson({ customerNumber, body }),
});

/**
 * The contact person of a customer: the contract partner, unless somebody else was named. It exists with the customer. Creating
 * the resource changes only what is declared, and destroying it changes nothing.
 *
 * @id the number of the customer
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * new hosting.ContactPerson("gardener", {
 *   customerNumber: 100001,
 *   firstName: "Erika",
 *   lastName: "Sommer",
 *   emailAddress: "erika@sommer.example",
 * });
 * ```
 */
export class ContactPerson extends resourceClass(contactPerson) {}
