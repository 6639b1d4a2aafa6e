import type { PolicyResource, ResourceValidationArgs, ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy";
import { z } from "zod";
import { applicationToken } from "./resources/applicationToken.js";
import { domain } from "./resources/domain.js";
import { gdprContract } from "./resources/gdprContract.js";
import { virtualAccount } from "./resources/virtualAccount.js";
import { webhook } from "./resources/webhook.js";
import { canonicalHost } from "./values/ids.js";
import { classNameOf } from "./values/reserved-properties.js";

/** What happens if a policy is violated. Default: what the pack says. */
export interface PolicyOptions {
  /** `advisory`: a warning; `mandatory`: the preview or update fails; `disabled`: the policy is not checked. */
  readonly enforcementLevel?: "advisory" | "mandatory" | "disabled";
}

/** Options of the policy that every customer with an account has a GDPR contract. */
export interface ContractPolicyOptions extends PolicyOptions {
  /** Numbers of customers whose contract another program declares, or that was concluded without one. Default: none. */
  readonly concludedElsewhere?: readonly number[];
}

/** Options of the policy that tokens are rotated. */
export interface RotationPolicyOptions extends PolicyOptions {
  /** Days after which a token must be replaced. */
  readonly days: number;
}

/** Prices for the policy of the budget, in one currency and for one period. */
export interface BudgetPrices {
  /** Most that everything may cost together. */
  readonly total: number;
  /** Price of an account, by article number. */
  readonly articles?: Readonly<Record<number, number>>;
  /** Price of a domain, by top-level domain without a leading dot. */
  readonly topLevelDomains?: Readonly<Record<string, number>>;
}

/** Options of the policy that a program stays within its budget. At least one limit is required. */
export interface BudgetPolicyOptions extends PolicyOptions {
  /** Most accounts that a program may declare. Default: no limit. */
  readonly accounts?: number;
  /** Most domains that a program may declare, without those registered elsewhere. Default: no limit. */
  readonly domains?: number;
  /** Limit of what they cost. Default: no limit. */
  readonly prices?: BudgetPrices;
}

/** Options of all policies. */
export interface HostingPolicyOptions {
  /** Webhooks call only `https` addresses. */
  readonly webhooksUseHttps?: PolicyOptions;
  /** Accounts and domains are protected. */
  readonly ordersAreProtected?: PolicyOptions;
  /** Every customer with an account has a GDPR contract. */
  readonly customersHaveContracts?: ContractPolicyOptions;
  /** Tokens are rotated. Default: not checked, because it needs a number of days. */
  readonly tokensAreRotated?: RotationPolicyOptions;
  /** The program stays within its budget. Default: not checked, because it needs a limit. */
  readonly budgetIsKept?: BudgetPolicyOptions;
}

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

const enforced = { enforcementLevel: z.enum(["advisory", "mandatory", "disabled"]).optional() };
const limit = z.int().nonnegative();
const price = z.number().nonnegative();

const Options = z.strictObject({
  webhooksUseHttps: z.strictObject(enforced).optional(),
  ordersAreProtected: z.strictObject(enforced).optional(),
  customersHaveContracts: z
    .strictObject({ ...enforced, concludedElsewhere: z.array(z.int().positive()).readonly().optional() })
    .optional(),
  tokensAreRotated: z.strictObject({ ...enforced, days: z.int().positive() }).optional(),
  budgetIsKept: z
    .strictObject({
      ...enforced,
      accounts: limit.optional(),
      domains: limit.optional(),
      prices: z
        .strictObject({
          total: price,
          articles: z.record(z.string(), price).optional(),
          topLevelDomains: z.record(z.string(), price).optional(),
        })
        .optional(),
    })
    .refine(({ accounts, domains, prices }) => [accounts, domains, prices].some((each) => each !== undefined), {
      error: "needs a limit: accounts, domains or prices",
    })
    .optional(),
});

/** @throws Error that names each mistake, so that no policy is silently not checked */
function checkOptions(options: HostingPolicyOptions): void {
  const { error } = Options.safeParse(options);
  if (error === undefined) return;
  const mistakes = error.issues.map(({ path, message }) => `  ${path.length === 0 ? "options" : path.join(".")}: ${message}`);
  throw new Error(["The options of hostingPolicies are invalid:", ...mistakes].join("\n"));
}

/** What a policy gets of a resource. Its secrets are plain text, so no message may repeat a property. */
type Shown = Pick<ResourceValidationArgs, "type" | "props">;

/** Whether a resource is of the kind of a definition. */
const isOf = ({ type }: Shown, { className }: { readonly className: string }): boolean => classNameOf(type) === className;

/** A property; undefined if it is absent or not known yet, in which case reading it throws. */
function known({ props }: Shown, name: string): unknown {
  try {
    return props[name];
  } catch {
    return undefined;
  }
}

const isAccount = (resource: Shown): boolean => isOf(resource, virtualAccount);
const isDomain = (resource: Shown): boolean => isOf(resource, domain);

/** Whether a resource is an order. Whether a domain that stays registered elsewhere costs anything is not documented. */
const isOrdered = (resource: PolicyResource): boolean =>
  isAccount(resource) || (isDomain(resource) && known(resource, "external") !== true);

/** The price of an order; undefined if what decides about it is not known yet. */
type PriceOf = (order: PolicyResource) => number | "not listed" | undefined;

function priceList({ articles = {}, topLevelDomains = {} }: BudgetPrices): PriceOf {
  const byArticle = new Map(Object.entries(articles));
  const byDomain = new Map(Object.entries(topLevelDomains).map(([name, price]) => [canonicalHost(name), price]));
  return (order) => {
    const [prices, key] = isAccount(order) ? [byArticle, known(order, "articleNumber")] : [byDomain, known(order, "tld")];
    if (typeof key !== "string" && typeof key !== "number") return undefined;
    return prices.get(isDomain(order) ? canonicalHost(String(key)) : String(key)) ?? "not listed";
  };
}

/** A call carries the headers and parameters of the webhook, which may hold secrets. */
const webhooksUseHttps = (options: PolicyOptions): ResourceValidationPolicy => ({
  name: "hosting-webhooks-use-https",
  description: "Webhooks call only https addresses.",
  ...options,
  validateResource(resource, report) {
    const url = isOf(resource, webhook) ? known(resource, "url") : undefined;
    if (typeof url !== "string" || !URL.canParse(url) || new URL(url).protocol === "https:") return;
    report("The webhook sends its headers and parameters without encryption. Declare a `url` that begins with https://.");
  },
});

/** What is billed cannot be deleted by mistake. */
const ordersAreProtected = (options: PolicyOptions): ResourceValidationPolicy => ({
  name: "hosting-orders-are-protected",
  description: "Accounts and domains are protected.",
  ...options,
  validateResource(resource, report) {
    if (resource.opts.protect || !(isAccount(resource) || isDomain(resource))) return;
    report("It is billed, and its deletion cannot be undone. Remove the option `protect: false`.");
  },
});

/** An account whose customer is known. */
interface Account {
  readonly customer: number;
  readonly resource: PolicyResource;
}

const accountsIn = (resources: readonly PolicyResource[]): readonly Account[] =>
  resources
    .filter((resource) => isOf(resource, virtualAccount))
    .flatMap((resource) => {
      const customer = known(resource, "customerNumber");
      return typeof customer === "number" ? [{ customer, resource }] : [];
    })
    .sort((a, b) => (a.resource.urn < b.resource.urn ? -1 : 1));

/** What a resource lies in, from the inside outwards, without the stack, in which everything lies. */
function parentsOf({ parent }: PolicyResource): readonly PolicyResource[] {
  return parent?.parent === undefined ? [] : [parent, ...parentsOf(parent)];
}

const isIn = (resource: PolicyResource, parent: PolicyResource): boolean =>
  [resource, ...parentsOf(resource)].some(({ urn }) => urn === parent.urn);

/**
 * The customers whom a GDPR contract is for. The API does not tell, because a contract names contacts and no customer. So the program
 * must: the contract depends on an account of the customer, or the innermost parent with accounts has those of one customer only.
 */
function customersOf(contract: PolicyResource, accounts: readonly Account[]): readonly number[] {
  const dependencies = new Set(contract.dependencies.map(({ urn }) => urn));
  const needed = accounts.filter(({ resource }) => dependencies.has(resource.urn)).map(({ customer }) => customer);
  for (const parent of parentsOf(contract)) {
    const inside = new Set(accounts.filter(({ resource }) => isIn(resource, parent)).map(({ customer }) => customer));
    if (inside.size > 0) return [...needed, ...(inside.size === 1 ? inside : [])];
  }
  return needed;
}

const customersHaveContracts = ({ concludedElsewhere = [], ...options }: ContractPolicyOptions): StackValidationPolicy => ({
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

const day = 24 * 60 * 60 * 1000;

/**
 * A token has no expiry date. Only its outputs tell its age, so this is a policy of the stack: there a token that the run creates or
 * replaces has no outputs yet, and every other one has those of the state.
 */
const tokensAreRotated = ({ days, ...options }: RotationPolicyOptions): StackValidationPolicy => ({
  name: "hosting-tokens-are-rotated",
  description: `Application tokens are replaced within ${days} days.`,
  ...options,
  validateStack({ resources }, report) {
    for (const resource of resources) {
      if (!isOf(resource, applicationToken)) continue;
      const created = createdAt(known(resource, "crdate"));
      if (created === undefined || Date.now() - created <= days * day) continue;
      report(`The token is more than ${days} days old. Change its \`triggers\`, which replaces it.`, resource.urn);
    }
  },
});

/** In milliseconds since the epoch: an older version of the API shows seconds. */
const createdAt = (crdate: unknown): number | undefined => {
  const time = typeof crdate === "number" ? crdate * 1000 : typeof crdate === "string" ? Date.parse(crdate) : NaN;
  return Number.isFinite(time) ? time : undefined;
};

/** A policy cannot ask the API, so it counts, and adds up the prices that its options give. */
const budgetIsKept = ({ accounts, domains, prices, ...options }: BudgetPolicyOptions): StackValidationPolicy => ({
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
