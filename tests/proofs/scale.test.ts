import assert from "node:assert/strict";
import { customerOf, moved, sizeOfMany } from "../../proofs/scale/customers.js";
import type { Measured } from "../../proofs/scale/measured.js";
import { limitOf } from "../../proofs/scale/report.js";
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
