import type { ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy";
import { budgetIsKept } from "./policy/budget-is-kept.js";
import { checkOptions } from "./policy/checked-options.js";
import { customersHaveContracts } from "./policy/customers-have-contracts.js";
import type { HostingPolicyOptions } from "./policy/options.js";
import { ordersAreProtected } from "./policy/orders-are-protected.js";
import { tokensAreRotated } from "./policy/tokens-are-rotated.js";
import { webhooksUseHttps } from "./policy/webhooks-use-https.js";

export type {
  BudgetPolicyOptions,
  BudgetPrices,
  ContractPolicyOptions,
  HostingPolicyOptions,
  PolicyOptions,
  RotationPolicyOptions,
} from "./policy/options.js";

/**
 * Policies for a pack of your own, for `@pulumi/policy`: `new PolicyPack("hosting", { policies: hostingPolicies() })`. They check what
 * a program declares, as far as it is known, and send no request. No message repeats a value of a property.
 *
 * @throws Error if an option is invalid
 */
export function hostingPolicies(options: HostingPolicyOptions = {}): (ResourceValidationPolicy | StackValidationPolicy)[] {
  checkOptions(options);
  const { webhooksUseHttps: https, ordersAreProtected: protection, customersHaveContracts: contracts } = options;
  const { tokensAreRotated: rotation, budgetIsKept: budget } = options;
  return [
    webhooksUseHttps(https ?? {}),
    ordersAreProtected(protection ?? {}),
    customersHaveContracts(contracts ?? {}),
    ...(rotation === undefined ? [] : [tokensAreRotated(rotation)]),
    ...(budget === undefined ? [] : [budgetIsKept(budget)]),
  ];
}
