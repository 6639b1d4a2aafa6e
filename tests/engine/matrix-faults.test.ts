import { planOf } from "../../proofs/matrix/plan.js";
import { sample } from "../../proofs/matrix/sample.js";
import { runPlan } from "../../proofs/matrix/stack-run.js";
import { sampleLimit, assertFaultMet, assertSample } from "./matrix-sample.js";

describe("a sample of the matrix", function () {
  this.timeout(sampleLimit);

  it("leaves exactly one of each, nothing to do, no secret in plain text, and nothing behind", async () => {
    const chosen = sample();
    for (const { cell, met } of await assertSample(chosen, planOf(chosen), runPlan)) assertFaultMet(cell, cell.fault, met);
  });
});
