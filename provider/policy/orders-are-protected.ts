import type { ResourceValidationPolicy } from "@pulumi/policy";
import { billedKindOf } from "./billed.js";
import type { PolicyOptions } from "./options.js";

/** What is billed cannot be deleted by mistake. */
export const ordersAreProtected = (options: PolicyOptions): ResourceValidationPolicy => ({
  name: "hosting-orders-are-protected",
  description: "Accounts and domains are protected.",
  ...options,
  async validateResource({ type, opts }, report) {
    if (opts.protect || (await billedKindOf(type)) === undefined) return;
    report("It is billed, and its deletion cannot be undone. Remove the option `protect: false`.");
  },
});
