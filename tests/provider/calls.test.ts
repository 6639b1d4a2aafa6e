import assert from "node:assert/strict";
import { Calls } from "../../provider/runtime/list-cache.js";
import { FakeClock } from "../support/clock.js";

describe("calls that are collected to share a request", () => {
  let clock: FakeClock;
  let calls: Calls;
  let isComplete: boolean;

  const gather = (): void => {
    isComplete = false;
    void calls.gather().then(() => (isComplete = true));
  };
  /** A call of the engine that is not answered. */
  const call = (): void => void calls.during(() => new Promise(() => undefined));

  beforeEach(() => {
    clock = new FakeClock();
    calls = new Calls(clock);
  });

  it("wait a tenth of a second for others", async () => {
    call();
    gather();
    await clock.advance(99);
    assert.ok(!isComplete);
    await clock.advance(1);
    assert.ok(isComplete);
  });

  it("wait again if one has arrived meanwhile", async () => {
    gather();
    await clock.advance(99);
    call();
    await clock.advance(100);
    assert.ok(!isComplete, "one came within the moment");
    await clock.advance(1);
    assert.ok(isComplete);
  });

  it("wait at most five seconds, however many arrive, even if the clock is set back meanwhile", async () => {
    gather();
    for (let passed = 0; passed < 5_000; passed += 50) {
      assert.ok(!isComplete, `${passed}`);
      call();
      await clock.advance(50);
      if (passed % 1_000 === 0) clock.setBack(60_000);
    }
    assert.ok(isComplete);
  });

  it("wait no longer once as many wait as were ever under way at once", async () => {
    await Promise.all([calls.during(() => Promise.resolve()), calls.during(() => Promise.resolve())]);
    call();
    gather();
    await clock.advance(10);
    assert.ok(!isComplete, "a second may come");
    call();
    gather();
    await clock.advance(0);
    assert.ok(isComplete);

    call();
    gather();
    gather();
    await clock.advance(0);
    assert.ok(!isComplete, "one under way is not here");
  });
});
