import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { customerOf, moved, sizeOfMany } from "../../proofs/scale/customers.js";
import type { Measured } from "../../proofs/scale/measured.js";
import { limitOf, report, timeOf } from "../../proofs/scale/report.js";
import { simulate } from "../../proofs/scale/simulate.js";

const one = { machines: 1, cores: 2, ownLogins: false } as const;

/** A command that reads the domains of a customer so many times, in a second of CPU. */
const reading = (requests: number, status = 200): Measured => ({
  case: "refresh",
  customers: 1,
  seconds: 1,
  processor: 1,
  requests: Array.from({ length: requests }, (_, index) => ({
    operation: "listDomains",
    method: "GET",
    path: `/v1/accounts/${customerOf(0).account}/domains`,
    status,
    after: index,
  })),
});

const refresh = (measured: Measured, customers: number) => simulate(measured, measured, customers, 0, one);

describe("the simulation of a fleet", () => {
  it("is limited by the machine if stacks send little", async () => {
    const run = await refresh(reading(1), 40);
    assert.equal(Math.round(run.hours * 3600), 20);
    assert.deepEqual([run.reads, run.writes, run.windows, limitOf(run)], [40, 0, 1, "machine"]);
  });

  it("is limited by the window if stacks send much, and no request is refused", async () => {
    const run = await refresh(reading(7), 300);
    assert.deepEqual([run.reads, run.windows, limitOf(run)], [2100, 3, "window"]);
    assert.ok(run.hours > 0.5 && run.hours < 0.6, `${run.hours} h`);
  });

  it("is limited by nothing if few stacks send little or nothing", async () => {
    for (const requests of [0, 3]) {
      const run = await refresh(reading(requests), 1);
      assert.deepEqual([run.reads, limitOf(run)], [requests, undefined]);
      const text = report({ merged: [run], places: [run] });
      assert.equal(text.match(/ requests, under a minute, - \|$/gm)?.length, 2, text);
    }
  });

  it("is limited by the windows of all logins", async () => {
    const place = { machines: 2, cores: 2, ownLogins: true };
    const limits = [100, 400].map(async (customers) => limitOf(await simulate(reading(7), reading(0), customers, 50, place)));
    assert.deepEqual(await Promise.all(limits), [undefined, "window"]);
  });

  it("shows times in hours, or in minutes where the hours round to nothing", () => {
    assert.deepEqual([0, 0.016, 0.017, 0.049, 0.05, 1.26].map(timeOf), [
      "under a minute",
      "under a minute",
      "1 min",
      "2 min",
      "0.1 h",
      "1.3 h",
    ]);
  });

  it("fails if a request is answered otherwise than in the measurement", async () => {
    await assert.rejects(refresh(reading(1, 404), 2), /domains was answered with 200, not 404/);
  });

  it("sends the requests of each stack with the names of its customers", () => {
    const text = JSON.stringify(customerOf(3));
    assert.equal(moved(text, 1200), JSON.stringify(customerOf(1203)));
    assert.equal(moved(text, 0), text);
  });

  it("counts what customers in a stack share once", () => {
    assert.deepEqual(sizeOfMany(1), { resources: 10, listings: 5 });
    assert.deepEqual(sizeOfMany(10), { resources: 100, listings: 32 });
  });
});

describe("the options of the simulation of a fleet", () => {
  const main = join(__dirname, "..", "..", "proofs", "scale", "main.js");
  const inWords = (...args: string[]): string => spawnSync(process.execPath, [main, ...args], { encoding: "utf8" }).stderr;

  it("fit any number of customers by default", () => {
    // The next option is read once the default has been accepted.
    for (const customers of ["1", "12"])
      assert.equal(inWords("--customers", customers, "--cores", "0"), "--cores 0: must be a whole number from 1 to 256\n");
  });

  it("must divide the customers where they are given", () => {
    const reason = "must begin with 1 and contain divisors of 12\n";
    for (const counts of ["1,5", "2"])
      assert.equal(inWords("--customers", "12", "--in-a-stack", counts), `--in-a-stack ${counts}: ${reason}`);
  });
});
