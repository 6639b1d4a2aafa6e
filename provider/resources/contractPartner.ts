import { type ArgsOf, resourceClass } from "../program/resource-class.js";
import { type contactFields, defineContact } from "../shared/contact.js";
import { left } from "../values/removals.js";

/** Arguments of a {@link ContractPartner}. */
export interface ContractPartnerArgs extends ArgsOf<typeof contactFields> {}

export const contractPartner = defineContact({
  kind: "contractPartner",
  label: "contract partner",
  removal: left,
  read: (client, customerNumber, options) => client.customers.getContractPartner({ customerNumber }, options),
  write: (client, customerNumber, body) => client.customers.updateContractPartner({ customerNumber, body }),
});

/**
 * The partner in the contracts of a customer. It exists with the customer. Creating the resource changes only what is declared,
 * and destroying it changes nothing.
 *
 * @id the number of the customer
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * new hosting.ContractPartner("gardener", {
 *   customerNumber: 100001,
 *   company: "Sommer Gartenbau GmbH",
 *   street: "Beispielweg",
 *   houseNumber: "1",
 *   zip: "30159",
 *   city: "Hannover",
 * });
 * ```
 */
export class ContractPartner extends resourceClass(contractPartner) {}
