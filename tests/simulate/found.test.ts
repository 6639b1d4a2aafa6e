import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { draw } from "./draw.js";
import { run } from "./engine/run.js";
import type { History } from "./history.js";
import { described } from "./report.js";
import { simulate } from "./simulate.js";

/** The histories are next to the sources, which are compiled into another folder. */
const folder = join(__dirname, "..", "..", "..", "tests", "simulate", "found");

describe("a simulated history", () => {
  describe("that once found a bug", () => {
    for (const file of readdirSync(folder).sort()) {
      it(`passes: ${file.replace(/\.json$/, "").replaceAll("-", " ")}`, async () => {
        const history = JSON.parse(readFileSync(join(folder, file), "utf8")) as History;
        const simulated = await simulate(history, run);
        assert.equal(simulated.finding, undefined, described(history, simulated));
      });
    }
  });

  it("runs the same way each time", async () => {
    const history = draw(7);
    const [first, second] = [await simulate(history, run), await simulate(history, run)];
    assert.ok(first.commands.length > 3);
    assert.equal(described(history, first), described(history, second));
  });
});
