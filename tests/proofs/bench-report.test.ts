import assert from "node:assert/strict";
import { chart, decades, position } from "../../proofs/bench/chart.js";
import { type ContenderName, contenders, stepNames, type Contender } from "../../proofs/bench/contenders.js";
import type { StepResult } from "../../proofs/bench/cycle.js";
import { declarationOf, leastSize, mixOf } from "../../proofs/bench/mix.js";
import { report } from "../../proofs/bench/report.js";
import type { CycleEntry } from "../../proofs/bench/results.js";
import { startupTable } from "../../proofs/bench/startup.js";
import { growth, median } from "../../proofs/bench/statistics.js";
import { summarise } from "../../proofs/bench/summary.js";
import { markdownTable } from "../../proofs/bench/table.js";

const origin = { digest: "d", machine: "2 × test processor", command: "npm run bench", on: "2026-01-02" };

const step = (seconds: number): StepResult => ({
  seconds,
  requests: { byOperation: { createWebhook: 2, authenticate: 1 } },
  usage: { cpuSeconds: seconds * 2, peakMemory: 5_000_000 },
});

function entry(contender: ContenderName, size: number, seconds: number, stateBytes?: number): CycleEntry {
  const { commands }: Contender = contenders[contender];
  const steps = stepNames.filter((name) => commands[name] !== undefined).map((name) => [name, step(seconds)]);
  const measured = Object.fromEntries(steps) as CycleEntry["steps"];
  return { ...origin, contender, mix: "agency", size, latency: 0, steps: measured, stateBytes };
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
  it("uses the median of the runs", () => {
    assert.equal(median([9, 1, 2]), 2);
    assert.equal(median([10, 1, 2, 4]), 3);
    assert.equal(median([7]), 7);
  });

  it("distinguishes linear from quadratic growth", () => {
    assert.equal(growth({ size: 100, value: 3 }, { size: 1000, value: 30 }), 1);
    assert.equal(growth({ size: 100, value: 3 }, { size: 200, value: 12 }), 2);
    assert.equal(growth({ size: 100, value: 3 }, { size: 200, value: 3 }), 0);
  });

  it("aligns tables", () => {
    assert.equal(
      markdownTable(
        ["", "seconds"],
        [
          ["a", "1.00"],
          ["long", "12.0"],
        ],
      ),
      ["|      | seconds |", "| ---- | ------: |", "| a    |    1.00 |", "| long |    12.0 |"].join("\n"),
    );
  });

  const entries = [
    entry("usual", 100, 40, 900_000),
    entry("ours", 100, 10, 200_000),
    entry("ours", 100, 30, 200_000),
    entry("ours", 100, 20, 200_000),
    entry("floor", 100, 0.5),
    entry("ours", 200, 80, 400_000),
  ];
  const text = report(summarise(entries));

  it("shows medians, growth and the size of each resource in the state", () => {
    assert.deepEqual(row(text, "Time", "pulumi-hosting").slice(1, 5), ["100", "0 ms", "3", "20.0"]);
    assert.deepEqual(row(text, "Growth", "pulumi-hosting").slice(1, 4), ["100 to 200", "0 ms", "2.00"]);
    assert.deepEqual(row(text, "State", "usual").slice(3), ["900,000", "9,000"]);
  });

  it("shows ratios of runs next to each other, with their spread", () => {
    const compared = report(
      summarise([
        entry("usual", 100, 40),
        entry("ours", 100, 10),
        entry("floor", 100, 0.5),
        entry("usual", 100, 40),
        entry("ours", 100, 30),
        entry("usual", 100, 20),
        entry("ours", 100, 2),
        entry("ours", 100, 1000),
        entry("usual", 200, 1),
      ]),
    );
    assert.deepEqual(row(compared, "Ratios", "pulumi-hosting / usual").slice(1, 4), ["100", "0 ms", "0.25× (0.10× to 0.75×)"]);
    assert.deepEqual(row(compared, "Ratios", "pulumi-hosting / floor").slice(3), ["20×", "-", "20×", "20×", "20×", "20×"]);
    assert.doesNotMatch(compared, /usual dynamic provider \/ pulumi-hosting/, "each pair once");
  });

  it("compares what journals with what journals, and shows what the journal changes", () => {
    const names: ContenderName[] = ["ours-journal", "idle-journal", "idle", "ours"];
    const compared = report(summarise(names.map((name) => entry(name, 100, 1))));
    const pairs = Array.from(compared.matchAll(/^\| (.* \/ .*?) +\| +100 /gm), ([, pair]) => pair!);
    assert.deepEqual(pairs.toSorted(), [
      "idle dynamic provider, journal / idle dynamic provider",
      "pulumi-hosting / idle dynamic provider",
      "pulumi-hosting, journal / idle dynamic provider",
      "pulumi-hosting, journal / idle dynamic provider, journal",
    ]);
  });

  it("does not compare or count mixes together", () => {
    const webhooks = (name: ContenderName, size: number, seconds: number): CycleEntry => ({
      ...entry(name, size, seconds),
      mix: "webhooks",
    });
    const mixed = report(
      summarise([entry("ours", 100, 1), webhooks("ours", 100, 8), webhooks("opentofu", 100, 2), webhooks("ours", 200, 16)]),
    );
    assert.deepEqual(row(mixed, "Time", "pulumi-hosting").slice(1, 5), ["100", "0 ms", "1", "1.00"]);
    assert.deepEqual(row(mixed, "Ratios", "pulumi-hosting / OpenTofu").slice(1, 4), ["100 webhooks", "0 ms", "4.0×"]);
    assert.deepEqual(row(mixed, "Growth", "pulumi-hosting").slice(1, 4), ["100 to 200 webhooks", "0 ms", "1.00"]);
  });

  it("shows requests in total, CPU and memory, and the requests of this package by operation", () => {
    assert.equal(row(text, "Requests", "floor")[3], "3");
    assert.match(text, /By operation, pulumi-hosting, 200 resources, 0 ms:\n\n\|.*\n\|.*\n\| authenticate +\| +1 \| +1 \|/);
    assert.doesNotMatch(text, /By operation, floor/);
    assert.equal(row(text, "CPU", "usual")[3], "80.0");
    assert.equal(row(text, "Memory", "usual")[3], "5");
  });

  it("shows no requests by operation for contenders that send none", () => {
    const silent = { ...step(1), requests: { byOperation: {} } };
    const found = report(summarise([{ ...entry("ours", 100, 1), steps: { apply: silent } }]));
    assert.equal(row(found, "Requests", "pulumi-hosting")[3], "0");
    assert.doesNotMatch(found, /By operation/);
  });

  it("leaves out what the system did not report", () => {
    const [first] = entries;
    const steps = { apply: { ...step(1), usage: undefined } };
    const found = report(summarise([{ ...first!, steps, stateBytes: undefined }]));
    assert.equal(row(found, "CPU", "usual")[3], "-");
    assert.equal(row(found, "Time", "usual")[5], "-", "a step that was not measured");
  });

  it("shows what starting the processes costs beyond Pulumi's own start", () => {
    const sample = { bareProviderCpu: 300, providerCpu: 420, importTime: 90, importCpu: 80, classCpu: 70 };
    const table = startupTable([sample, { ...sample, providerCpu: 440 }, { ...sample, providerCpu: 900 }]);
    assert.match(table, /\| what this package adds to it, CPU +\| 140 ms \|/);
    assert.match(startupTable([{ ...sample, providerCpu: undefined }]), /\| what this package adds to it, CPU +\| +- \|/);
  });

  it("names the command, the day and the machine", () => {
    assert.match(text, /^Measured by `npm run bench` on 2026-01-02; 2 × test processor\.$/m);
  });
});

describe("the chart of the benchmark", () => {
  it("puts equal factors at equal distances", () => {
    const scale = { from: 1, to: 100, start: 0, end: 200 };
    assert.deepEqual(
      [1, 10, 100].map((value) => position(scale, value)),
      [0, 100, 200],
    );
    assert.deepEqual(decades([0.5, 40]), [0.1, 1, 10, 100]);
    assert.deepEqual(decades([5, 5]), [1, 10], "a single value lies between two lines");
  });

  it("draws a curve for each contender in each panel with a value", () => {
    const svg = chart(summarise([entry("ours", 100, 3), entry("ours", 300, 9), entry("floor", 100, 1)]).lines);
    assert.ok(svg);
    const curves = Array.from(svg.matchAll(/<polyline points="([^"]+)"/g), ([, points]) => points!.split(" ").length);
    assert.deepEqual(curves.toSorted(), [1, 1, 2, 2, 2], "the floor has no preview");
    assert.ok(!/NaN|undefined|Infinity/.test(svg));
  });

  it("is absent without values", () => assert.equal(chart([]), undefined));
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
