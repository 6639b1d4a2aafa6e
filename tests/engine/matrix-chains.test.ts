import assert from "node:assert/strict";
import { type ChainCell, nameOfChain, noFault } from "../../proofs/matrix/chains/cells.js";
import { planOfChains } from "../../proofs/matrix/chains/plan.js";
import { runChainPlan } from "../../proofs/matrix/chains/run.js";
import type { FaultResult } from "../../proofs/matrix/fault-trial.js";
import { faultOf } from "../../proofs/matrix/faults.js";
import { formatFailures } from "../../proofs/matrix/report.js";
import { sampleOfChains } from "../../proofs/matrix/sample.js";
import { sampleLimit } from "../support/matrix.js";

describe("a sample of the chains", function () {
  this.timeout(sampleLimit);

  it("reaches what the program declares, and leaves nothing behind", async () => {
    const chosen = sampleOfChains();
    const found: FaultResult<ChainCell>[] = [];
    for (const plan of planOfChains(chosen)) found.push(...(await runChainPlan(plan)));
    const failures = formatFailures(found);
    assert.ok(failures === "", `\n${failures}`);
    assert.equal(found.length, chosen.length);
    for (const { cell, met } of found) {
      const fault = cell.fault === noFault ? undefined : faultOf(cell.fault);
      if (fault?.scope === "request") assert.deepEqual(met, fault.effect, nameOfChain(cell));
    }
  });
});
