import assert from "node:assert/strict";
import { type ContenderName, stepNames } from "../../proofs/bench/contenders.js";
import type { CycleResult, StepResult } from "../../proofs/bench/cycle.js";
import { declarationOf, leastSize, mixOf } from "../../proofs/bench/mix.js";
import { report } from "../../proofs/bench/report.js";
import { startupTable } from "../../proofs/bench/startup.js";
import { median } from "../../proofs/bench/statistics.js";
import { summarise } from "../../proofs/bench/summary.js";

const step = (seconds: number): StepResult => ({ seconds, requests: 3 });

function entry(contender: ContenderName, size: number, seconds: number): CycleResult {
  const steps = Object.fromEntries(stepNames.map((name) => [name, step(seconds)])) as CycleResult["steps"];
  return { contender, mix: "agency", size, latency: 0, steps };
}

/** Cells of a row of the first table below a heading. */
function row(text: string, heading: string, start: string): string[] {
  const [, below = ""] = text.split(`### ${heading}\n`);
  const found = below.split("\n").find((line) => line.startsWith(`| ${start}`));
  assert.ok(found, `${heading}: ${start} is not in ${text}`);
  return found
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

describe("the report of the benchmark", () => {
  for (const [numbers, middle] of [
    [[9, 1, 2], 2],
    [[10, 1, 2, 4], 3],
  ] as const)
    it(`uses the median of the runs: ${middle}`, () => assert.equal(median(numbers), middle));

  const entries = [entry("usual", 100, 40), entry("ours", 100, 10), entry("ours", 100, 30), entry("ours", 100, 20)];
  const text = report(summarise(entries));

  it("shows medians", () => {
    assert.deepEqual(row(text, "Time", "pulumi-hosting").slice(1, 5), ["100", "0 ms", "3", "20.0"]);
  });

  it("shows ratios of runs next to each other, with their spread", () => {
    const compared = report(
      summarise([
        entry("usual", 100, 40),
        entry("ours", 100, 10),
        entry("idle", 100, 0.5),
        entry("usual", 100, 40),
        entry("ours", 100, 54),
        entry("usual", 100, 20),
        entry("ours", 100, 2),
        entry("ours", 100, 1000),
        entry("usual", 200, 1),
      ]),
    );
    assert.deepEqual(row(compared, "Ratios", "usual").slice(1, 4), ["100", "0 ms", "0.25× (0.10× to 1.35×)"]);
    assert.deepEqual(row(compared, "Ratios", "idle").slice(3, 5), ["20×", "20×"]);
    const [, ratios = ""] = compared.split("### Ratios");
    assert.doesNotMatch(ratios.split("###")[0]!, /\| pulumi-hosting/);
  });

  it("does not compare or count mixes together", () => {
    const webhooks = (name: ContenderName, size: number, seconds: number): CycleResult => ({
      ...entry(name, size, seconds),
      mix: "webhooks",
    });
    const mixed = report(
      summarise([entry("ours", 100, 1), webhooks("ours", 100, 8), webhooks("opentofu", 100, 2), webhooks("ours", 200, 16)]),
    );
    assert.deepEqual(row(mixed, "Time", "pulumi-hosting").slice(1, 5), ["100", "0 ms", "1", "1.00"]);
    assert.deepEqual(row(mixed, "Ratios", "OpenTofu").slice(1, 4), ["100 webhooks", "0 ms", "4.0×"]);
  });

  it("shows the requests of what sends any", () => {
    assert.equal(row(text, "Requests", "usual")[3], "3");
    const silent = { ...entry("idle", 100, 1), steps: { apply: { seconds: 1, requests: 0 } } };
    const [, sent = ""] = report(summarise([...entries, silent])).split("### Requests");
    assert.doesNotMatch(sent, /idle/);
  });

  it("leaves out a step that was not measured", () => {
    const found = report(summarise([{ ...entry("usual", 100, 1), steps: { apply: step(1) } }]));
    assert.equal(row(found, "Time", "usual")[5], "-");
    assert.doesNotMatch(found, /### Ratios/);
  });

  it("shows what starting the processes costs beyond Pulumi's own start", () => {
    const sample = { bareProviderCpu: 300, providerCpu: 420, importTime: 90, importCpu: 80, classCpu: 70 };
    const table = startupTable([sample, { ...sample, providerCpu: 440 }, { ...sample, providerCpu: 900 }]);
    assert.match(table, /\| what this package adds to it, CPU +\| 140 ms \|/);
  });
});

describe("the programs of the benchmark", () => {
  for (const size of [leastSize, 11, 99, 100, 1000])
    it(`have each kind, and ${size} resources in total`, () => {
      const counts = Object.values(mixOf("agency", size)) as number[];
      assert.ok(
        counts.every((count) => count > 0),
        counts.join(" "),
      );
      assert.equal(
        counts.reduce((sum, count) => sum + count, 0),
        size,
      );
    });

  it("have only webhooks if asked", () => {
    const { webhooks, ...others } = declarationOf({ mix: "webhooks", size: 12, changed: false });
    assert.equal(webhooks.length, 12);
    assert.deepEqual(Object.values(others).flat(), []);
  });

  it("differ in one webhook after the change", () => {
    const [before, after] = [false, true].map((changed) => declarationOf({ mix: "agency", size: 50, changed }));
    const changed = before!.webhooks.filter((webhook, index) => webhook.url !== after!.webhooks[index]!.url);
    assert.equal(changed.length, 1);
    assert.deepEqual({ ...before, webhooks: [] }, { ...after, webhooks: [] });
  });
});
