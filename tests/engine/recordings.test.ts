import assert from "node:assert/strict";
import { commandTimeout } from "../support/engine.js";
import { record } from "../simulate/engine/recording/real.js";
import { readRecording } from "../simulate/engine/recording/recordings.js";

/** Together they contain every kind of step, a kill, and an option that only the engine decides about. */
const chosen = ["killed-delete-first", "killed-left-over-gone", "replace-option-delete-first", "deleted-with"] as const;

describe("recordings of the engine", () => {
  for (const name of chosen)
    it(`"${name}" matches what this engine does`, async function () {
      const recorded = readRecording(name);
      this.timeout(recorded.length * commandTimeout);
      assert.deepEqual(await record(recorded), recorded);
    });
});
