import assert from "node:assert/strict";
import { isPreviewed } from "../../examples/fleet/command.js";
import { type Planned, runFleet } from "../../examples/fleet/fleet.js";
import { plannedFor } from "../../examples/fleet/plan.js";
import type { StackResult } from "../../examples/fleet/stack.js";
import { SharedWindow } from "../../examples/fleet/window.js";
import { FakeClock } from "../support/clock.js";

const result = (change: Partial<StackResult> = {}): StackResult => ({
  end: "done",
  untouched: false,
  counts: { created: 0, updated: 0, deleted: 0, unchanged: 0, failed: 0 },
  drift: [],
  reasons: [],
  requests: 3,
  ...change,
});

const large = { resources: 100, listings: 8 };
const small = { resources: 10, listings: 5 };

describe("the runner of a fleet", () => {
  /** Runs `up` on stacks with a window of 1,000 requests, four at a time. */
  const run = async (stacks: readonly Planned[], previewed: StackResult) => {
    const clock = new FakeClock();
    const told: string[] = [];
    const ran: string[] = [];
    const tell = (line: string) => void told.push(line);
    const ask = () => Promise.resolve({ limit: 1000, remaining: 999 });
    const outcomes = await runFleet({
      command: "up",
      stacks,
      concurrency: 4,
      room: new SharedWindow({ ask, clock, tell, signal: new AbortController().signal }),
      clock,
      run: (name) => {
        ran.push(`up ${name}`);
        return Promise.resolve(result());
      },
      runPreview: (name) => {
        ran.push(`preview ${name}`);
        return Promise.resolve(previewed);
      },
      tell,
      stop: new AbortController().signal,
    });
    return { told, ran, outcomes };
  };

  it("previews large stacks, which then wait only for the room that their changes need", async () => {
    const stacks = Array.from({ length: 20 }, (_, index) => plannedFor("up", `s${index}`, large));
    const { told, ran, outcomes } = await run(stacks, result({ counts: { ...result().counts, created: 1 } }));
    assert.deepEqual(
      told.filter((line) => line.includes("waiting")),
      [],
    );
    assert.equal(ran.length, 40);
    assert.ok(outcomes.every((outcome) => outcome.result?.end === "done"));
  });

  it("does not preview small stacks, nor for other commands", async () => {
    assert.deepEqual((await run([plannedFor("up", "s", small)], result())).ran, ["up s"]);
    assert.deepEqual(
      (["preview", "refresh", "destroy"] as const).filter((command) => isPreviewed(command, large)),
      [],
    );
  });

  it("starts no up after a failed preview, and says that nothing was changed", async () => {
    const counts = { ...result().counts, created: 2, failed: 1 };
    const failed = result({ end: "FAILED", untouched: true, counts, reasons: ["nowhere.de: no such account"] });
    const { told, ran, outcomes } = await run([plannedFor("up", "s", large)], failed);
    assert.deepEqual(ran, ["preview s"]);
    assert.equal(outcomes[0]!.result?.end, "FAILED");
    assert.deepEqual(told, ["s: failed: nowhere.de: no such account", "s: FAILED after 0.0 s: 1 failed"]);
  });
});
