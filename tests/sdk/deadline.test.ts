import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { Deadline, Expired, LinkedController, unlessAborted } from "../../sdk/http/deadline.js";
import { FakeClock } from "../support/clock.js";

const untilAborted = (signal: AbortSignal) => unlessAborted(new Promise<never>(() => undefined), signal);

describe("deadline", () => {
  it("ends a step that takes too long", async () => {
    const clock = new FakeClock();
    const deadline = new Deadline(clock, 1000);
    const controller = new AbortController();
    const step = deadline.watch(controller, () => untilAborted(controller.signal));
    step.catch(() => undefined);
    await clock.advance(999);
    assert.equal(controller.signal.aborted, false);
    await clock.advance(1);
    await assert.rejects(step, Expired);
    assert.equal(deadline.left, 0);
  });

  it("does not begin a step if no time is left", async () => {
    const clock = new FakeClock();
    const deadline = new Deadline(clock, 1000);
    await clock.advance(1000);
    let begun = false;
    const step = deadline.watch(new AbortController(), () => Promise.resolve((begun = true)));
    await assert.rejects(step, Expired);
    assert.equal(begun, false);
  });

  it("can be postponed", async () => {
    const clock = new FakeClock();
    const deadline = new Deadline(clock, 1000);
    await clock.advance(600);
    deadline.postpone(500);
    assert.deepEqual([deadline.left, deadline.end], [900, clock.now() + 900]);
  });

  it("is never longer than allowed, even if the clock is set back", () => {
    const clock = new FakeClock();
    const deadline = new Deadline(clock, 1000);
    clock.setBack(3_600_000);
    assert.equal(deadline.left, 1000);
    deadline.postpone(500);
    assert.equal(deadline.left, 1500);
  });

  it("leaves no timer behind", async () => {
    const clock = new FakeClock();
    assert.equal(await new Deadline(clock, 1000).watch(new AbortController(), () => Promise.resolve("done")), "done");
    assert.deepEqual(clock.sleeping, []);
  });
});

describe("controller that follows the caller's signal", () => {
  it("aborts with it, immediately if it is already aborted", () => {
    const caller = new AbortController();
    const linked = new LinkedController(caller.signal);
    assert.equal(linked.signal.aborted, false);
    caller.abort("enough");
    assert.equal(linked.signal.reason, "enough");
    assert.equal(new LinkedController(caller.signal).signal.reason, "enough");
  });

  it("stops following it when released", () => {
    const caller = new AbortController();
    const linked = new LinkedController(caller.signal);
    linked.release();
    caller.abort();
    assert.equal(linked.signal.aborted, false);
    assert.deepEqual(getEventListeners(caller.signal, "abort"), []);
  });
});
