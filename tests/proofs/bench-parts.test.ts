import assert from "node:assert/strict";
import { ResourceMonitorClient } from "@pulumi/pulumi/proto/resource_grpc_pb.js";
import { ResourceInvokeRequest, SupportsFeatureRequest } from "@pulumi/pulumi/proto/resource_pb.js";
import type { CommandCpu } from "../../proofs/bench/parts/calls.js";
import type { PartsSample } from "../../proofs/bench/parts/measure.js";
import { StubEngine } from "../../proofs/bench/parts/stub-engine.js";
import { partsTables } from "../../proofs/bench/parts/table.js";
import { credentials } from "../support/protocol.js";

describe("the engine of the benchmark's parts", () => {
  let engine: StubEngine;
  let monitor: ResourceMonitorClient;
  beforeEach(async () => {
    engine = await StubEngine.start({ isPreview: false, outputsOf: () => ({}) });
    monitor = new ResourceMonitorClient(engine.address, credentials.createInsecure());
  });
  afterEach(() => {
    monitor.close();
    engine.close();
  });

  const supports = (feature: string): Promise<boolean> =>
    new Promise((done, fail) => {
      monitor.supportsFeature(new SupportsFeatureRequest().setId(feature), (error, response) =>
        error === null ? done(response.getHassupport()) : fail(error),
      );
    });

  it("refuses what it does not have, and notes it", async () => {
    const refusal = await new Promise<{ readonly details: string } | null>((done) => {
      monitor.invoke(new ResourceInvokeRequest(), (error) => done(error));
    });
    assert.equal(refusal?.details, "The engine of the benchmark does not have invoke.");
    assert.deepEqual(engine.refused, ["invoke"]);
  });

  it("supports only what the CLI supports", async () => {
    assert.equal(await supports("outputValues"), true);
    assert.equal(await supports("anything"), false);
    assert.deepEqual(engine.refused, []);
  });
});

/** A sample with these milliseconds for a program of this package, and a twentieth less for the idle one. */
function sample(few: number, many: number): PartsSample {
  const sizes = { few, many };
  const calls: CommandCpu = {
    apply: { check: few, write: many },
    preview: { check: few, diff: few },
    refresh: { read: few, diff: few },
    change: { check: few, diff: few, write: many },
    destroy: { write: many },
  };
  const less = { few: few * 0.95, many: many * 0.95 };
  return {
    programs: { ours: { preview: sizes, update: sizes }, idle: { preview: less, update: less } },
    calls: { few: calls, many: { ...calls, apply: { check: few + 0.5, write: many + 1 } } },
    startup: { bareProviderCpu: 100, providerCpu: 110, importTime: 1, importCpu: 1, classCpu: 1 },
  };
}

/** Cells of the row that starts so. */
const row = (text: string, start: string): string[] =>
  text
    .split("\n")
    .find((line) => line.startsWith(`| ${start}`))!
    .split("|")
    .slice(2, -1)
    .map((cell) => cell.trim());

describe("the tables of the benchmark's parts", () => {
  it("tell the start from each further resource", () => {
    const text = partsTables([sample(1000, 1198)], 1000);
    assert.deepEqual(row(text, "program, first apply, 10 resources"), ["1,000 ms", "950 ms", "1.05×"]);
    assert.deepEqual(row(text, "program, first apply, each further resource"), ["200 µs", "190 µs", "1.05×"]);
    assert.deepEqual(row(text, "provider process"), ["110 ms", "100 ms", "1.10×"]);
    assert.deepEqual(row(text, "first apply"), ["1 µs", "-", "-", "1 µs"]);
  });

  it("show how far runs differ", () => {
    const text = partsTables([sample(1000, 1100), sample(1200, 1400), sample(900, 1000)], 1000);
    assert.equal(row(text, "program, preview of new resources, 10 resources")[0], "1,000 ms (900 ms to 1,200 ms)");
  });

  it("leave out what the system does not report", () => {
    const { startup, ...rest } = sample(1000, 1100);
    const text = partsTables([{ ...rest, startup: { ...startup, providerCpu: undefined } }], 1000);
    assert.deepEqual(row(text, "provider process"), ["-", "100 ms", "-"]);
  });
});
