import assert from "node:assert/strict";
import { loadSettings, runLoad, summary } from "../../proofs/load/run.js";
import { commandTimeout, useStack } from "../support/engine.js";

describe("many resources on the real engine while requests fail at random", function () {
  this.timeout(4 * commandTimeout);
  const stack = useStack({ rateLimit: false }, loadSettings);

  it("exist exactly once after at most two more runs, and leave nothing to do", async () => {
    const report = await runLoad(stack, { count: 60, faults: 0.15, parallel: 64, seed: 1 });
    const story = [...report.commands.map((command) => JSON.stringify(command)), summary(report)].join("\n");
    assert.deepEqual(report.problems, [], story);
    const met = Array.from(report.met.values()).reduce((sum, times) => sum + times, 0);
    assert.ok(met >= 15, `only ${met} faults were met`);
  });
});
