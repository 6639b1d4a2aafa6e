import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { isPreviewed } from "../../examples/fleet/command.js";
import { type Planned, runFleet } from "../../examples/fleet/fleet.js";
import { plannedFor } from "../../examples/fleet/plan.js";
import type { StackResult } from "../../examples/fleet/stack.js";
import { isTimeOver, stopOf } from "../../examples/fleet/stop.js";
import { SharedWindow } from "../../examples/fleet/window.js";
import { FakeClock } from "../support/clock.js";

const minute = 60_000;

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

describe("the end of a fleet's run", () => {
  const begin = (minutes: number | undefined) => {
    const clock = new FakeClock();
    const told: string[] = [];
    const tell = (line: string) => void told.push(line);
    const process = new EventEmitter();
    return { clock, told, tell, process, ending: stopOf({ clock, tell, minutes, process }) };
  };

  /** Runs `up` on five stacks, one at a time, each of which takes four minutes. */
  const run = async (minutes: number | undefined, remaining: number) => {
    const { clock, tell, told, ending } = begin(minutes);
    const ask = () => Promise.resolve({ limit: 1000, remaining });
    const outcomes = runFleet({
      command: "up",
      stacks: ["a", "b", "c", "d", "e"].map((name) => plannedFor("up", name, { resources: 2, listings: 1 })),
      concurrency: 1,
      room: new SharedWindow({ ask, clock, tell, signal: ending.stop }),
      clock,
      run: () => clock.sleep(4 * minute).then(() => result({ requests: 1 })),
      runPreview: () => assert.fail("this must not preview"),
      tell,
      stop: ending.stop,
    });
    // Time moves on with the stacks, not with the limit.
    const ends = (await clock.drive(outcomes, (milliseconds) => milliseconds !== 10 * minute)).map(({ result }) => result?.end);
    return { ends, told, ending, clock };
  };

  it("comes with the end of its time: what is under way ends, and nothing else starts", async () => {
    const { ends, told, ending } = await run(10, 999);
    assert.deepEqual(ends, ["done", "done", "done", undefined, undefined]);
    assert.ok(told.includes("The 10 minutes are over: no further stack will start; waiting for those under way."));
    assert.ok(isTimeOver(ending));
    assert.ok(!ending.interrupt.aborted);
  });

  it("does not wait for a window beyond its time", async () => {
    const { ends, ending } = await run(10, 0);
    assert.deepEqual(ends, [undefined, undefined, undefined, undefined, undefined]);
    assert.ok(isTimeOver(ending));
  });

  it("comes with a signal, which only SIGTERM passes on to the stacks", async () => {
    for (const [signal, interrupts] of [
      ["SIGINT", false],
      ["SIGTERM", true],
    ] as const) {
      const { clock, told, process, ending } = begin(10);
      process.emit(signal);
      await clock.advance(20 * minute);
      assert.ok(ending.stop.aborted);
      assert.equal(ending.interrupt.aborted, interrupts);
      assert.ok(!isTimeOver(ending));
      assert.deepEqual(told, ["Interrupted: no further stack will start; waiting for those under way."]);
    }
  });
});
