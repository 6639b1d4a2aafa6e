import { addLines, type Digested, openLines } from "../kept-lines.js";

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

/** A line of the file: the commands on a stack of so many customers. */
interface Entry extends Digested {
  readonly customers: number;
  readonly measured: readonly Measured[];
}

/**
 * Measures the commands on a stack of each size, unless the file has them from an earlier run. Each stack is kept as soon as it is measured.
 *
 * @param digest changes with everything else that decides the results
 * @param sizes numbers of customers in a stack
 * @param fresh forgets earlier results
 */
export async function measuredOnce(
  { file, digest, sizes, fresh }: { file: string; digest: string; sizes: readonly number[]; fresh: boolean },
  measure: (customers: number) => Promise<readonly Measured[]>,
): Promise<readonly Measured[]> {
  const kept = (await openLines<Entry>(file, fresh)).filter((entry) => entry.digest === digest);
  const all: Measured[] = [];
  for (const customers of sizes) {
    const earlier = kept.find((entry) => entry.customers === customers);
    const measured = earlier?.measured ?? (await measure(customers));
    const entry: Entry = { digest, customers, measured };
    if (earlier === undefined) await addLines(file, [entry]);
    all.push(...measured);
  }
  return all;
}
