import assert from "node:assert/strict";
import { readRecording } from "./recording/files.js";
import { replay } from "./recording/replay.js";
import { scenarios } from "./recording/scenarios.js";

describe("simulated engine", () => {
  for (const [name, scenario] of Object.entries(scenarios))
    it(`matches the real engine's calls, reports and state in "${name}"`, async () => {
      const recorded = await readRecording(name);
      const replayed = await replay(scenario);
      for (const [index, step] of recorded.entries())
        assert.deepEqual(replayed[index], step, `step ${index + 1} of ${name} differs from the recording`);
      assert.equal(replayed.length, recorded.length);
    });
});
