import assert from "node:assert/strict";
import { Calls, type Gathering } from "../../provider/calls.js";
import { FakeClock } from "../support/clock.js";

const turn = () => new Promise(setImmediate);

describe("calls that gather to share a request", () => {
  let clock: FakeClock;
  let calls: Calls;
  let complete: Set<Gathering>;

  const gather = (): Gathering => {
    const gathering = calls.gather();
    void gathering.complete.then(() => complete.add(gathering));
    return gathering;
  };
  /** A call that joins a gathering and ends with it. */
  const joining = (gathering: Gathering): Promise<void> =>
    calls.during(() => {
      gathering.join();
      return gathering.complete;
    });
  const pass = (milliseconds: number) => clock.advance(milliseconds);
  /** The engine shows how many calls it has under way at once. */
  const show = async (count: number) => {
    const gathering = gather();
    const answered = Array.from({ length: count }, () => joining(gathering));
    await pass(100);
    await pass(100);
    await Promise.all(answered);
  };

  beforeEach(() => {
    clock = new FakeClock();
    calls = new Calls(clock);
    complete = new Set();
  });

  it("wait until none has come for a moment", async () => {
    const gathering = gather();
    gathering.join();
    await pass(99);
    gathering.join();
    await pass(1);
    assert.ok(!complete.has(gathering), "one came within the moment");
    await pass(100);
    assert.ok(complete.has(gathering));
  });

  it("wait no longer than a second, however many come", async () => {
    const gathering = gather();
    for (let tenths = 0; tenths < 9; tenths += 1) {
      gathering.join();
      await pass(100);
    }
    assert.ok(!complete.has(gathering));
    gathering.join();
    await pass(100);
    assert.ok(complete.has(gathering));
  });

  it("wait no more once they are all that the engine ever had under way at once", async () => {
    await show(3);
    const gathering = gather();
    void joining(gathering);
    void joining(gathering);
    await turn();
    assert.ok(!complete.has(gathering), "a third one can come");
    void joining(gathering);
    await turn();
    assert.ok(complete.has(gathering));
  });

  it("count as one, whatever each of them waits for", async () => {
    await show(3);
    const webhooks = gather();
    const tokens = gather();
    void joining(webhooks);
    void joining(webhooks);
    void joining(tokens);
    await turn();
    assert.ok(complete.has(webhooks) && complete.has(tokens));
  });

  it("wait for one that is still under way elsewhere", async () => {
    await show(3);
    let answer: () => void = () => undefined;
    void calls.during(() => new Promise<void>((resolve) => (answer = resolve)));
    const gathering = gather();
    void joining(gathering);
    void joining(gathering);
    await turn();
    assert.ok(!complete.has(gathering));
    answer();
    await pass(100);
    await pass(100);
    assert.ok(complete.has(gathering));
  });

  it("do not take the first ones for all that there are", async () => {
    const gathering = gather();
    void joining(gathering);
    await turn();
    assert.ok(!complete.has(gathering));
    await pass(100);
    await pass(100);
    assert.ok(complete.has(gathering));
  });

  it("do not count calls that were answered, or failed", async () => {
    await show(2);
    await assert.rejects(calls.during(() => Promise.reject(new Error("no"))));
    const gathering = gather();
    void joining(gathering);
    await turn();
    assert.ok(!complete.has(gathering), "a second one can come");
    void joining(gathering);
    await turn();
    assert.ok(complete.has(gathering));
  });
});
