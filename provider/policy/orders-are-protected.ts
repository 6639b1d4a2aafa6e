import type { ResourceValidationPolicy } from "@pulumi/policy";
import type { PolicyOptions } from "./options.js";
import { isAccount, isDomain } from "./orders.js";

/** What is billed cannot be deleted by mistake. */
export const ordersAreProtected = (options: PolicyOptions): ResourceValidationPolicy => ({
  name: "hosting-orders-are-protected",
  description: "Accounts and domains are protected.",
  ...options,
  validateResource(resource, report) {
    if (resource.opts.protect || !(isAccount(resource) || isDomain(resource))) return;
    report("It is billed, and its deletion cannot be undone. Remove the option `protect: false`.");
  },
});
