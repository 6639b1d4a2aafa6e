import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { after, systemClock } from "../../sdk/values/clock.js";
import { FakeClock } from "../support/clock.js";

const hour = 3_600_000;

describe("clock of the system", () => {
  it("sleeps, and then listens to its signal no more", async () => {
    const { signal } = new AbortController();
    await systemClock.sleep(1, signal);
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });

  it("ends a sleep with the reason of the abort", async () => {
    const controller = new AbortController();
    const reason = new Error("the call is over");
    const sleep = systemClock.sleep(hour, controller.signal);
    controller.abort(reason);
    await assert.rejects(sleep, (error) => error === reason);
    assert.equal(getEventListeners(controller.signal, "abort").length, 0);
  });

  it("does not begin a sleep that was aborted before", async () => {
    const reason = new Error("the call is over");
    await assert.rejects(systemClock.sleep(hour, AbortSignal.abort(reason)), (error) => error === reason);
  });
});

describe("an action after a time", () => {
  it("runs once the time has passed", async () => {
    const clock = new FakeClock();
    let runs = 0;
    after(clock, hour, () => (runs += 1));
    await clock.advance(hour - 1);
    assert.equal(runs, 0);
    await clock.advance(1);
    assert.equal(runs, 1);
  });

  it("does not run if it was stopped, and the time is not waited for", async () => {
    const clock = new FakeClock();
    let runs = 0;
    const stop = after(clock, hour, () => (runs += 1));
    stop();
    assert.deepEqual(clock.sleeping, []);
    await clock.advance(2 * hour);
    assert.equal(runs, 0);
  });
});
