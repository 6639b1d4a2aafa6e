import assert from "node:assert/strict";
import fc from "fast-check";
import type { Notice } from "../../sdk/values/notice.js";
import { RateWindow, WaitTooLong, windowLength, type RateLimitSettings } from "../../sdk/http/rate-window.js";
import { FakeClock } from "../support/clock.js";

const never = () => new AbortController().signal;
const minute = 60_000;

type Fields = Readonly<Record<string, string | number>>;
const answered = (status: number, headers: Fields = {}) => ({
  status,
  header: (name: string) => (headers[name] === undefined ? undefined : String(headers[name])),
});
/** An answer that shows a window. */
const shown = (limit: number, remaining: number) =>
  answered(remaining === 0 ? 429 : 200, { "x-ratelimit": limit, "x-ratelimit-remaining": remaining });
const retryAfter = (field: string) => answered(429, { "retry-after": field });

/** The provider's limiter as measured: a burst of N lets N-1 through and shows 1 on the last successful one. */
class Gateway {
  #end = 0;
  #used = 0;
  refused = 0;
  constructor(
    private readonly clock: FakeClock,
    private readonly limit: number,
    public length = windowLength,
  ) {}

  answer(): ReturnType<typeof answered> {
    if (this.clock.now() >= this.#end) [this.#end, this.#used] = [this.clock.now() + this.length, 0];
    this.#used = Math.min(this.#used + 1, this.limit);
    const remaining = this.limit - this.#used;
    if (remaining === 0) this.refused++;
    return shown(this.limit, remaining);
  }
}

function setUp(settings: Partial<RateLimitSettings> = {}) {
  const clock = new FakeClock();
  const notices: Notice[] = [];
  const all = { window: windowLength, limit: undefined, probes: 10, ...settings };
  const window = new RateWindow(clock, (notice) => notices.push(notice), all);
  const enter = (operation = "list", left = windowLength, signal = never()) => window.enter(operation, { left }, signal);
  /** Sends one request and lets it be answered. */
  const send = async (answer: ReturnType<typeof answered>, operation = "list") => {
    const { permit } = await enter(operation);
    permit.answered(answer);
    permit.over();
  };
  /** How long a request that must not wait would have to. */
  const waitFor = (operation?: string) =>
    enter(operation, 0).then(
      () => 0,
      (error: unknown) => (error instanceof WaitTooLong ? error.wait : assert.fail(String(error))),
    );
  return { clock, notices, window, enter, send, waitFor };
}

const isWaiting = async (promise: Promise<unknown>): Promise<boolean> => {
  const waiting = Symbol("waiting");
  const settled = promise.catch(() => undefined);
  return (await Promise.race([settled, new Promise((resolve) => setImmediate(resolve, waiting))])) === waiting;
};

describe("rate window", () => {
  const invalid = ["-1", "NaN", "", "1e3", "many", "99999999999999999999"];
  for (const [title, answers, wait, settings] of [
    ["lets everything through while nothing is known", [], 0],
    ["closes after the last accepted request until its end", [shown(3, 2), minute, shown(3, 1)], windowLength - minute],
    ["after a 429 ends with what the first answer opened", [shown(100, 99), minute, shown(100, 0)], windowLength - minute],
    ["is whole after an unexpected 429", [answered(429)], windowLength],
    ["obeys Retry-After", [retryAfter("30")], 30_000],
    ["has a minimum", [retryAfter("0")], 1000],
    ["ignores an invalid Retry-After", [retryAfter("-5")], windowLength],
    [
      "ignores invalid fields",
      invalid.map((field) => answered(200, { "x-ratelimit-remaining": field, "x-ratelimit": field })),
      0,
    ],
    ["has the configured length", [answered(429)], minute, { window: minute }],
  ] as [string, (ReturnType<typeof answered> | number)[], number, Partial<RateLimitSettings>?][])
    it(title, async () => {
      const { clock, window, enter, waitFor } = setUp(settings);
      // All are on their way before the first is answered, so that none has to wait.
      const permits = await Promise.all(answers.map(() => enter()));
      for (const [index, each] of answers.entries()) {
        if (typeof each === "number") await clock.advance(each);
        else permits[index]!.permit.answered(each);
        permits[index]!.permit.over();
      }
      assert.equal(await waitFor(), wait);
      window.reset();
      assert.equal(await waitFor(), 0, "a new token has its own window");
    });

  it("lets a few through until the first answer, and then no more than the window has room for", async () => {
    const { clock, enter } = setUp();
    const gateway = new Gateway(clock, 1_001);
    let sent = 0;
    const calls = Array.from({ length: 2_000 }, async () => {
      const { permit } = await enter("list", Infinity);
      sent++;
      await new Promise(setImmediate);
      permit.answered(gateway.answer());
      await new Promise(setImmediate);
      permit.over();
    });
    await clock.sleeper((milliseconds) => milliseconds === windowLength);
    while (sent < 1_000) await new Promise(setImmediate);
    await clock.advance(windowLength);
    await Promise.all(calls);
    assert.equal(gateway.refused, 0);
  });

  it("lets further operations through that may be unlimited, and the same one once it is known to be", async () => {
    const { enter } = setUp();
    const permits = await Promise.all(Array.from({ length: 10 }, () => enter("list")));
    const others = Array.from({ length: 20 }, () => enter("list"));
    assert.ok(await isWaiting(Promise.race(others)));
    // An answer of something in front of the gateway shows nothing.
    permits[0]!.permit.answered(answered(503));
    permits[0]!.permit.over();
    await Promise.race(others);
    permits[1]!.permit.answered(answered(200));
    permits[1]!.permit.over();
    await Promise.all(others);
    await enter("get");
  });

  it("is waited for as long as it is closed, and announced once, however many calls wait", async () => {
    const { clock, notices, enter, send } = setUp();
    await send(shown(20, 0));
    const waiting = Array.from({ length: 10 }, () => enter());
    await clock.advance(windowLength - 1);
    assert.ok(await isWaiting(Promise.race(waiting)));
    await clock.advance(1);
    for (const { slept } of await Promise.all(waiting)) assert.equal(slept, windowLength);
    assert.deepEqual(notices, [
      { kind: "rate-limit", message: "The provider's rate limit of 20 requests in 15 minutes is used up: waiting 15 minutes." },
    ]);
  });

  for (const isDuring of [false, true])
    it(`is waited for no longer than its length if the clock is set back ${isDuring ? "during" : "before"} the wait`, async () => {
      const { clock, window, enter, send } = setUp();
      await send(answered(429));
      await clock.advance(minute);
      const early = isDuring ? enter() : undefined;
      clock.setBack(3_600_000);
      const patience = { left: windowLength };
      const waiting = window.enter("list", patience, never());
      await clock.advance(windowLength);
      assert.deepEqual([(await waiting).slept, patience.left], [windowLength, 0]);
      await early;
    });

  it("subtracts the wait from the call's patience", async () => {
    const { clock, window, send } = setUp();
    await send(retryAfter("40"));
    const patience = { left: minute };
    const first = window.enter("list", patience, never());
    await clock.advance(40_000);
    (await first).permit.answered(retryAfter("40"));
    assert.equal(patience.left, 20_000);
    await assert.rejects(window.enter("list", patience, never()), WaitTooLong);
  });

  it("holds back only operations that are known to be limited", async () => {
    const { send, waitFor } = setUp();
    await send(answered(200), "free");
    await send(answered(429), "limited");
    assert.deepEqual([await waitFor("free"), await waitFor("limited")], [0, windowLength]);
  });

  it("sends no more at the same time than the window has room for", async () => {
    const { enter, send } = setUp();
    await send(shown(100, 3));
    const [first] = await Promise.all([enter(), enter()]);
    const third = enter("list", 0);
    assert.ok(await isWaiting(third));
    // The first one failed before it arrived, and used nothing.
    first.permit.over();
    await third;
  });

  it("can be left by an aborted call, asleep or waiting for an answer", async () => {
    const { clock, enter, send } = setUp();
    await send(shown(100, 2));
    await enter();
    for (const close of [() => Promise.resolve(), () => send(answered(429), "other")]) {
      await close();
      const controller = new AbortController();
      const waiting = enter("list", windowLength, controller.signal);
      assert.ok(await isWaiting(waiting));
      controller.abort(new Error("enough"));
      await assert.rejects(waiting, /enough/);
    }
    assert.deepEqual(clock.sleeping, []);
  });

  it("is noticed if it is new before the expected end", async () => {
    const { enter, send } = setUp();
    for (const remaining of [5, 98]) await send(shown(100, remaining));
    assert.equal((await Promise.all(Array.from({ length: 10 }, () => enter("list", 0)))).length, 10);
  });

  it("is not misled by answers that overtake each other", async () => {
    const { enter, waitFor } = setUp();
    const permits = await Promise.all([enter(), enter(), enter()]);
    for (const index of [2, 0, 1] as const) permits[index].permit.answered(shown(4, 3 - index));
    for (const { permit } of permits) permit.over();
    assert.equal(await waitFor(), windowLength);
  });

  it("limits the waiting for other calls as it is told to", async () => {
    const { window, enter } = setUp({ probes: 1 });
    await enter();
    const over = new Error("too long");
    await assert.rejects(
      window.enter("list", { left: 0 }, never(), () => Promise.reject(over)),
      over,
    );
  });

  it("sends no more at first than a configured limit, and then believes the answers", async () => {
    const { enter } = setUp({ limit: 4 });
    const three = await Promise.all([enter("a"), enter("b"), enter("a")]);
    const fourth = enter("c", 0);
    assert.ok(await isWaiting(fourth));
    three[0].permit.answered(shown(100, 99));
    three[0].permit.over();
    await fourth;
    assert.equal((await Promise.all(Array.from({ length: 20 }, () => enter("a", 0)))).length, 20);
  });

  it("does not hold back unlimited operations with a configured limit", async () => {
    const { enter, send } = setUp({ limit: 2 });
    await send(answered(503), "failing");
    await send(answered(200), "free");
    await Promise.all(Array.from({ length: 5 }, () => enter("free", 0)));
    await enter("failing", 0);
    assert.ok(await isWaiting(enter("failing", 0)));
  });

  it("gets any number of calls through any limit, with at most one refusal per call under way at the start", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 3, max: 12 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 8 }),
        async (limit, calls, parallel) => {
          const { clock, enter } = setUp();
          const gateway = new Gateway(clock, limit);
          let left = calls;
          const worker = async () => {
            while (left-- > 0)
              for (;;) {
                const { permit } = await enter("list", Infinity);
                await clock.sleep(5);
                const answer = gateway.answer();
                permit.answered(answer);
                permit.over();
                if (answer.status === 200) break;
              }
          };
          await clock.drive(Promise.all(Array.from({ length: parallel }, worker)), () => true);
          assert.ok(gateway.refused <= parallel, `${gateway.refused} refused`);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("a rate window that is shorter than expected", () => {
  /** Sends a request that takes a second; its status, and how long it had to wait. */
  const through = async ({ clock, enter }: ReturnType<typeof setUp>, gateway: Gateway) => {
    const { permit, slept } = await enter("list", Infinity);
    await clock.sleep(500);
    const answer = gateway.answer();
    await clock.sleep(500);
    permit.answered(answer);
    permit.over();
    return { status: answer.status, slept };
  };
  /** Twelve requests one after the other, after a first one and a pause longer than the window. */
  const history = (world: ReturnType<typeof setUp>, gateway: Gateway) => {
    const run = async () => {
      await through(world, gateway);
      await world.clock.sleep(minute + 3_000);
      const results = [];
      while (results.length < 12) results.push(await through(world, gateway));
      return results;
    };
    return world.clock.drive(run(), () => true);
  };

  it("is learned from two requests that each opened one", async () => {
    const world = setUp();
    const results = await history(world, new Gateway(world.clock, 5, minute));
    assert.ok(results.every(({ status }) => status === 200));
    const waits = results.map(({ slept }) => slept).filter((slept) => slept > 0);
    assert.equal(waits.length, 2);
    assert.ok(
      waits.every((wait) => wait > minute - 5_000 && wait < minute + 6_000),
      waits.join(),
    );
    assert.match(world.notices[0]!.message, /of 5 requests in 65 seconds is used up: waiting/);
  });

  it("is forgotten once the window turns out to be longer", async () => {
    const world = setUp();
    const gateway = new Gateway(world.clock, 5, minute);
    const changed = world.clock.sleep(minute + 2_000).then(() => (gateway.length = windowLength));
    const results = await history(world, gateway);
    await changed;
    const waits = results.filter(({ slept }) => slept > 0).map(({ status, slept }) => [status, slept > 10 * minute]);
    assert.deepEqual(waits, [
      [429, false],
      [200, true],
      [200, true],
    ]);
  });

  it("is not learned from answers that overtook each other", async () => {
    const { clock, enter, send, waitFor } = setUp();
    const slow = await enter();
    await clock.advance(windowLength);
    await send(shown(100, 99));
    await clock.advance(2_000);
    slow.permit.answered(shown(100, 99));
    await clock.advance(windowLength);
    await send(shown(100, 1));
    assert.equal(await waitFor(), windowLength);
  });
});
