import type { StackValidationPolicy } from "@pulumi/policy";
import { gdprContract } from "../resources/gdprContract.js";
import { accountsIn, customersOf } from "./customers.js";
import type { ContractPolicyOptions } from "./options.js";
import { isOf } from "./shown.js";

export const customersHaveContracts = ({
  concludedElsewhere = [],
  ...options
}: ContractPolicyOptions): StackValidationPolicy => ({
  name: "hosting-customers-have-contracts",
  description: "Every customer with an account has a GDPR contract.",
  ...options,
  validateStack({ resources }, report) {
    const accounts = accountsIn(resources);
    const contracts = resources.filter((resource) => isOf(resource, gdprContract));
    const served = new Set([...concludedElsewhere, ...contracts.flatMap((contract) => customersOf(contract, accounts))]);
    for (const { customer, resource } of accounts) {
      if (served.has(customer)) continue;
      // Once for each customer.
      served.add(customer);
      report(
        "The customer of this account has no GDPR contract. Declare a `GdprContract` in the same component, or with the account in " +
          "`dependsOn`. If the contract exists without this program, add the customer to `concludedElsewhere` of the policy.",
        resource.urn,
      );
    }
  },
});
