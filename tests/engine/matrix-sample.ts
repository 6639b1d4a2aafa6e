import assert from "node:assert/strict";
import type { FaultResult } from "../../proofs/matrix/fault-trial.js";
import { type FaultName, faultOf } from "../../proofs/matrix/faults.js";
import { type AnyCell, nameOfAny } from "../../proofs/matrix/parts.js";
import { formatFailures } from "../../proofs/matrix/report.js";
import type { CellResult } from "../../proofs/matrix/trial.js";

/** A sample runs dozens of commands one after another, and other suites may run beside it on the same cores. */
export const sampleLimit = 40 * 60_000;

/** Runs every cell of a sample, and asserts that each holds. Stacks that mostly wait run concurrently with the others. */
export async function assertSample<C extends AnyCell, R extends CellResult<C>, P extends { readonly idle: boolean }>(
  cells: readonly C[],
  plans: readonly P[],
  run: (plan: P) => Promise<readonly R[]>,
): Promise<R[]> {
  const waiting = plans.filter(({ idle }) => idle).map(run);
  const found: R[] = [];
  try {
    for (const plan of plans.filter(({ idle }) => !idle)) found.push(...(await run(plan)));
  } finally {
    await Promise.allSettled(waiting);
  }
  found.push(...(await Promise.all(waiting)).flat());
  const failures = formatFailures(found);
  assert.ok(failures === "", `\n${failures}`);
  assert.equal(found.length, cells.length);
  return found;
}

/** Asserts that the request of a cell met its fault. */
export function assertFaultMet(cell: AnyCell, name: FaultName, met: FaultResult<AnyCell>["met"]): void {
  const fault = faultOf(name);
  if (fault.scope === "request") assert.deepEqual(met, fault.effect, nameOfAny(cell));
}
