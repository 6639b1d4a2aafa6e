import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { report } from "../../proofs/bench/report.js";
import { Results } from "../../proofs/bench/results.js";
import { runAll, type RunOptions } from "../../proofs/bench/run.js";
import { summarise } from "../../proofs/bench/summary.js";
import { commandTimeout } from "../support/engine.js";

const parent = join(__dirname, "..", "..", "..", ".cache", "engine-tests");

describe("the benchmark, with few resources", function () {
  this.timeout(6 * commandTimeout);

  const options: RunOptions = {
    mix: "agency",
    sizes: [10],
    latencies: [0],
    contenders: ["ours", "idle"],
    steps: ["apply", "preview-refresh", "destroy"],
    runs: 1,
    timeout: commandTimeout,
  };
  const origin = { machine: "any", command: "npm run bench" };
  const { signal: stop } = new AbortController();
  let folder: string;

  before(async () => {
    await mkdir(parent, { recursive: true });
    folder = await mkdtemp(join(parent, "bench-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function measured(): Promise<readonly [string[], Results]> {
    const [lines, results] = [[] as string[], await Results.open(folder, origin, false)];
    await runAll(folder, options, results, (line) => lines.push(line), stop);
    return [lines, results];
  }

  it("measures the steps of each contender, and counts their requests", async () => {
    const [lines, { entries }] = await measured();
    assert.equal(lines.length, 2, lines.join("\n"));
    const summary = summarise(entries);
    for (const { contender, steps } of summary.lines) {
      assert.deepEqual(Object.keys(steps), options.steps);
      for (const [step, { seconds }] of Object.entries(steps)) assert.ok(seconds > 0, `${contender} ${step}`);
    }
    const [ours, idle] = summary.lines.map(({ steps }) => options.steps.map((step) => steps[step]!.requests));
    const [apply, refreshed, destroy] = ours!;
    // A login, and a listing of each collection.
    assert.ok(apply! > 10 && refreshed === 6 && destroy! > 10, ours!.join());
    assert.ok(idle!.every((requests) => requests === 0));
    assert.doesNotMatch(report(summary), /NaN|undefined/);
  });
});
