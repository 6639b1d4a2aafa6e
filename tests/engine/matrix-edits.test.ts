import { planOfEdits } from "../../proofs/matrix/edit-plan.js";
import { runEditPlan } from "../../proofs/matrix/edit-run.js";
import { sampleOfEdits } from "../../proofs/matrix/sample.js";
import { sampleLimit, assertSample } from "./matrix-sample.js";

describe("a sample of the edits without faults", function () {
  this.timeout(sampleLimit);

  it("leaves unchanged what the program did not ask to replace", async () => {
    const chosen = sampleOfEdits();
    const plans = planOfEdits(chosen).map((plan) => ({ ...plan, idle: false }));
    await assertSample(chosen, plans, runEditPlan);
  });
});
