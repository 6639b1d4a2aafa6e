import assert from "node:assert/strict";
import { collectionOf } from "../../provider/runtime/collection.js";
import { Calls, type Gathering } from "../../provider/runtime/engine-calls.js";
import { FakeClock } from "../support/clock.js";

const turn = () => new Promise(setImmediate);

describe("calls that are collected to share a request", () => {
  let clock: FakeClock;
  let start: number;
  let calls: Calls;
  let complete: Set<Gathering>;

  /** A collection that has begun with a call of any kind. */
  const begin = (): Gathering => {
    const gathering = calls.gather();
    void gathering.complete.then(() => complete.add(gathering));
    return gathering;
  };
  /** A call of the engine that joins a collection, and ends with it. */
  const callInto = (gathering: Gathering): void =>
    void calls.during(() => {
      gathering.join();
      return gathering.complete;
    });
  /** A collection that begins with a call of the engine and that others join. */
  const callTogether = (count: number): Gathering => {
    let gathering: Gathering | undefined;
    void calls.during(() => (gathering = begin()).complete);
    for (let others = 1; others < count; others += 1) callInto(gathering!);
    return gathering!;
  };
  const pass = (milliseconds: number) => clock.advance(milliseconds);
  /** The engine shows how many calls it has under way at once. */
  const show = async (count: number) => {
    callTogether(count);
    await pass(100);
  };

  beforeEach(() => {
    clock = new FakeClock();
    start = clock.now();
    calls = new Calls(clock);
    complete = new Set();
  });

  it("wait until none has arrived for a moment", async () => {
    const gathering = begin();
    await pass(99);
    gathering.join();
    await pass(99);
    assert.ok(!complete.has(gathering), "one came within the moment");
    await pass(1);
    assert.ok(complete.has(gathering));
  });

  it("wait at most five seconds, however many arrive", async () => {
    const gathering = begin();
    while (clock.now() - start < 4_950) {
      gathering.join();
      await pass(50);
    }
    assert.ok(!complete.has(gathering));
    gathering.join();
    await pass(50);
    assert.ok(complete.has(gathering));
  });

  /** Sends calls with the given milliseconds between them; the last one joins a collection. */
  const callInTurn = async (gaps: readonly number[]): Promise<Gathering> => {
    void calls.during(() => new Promise(() => undefined));
    for (const gap of gaps.slice(0, -1)) {
      await pass(gap);
      void calls.during(() => new Promise(() => undefined));
    }
    await pass(gaps.at(-1)!);
    return callTogether(1);
  };
  /** How long a collection waits after its only call. */
  const waitOf = async (gathering: Gathering): Promise<number> => {
    const from = clock.now();
    while (!complete.has(gathering)) await pass(1);
    return clock.now() - from;
  };

  it("do not wait for the time by which the clock is set back", async () => {
    const gathering = begin();
    await pass(50);
    clock.setBack(3_600_000);
    await pass(149);
    assert.ok(!complete.has(gathering));
    await pass(1);
    assert.ok(complete.has(gathering));
  });

  it("wait at most five seconds, even if the clock is set back meanwhile", async () => {
    const gathering = begin();
    for (let passed = 0; passed < 5_000; passed += 50) {
      assert.ok(!complete.has(gathering), `${passed}`);
      gathering.join();
      await pass(50);
      if (passed % 1_000 === 0) clock.setBack(60_000);
    }
    await pass(50);
    assert.ok(complete.has(gathering));
  });

  it("wait twice the engine's interval between calls", async () => {
    assert.equal(await waitOf(await callInTurn([300])), 600);
  });

  it("wait at most a second for the next one", async () => {
    assert.equal(await waitOf(await callInTurn([10_000])), 1_000);
  });

  it("gradually forget that the engine was slow", async () => {
    assert.equal(await waitOf(await callInTurn([400, 10, 10])), 200);
    assert.equal(await waitOf(await callInTurn([10, 10])), 100);
  });

  it("learn nothing from times in which the engine had no other call under way", async () => {
    await show(2);
    await pass(5_000);
    assert.equal(await waitOf(callTogether(1)), 100);
  });

  it("stop waiting once they are all that the engine ever had under way at once", async () => {
    await show(3);
    const gathering = callTogether(2);
    await turn();
    assert.ok(!complete.has(gathering), "a third one can come");
    callInto(gathering);
    await turn();
    assert.ok(complete.has(gathering));
  });

  it("count as one, whatever each of them waits for", async () => {
    await show(3);
    const [webhooks, tokens] = [callTogether(2), callTogether(1)];
    await turn();
    assert.ok(complete.has(webhooks) && complete.has(tokens));
  });

  it("wait for one that is still under way elsewhere", async () => {
    await show(3);
    let answer: () => void = () => undefined;
    void calls.during(() => new Promise<void>((resolve) => (answer = resolve)));
    const gathering = callTogether(2);
    await turn();
    assert.ok(!complete.has(gathering));
    answer();
    await pass(100);
    assert.ok(complete.has(gathering));
  });

  it("do not mistake the first ones for all", async () => {
    const gathering = callTogether(1);
    await turn();
    assert.ok(!complete.has(gathering));
    await pass(100);
    assert.ok(complete.has(gathering));
  });

  it("are complete at once if the engine sends one at a time", async () => {
    await show(1);
    const gathering = callTogether(1);
    await turn();
    assert.ok(complete.has(gathering));
  });

  it("do not count calls that were answered or failed", async () => {
    await show(2);
    await assert.rejects(calls.during(() => Promise.reject(new Error("no"))));
    const gathering = callTogether(1);
    await turn();
    assert.ok(!complete.has(gathering), "a second one can come");
    callInto(gathering);
    await turn();
    assert.ok(complete.has(gathering));
  });

  describe("of a collection", () => {
    const collection = collectionOf("webhook", []);
    const creation = { collection, isCreation: true };
    /** A creation that waits with others of its collection, or for something else. */
    const create = (gathering: () => Gathering | undefined): void => {
      calls.expected.begins(collection, "any");
      void calls.during(() => gathering()?.complete ?? new Promise(() => undefined), creation);
    };
    const gather = (): Gathering => {
      const gathering = calls.gather(collection);
      void gathering.complete.then(() => complete.add(gathering));
      return gathering;
    };
    const check = (names: readonly string[], declared: number) => {
      for (const name of names) calls.expected.checks("webhook", name, declared);
    };

    /** Whether a collection of one creation ends without waiting for company. */
    const endsAtOnce = async (): Promise<boolean> => {
      let gathering: Gathering | undefined;
      create(() => (gathering = gather()));
      await turn();
      return complete.has(gathering!);
    };

    it("end at once if every declared resource is checked and none is to be created any more", async () => {
      check(["a", "b"], 2);
      assert.ok(await endsAtOnce());
    });

    it("wait if a resource is not checked yet", async () => {
      check(["a"], 2);
      assert.ok(!(await endsAtOnce()));
    });

    it("wait if nothing says how many resources there are", async () => {
      assert.ok(!(await endsAtOnce()));
    });

    it("wait for a resource of the same collection that is to be created", async () => {
      check(["a", "b"], 2);
      calls.expected.expects(collection, "b");
      calls.expected.expects(collectionOf("webhook", ["elsewhere"]), "c");
      assert.ok(!(await endsAtOnce()));
      calls.expected.begins(collection, "b");
      assert.ok(await endsAtOnce());
    });

    it("wait for a creation under way, and end with it", async () => {
      check(["a", "b"], 2);
      let answer: () => void = () => undefined;
      void calls.during(() => new Promise<void>((resolve) => (answer = resolve)), creation);
      let gathering: Gathering | undefined;
      create(() => (gathering = gather()));
      await turn();
      assert.ok(!complete.has(gathering!));
      answer();
      await turn();
      assert.ok(complete.has(gathering!));
    });

    it("wait while an object of the collection is deleted, because others may follow", async () => {
      check(["a"], 1);
      void calls.during(() => new Promise(() => undefined), { collection, isCreation: false });
      assert.ok(!(await endsAtOnce()));
    });
  });
});
