import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { stepNames } from "../../proofs/bench/contenders.js";
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
    steps: stepNames,
    runs: 1,
    timeout: commandTimeout,
  };
  const origin = { machine: "any", command: "npm run bench" };
  const { signal: stop } = new AbortController();
  const measured: string[] = [];
  let folder: string;
  let results: Results;
  before(async () => {
    await mkdir(parent, { recursive: true });
    folder = await mkdtemp(join(parent, "bench-"));
    results = await Results.open(folder, origin, false);
    await runAll(folder, options, results, (line) => measured.push(line), stop);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("measures every step of every contender", () => {
    assert.equal(measured.length, 2, measured.join("\n"));
    const { lines } = summarise(results.entries);
    assert.deepEqual(
      lines.map(({ contender }) => contender),
      ["ours", "idle"],
    );
    for (const { contender, steps } of lines) {
      assert.deepEqual(Object.keys(steps), stepNames);
      for (const [step, { seconds }] of Object.entries(steps)) assert.ok(seconds > 0, `${contender} ${step}`);
    }
    assert.doesNotMatch(report(summarise(results.entries)), /NaN|undefined/);
  });

  it("counts the requests of each step", () => {
    const [ours, idle] = summarise(results.entries).lines.map(({ steps }) => stepNames.map((step) => steps[step]!.requests));
    const [apply, preview, previewWithRefresh, refresh, change, destroy] = ours!;
    assert.ok(apply! > 10 && destroy! > 10, `${apply}, ${destroy}`);
    // A login, and a listing of each collection; a login, and the webhook.
    assert.deepEqual([preview, previewWithRefresh, refresh, change], [0, 6, 6, 2]);
    assert.ok(idle!.every((requests) => requests === 0));
  });

  it("does not repeat kept measurements, and leaves no stacks", async () => {
    const again: string[] = [];
    await runAll(folder, options, await Results.open(folder, origin, false), (line) => again.push(line), stop);
    assert.deepEqual(again, []);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name !== "results.jsonl"),
      [],
    );
  });

  it("ignores results of another machine", async () => {
    const elsewhere = await Results.open(folder, { ...origin, machine: "another" }, false);
    assert.deepEqual(elsewhere.entries, []);
  });
});
