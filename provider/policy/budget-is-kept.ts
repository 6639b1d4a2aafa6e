import type { StackValidationPolicy } from "@pulumi/policy";
import type { BudgetPolicyOptions } from "./options.js";
import { isAccount, isDomain, isOrdered, priceList } from "./orders.js";

/** A policy cannot ask the API, so it counts, and adds up the prices that its options give. */
export const budgetIsKept = ({ accounts, domains, prices, ...options }: BudgetPolicyOptions): StackValidationPolicy => ({
  name: "hosting-budget-is-kept",
  description: "The program stays within its budget.",
  ...options,
  validateStack({ resources }, report) {
    const ordered = resources.filter(isOrdered);
    for (const { what, count, most } of [
      { what: "Accounts", count: ordered.filter(isAccount).length, most: accounts },
      { what: "Domains", count: ordered.filter(isDomain).length, most: domains },
    ])
      if (most !== undefined && count > most) report(`${what}: the program declares ${count}, and the budget allows ${most}.`);
    if (prices === undefined) return;
    const priceOf = priceList(prices);
    let sum = 0;
    for (const order of ordered) {
      const price = priceOf(order);
      if (price === "not listed")
        report("The budget has no price for it. Add the price of its article or top-level domain to the policy.", order.urn);
      else sum += price ?? 0;
    }
    // Sums of decimal fractions are not exact.
    const total = Math.round(sum * 100) / 100;
    if (total > prices.total)
      report(`What the program declares costs ${money(total)}, and the budget is ${money(prices.total)}.`);
  },
});

const money = (amount: number): string => amount.toFixed(2);
