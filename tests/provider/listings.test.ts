import assert from "node:assert/strict";
import { createBatches } from "../../provider/runtime/context.js";
import { Listings, Calls } from "../../provider/runtime/list-cache.js";
import { FakeClock } from "../support/clock.js";
import { HastyClock } from "../support/kernel.js";

/** A listing that waits until the test answers it. */
interface Open {
  answer(...ids: string[]): void;
  fail(error: Error): void;
}

interface Item {
  readonly id: string;
}

const turn = () => new Promise(setImmediate);
const idsOf = async (listing: Promise<{ readonly found: readonly Item[] }>) => (await listing).found.map(({ id }) => id);

describe("listings of one process", () => {
  let clock: HastyClock;
  let listings: Listings;
  let open: Open[];
  const read = () =>
    new Promise<Item[]>((resolve, reject) => open.push({ answer: (...ids) => resolve(ids.map((id) => ({ id }))), fail: reject }));
  const of = (customerNumber = 1) => listings.of("webhook", [customerNumber], read);

  beforeEach(() => {
    clock = new HastyClock();
    listings = new Listings(clock, new Calls(clock));
    open = [];
  });

  it("are read again after a write and after ten minutes", async () => {
    const before = of().list("run");
    await turn();
    open[0]!.answer("a");
    await before;
    listings.invalidate("domain", "another");
    const after = of().list("run");
    await turn();
    open[1]!.answer("b");
    assert.deepEqual(await idsOf(after), ["b"]);
    await clock.sleep(10 * 60_000);
    assert.deepEqual(await idsOf(of().list("run")), ["b"]);
    await clock.sleep(1);
    void of().list("run");
    await turn();
    assert.equal(open.length, 3);
  });

  it("that are under way do not answer for the present: those lookups share the next listing", async () => {
    const running = of().list("run");
    await turn();
    const next = [of().list("now"), of().list("now")];
    await turn();
    assert.equal(open.length, 1, "one listing at a time");
    open[0]!.answer("old");
    assert.deepEqual(await idsOf(running), ["old"]);
    await turn();
    open[1]!.answer("new");
    assert.deepEqual(await Promise.all(next.map(idsOf)), [["new"], ["new"]]);
    assert.equal(open.length, 2);
  });

  it("serve a creation for one second, unless its own object was written since", async () => {
    const first = of().list("lately", () => "a");
    await turn();
    open[0]!.answer();
    await first;
    listings.invalidate("webhook", "b");
    await of().list("lately", () => "a");
    assert.equal(open.length, 1);
    listings.invalidate("webhook", "a");
    void of().list("lately", () => "a");
    await turn();
    assert.equal(open.length, 2);
    await clock.sleep(1_001);
    void of().list("lately", () => "c");
    await turn();
    open[1]!.answer();
    await turn();
    assert.equal(open.length, 3);
  });

  it("keep the first one since the last write, so that a later one can prove that something is gone", async () => {
    const read = async (...ids: string[]) => {
      const listing = of().list("now");
      await turn();
      open.at(-1)!.answer(...ids);
      return listing;
    };
    const first = await read("a");
    await read("b");
    assert.equal(of().first, first);
    listings.invalidate("webhook", "x");
    const afterwards = await read("c");
    assert.equal(of().first, afterwards);
  });
});

describe("items that are sent together", () => {
  const clock = new HastyClock();

  it("have one key and one moment, and get the same answer", async () => {
    const batch = createBatches(new Calls(clock));
    const sent: string[][] = [];
    const send = (items: readonly string[]) => {
      sent.push([...items]);
      return Promise.resolve(items.length);
    };
    const answers = [batch("x", "a", send), batch("x", "b", send), batch("y", "c", send)];
    assert.deepEqual(await Promise.all(answers), [2, 2, 1]);
    assert.deepEqual(sent.sort(), [["a", "b"], ["c"]]);
    assert.equal(await batch("x", "d", send), 1);
  });

  it("are sent one by one after several failures", async () => {
    const batch = createBatches(new Calls(clock));
    const sent: string[][] = [];
    const send = (items: readonly string[]) => {
      sent.push([...items]);
      return items.length > 1 ? Promise.reject(new Error("refused")) : Promise.resolve("made");
    };
    const refused = [batch("x", "a", send), batch("x", "b", send)];
    for (const each of refused) await assert.rejects(each, /refused/);
    assert.deepEqual(await Promise.all([batch("x", "a", send), batch("x", "b", send)]), ["made", "made"]);
    assert.deepEqual(sent, [["a", "b"], ["a"], ["b"]]);
  });
});

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
