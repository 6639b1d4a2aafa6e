import assert from "node:assert/strict";
import { type Cell, nameOf } from "../../proofs/matrix/cells.js";
import type { FaultResult } from "../../proofs/matrix/fault-trial.js";
import { faultOf } from "../../proofs/matrix/faults.js";
import { type Plan, planOf } from "../../proofs/matrix/plan.js";
import { formatFailures } from "../../proofs/matrix/report.js";
import { sample } from "../../proofs/matrix/sample.js";
import { runPlan } from "../../proofs/matrix/stack-run.js";
import { sampleLimit } from "../support/matrix.js";

/** Stacks that mostly wait run concurrently with the others. */
async function runAll(plans: readonly Plan[]): Promise<FaultResult<Cell>[]> {
  const waiting = plans.filter(({ idle }) => idle).map(runPlan);
  const found: FaultResult<Cell>[] = [];
  try {
    for (const plan of plans.filter(({ idle }) => !idle)) found.push(...(await runPlan(plan)));
  } finally {
    await Promise.allSettled(waiting);
  }
  return [...found, ...(await Promise.all(waiting)).flat()];
}

describe("a sample of the matrix", function () {
  this.timeout(sampleLimit);

  it("leaves exactly one of each, nothing to do, no secret in plain text, and nothing behind", async () => {
    const chosen = sample();
    const found = await runAll(planOf(chosen));
    const failures = formatFailures(found);
    assert.ok(failures === "", `\n${failures}`);
    assert.equal(found.length, chosen.length);
    for (const { cell, met } of found) {
      const fault = faultOf(cell.fault);
      if (fault.scope === "request") assert.deepEqual(met, fault.effect, nameOf(cell));
    }
  });
});
