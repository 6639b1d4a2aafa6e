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
