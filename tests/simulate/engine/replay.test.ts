import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Recorded } from "./recording/normal.js";
import { replay } from "./recording/replay.js";
import { scenarios } from "./recording/scenarios.js";

const folder = resolve(__dirname, "..", "..", "..", "..", "tests", "simulate", "recordings");

describe("stand-in for the engine", () => {
  for (const [name, scenario] of Object.entries(scenarios))
    it(`calls, reports and stores in "${name}" what the real engine does`, async () => {
      const recorded = JSON.parse(await readFile(join(folder, `${name}.json`), "utf8")) as Recorded[];
      const replayed = JSON.parse(JSON.stringify(await replay(scenario))) as Recorded[];
      for (const [index, step] of recorded.entries())
        assert.deepEqual(replayed[index], step, `step ${index + 1} of ${name} differs from the recording`);
      assert.equal(replayed.length, recorded.length);
    });
});
