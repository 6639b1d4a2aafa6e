import assert from "node:assert/strict";
import type { EditCell } from "../../proofs/matrix/edit-cells.js";
import { planOfEdits } from "../../proofs/matrix/edit-plan.js";
import { runEditPlan } from "../../proofs/matrix/edit-run.js";
import { formatFailures } from "../../proofs/matrix/report.js";
import { sampleOfEdits } from "../../proofs/matrix/sample.js";
import type { CellResult } from "../../proofs/matrix/trial.js";
import { sampleLimit } from "../support/matrix.js";

describe("a sample of the edits without faults", function () {
  this.timeout(sampleLimit);

  it("leaves unchanged what the program did not ask to replace", async () => {
    const chosen = sampleOfEdits();
    const found: CellResult<EditCell>[] = [];
    for (const plan of planOfEdits(chosen)) found.push(...(await runEditPlan(plan)));
    const failures = formatFailures(found);
    assert.ok(failures === "", `\n${failures}`);
    assert.equal(found.length, chosen.length);
  });
});
