import { noFault } from "../../proofs/matrix/chains/cells.js";
import { planOfChains } from "../../proofs/matrix/chains/plan.js";
import { runChainPlan } from "../../proofs/matrix/chains/run.js";
import { sampleOfChains } from "../../proofs/matrix/sample.js";
import { sampleLimit, assertFaultMet, assertSample } from "./matrix-sample.js";

describe("a sample of the chains", function () {
  this.timeout(sampleLimit);

  it("reaches what the program declares, and leaves nothing behind", async () => {
    const chosen = sampleOfChains();
    for (const { cell, met } of await assertSample(chosen, planOfChains(chosen), runChainPlan))
      if (cell.fault !== noFault) assertFaultMet(cell, cell.fault, met);
  });
});
