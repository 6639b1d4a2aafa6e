/** What a run of the whole fleet is for, in the order in which a fleet meets them. */
export const cases = {
  create: "first `up`",
  unchanged: "`up` without changes",
  refresh: "nightly `refresh`",
  drift: "nightly `hosting drift`",
  change: "`up` with another webhook for each customer",
  adopt: "`hosting adopt` of what exists",
} as const;

export type CaseName = keyof typeof cases;

export const caseNames = Object.keys(cases) as readonly CaseName[];

/** A request that counts against the rate window. */
export interface SentRequest {
  readonly operation: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  /** Milliseconds since the start of the command. */
  readonly after: number;
}

/** A command on a stack. */
export interface Measured {
  readonly case: CaseName;
  /** Number of customers in the stack. */
  readonly customers: number;
  readonly seconds: number;
  /** Seconds of CPU. */
  readonly processor: number;
  readonly requests: readonly SentRequest[];
}
