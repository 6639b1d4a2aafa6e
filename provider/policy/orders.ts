import type { PolicyResource } from "@pulumi/policy";
import { domain } from "../resources/domain.js";
import { virtualAccount } from "../resources/virtualAccount.js";
import { canonicalHost } from "../values/hostname.js";
import type { BudgetPrices } from "./options.js";
import { isOf, known, type Shown } from "./shown.js";

export const isAccount = (resource: Shown): boolean => isOf(resource, virtualAccount);
export const isDomain = (resource: Shown): boolean => isOf(resource, domain);

/** Whether a resource is an order. Whether a domain that stays registered elsewhere costs anything is not documented. */
export const isOrdered = (resource: PolicyResource): boolean =>
  isAccount(resource) || (isDomain(resource) && known(resource, "external") !== true);

/** The price of an order; undefined if what decides about it is not known yet. */
type PriceOf = (order: PolicyResource) => number | "not listed" | undefined;

export function priceList({ articles = {}, topLevelDomains = {} }: BudgetPrices): PriceOf {
  const byArticle = new Map(Object.entries(articles));
  const byDomain = new Map(Object.entries(topLevelDomains).map(([name, price]) => [canonicalHost(name), price]));
  return (order) => {
    const [prices, key] = isAccount(order) ? [byArticle, known(order, "articleNumber")] : [byDomain, known(order, "tld")];
    if (typeof key !== "string" && typeof key !== "number") return undefined;
    return prices.get(isDomain(order) ? canonicalHost(String(key)) : String(key)) ?? "not listed";
  };
}
