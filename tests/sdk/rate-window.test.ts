import assert from "node:assert/strict";
import fc from "fast-check";
import type { Notice } from "../../sdk/values/notice.js";
import { RateWindow, WaitTooLong, windowLength, type RateLimitSettings } from "../../sdk/http/rate-window.js";
import { FakeClock } from "../support/clock.js";

const never = () => new AbortController().signal;

const answered = (status: number, headers: Record<string, string | number> = {}) => ({
  status,
  header: (name: string) => (headers[name] === undefined ? undefined : String(headers[name])),
});

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
    return answered(remaining === 0 ? 429 : 200, { "x-ratelimit": this.limit, "x-ratelimit-remaining": remaining });
  }
}

function setUp(settings?: RateLimitSettings) {
  const clock = new FakeClock();
  const notices: Notice[] = [];
  const window = new RateWindow(clock, (notice) => notices.push(notice), settings);
  const enter = (operation = "list", left = windowLength, signal = never()) => window.enter(operation, { left }, signal);
  /** Sends one request and lets it be answered. */
  const send = async (answer: ReturnType<typeof answered>, operation = "list") => {
    const { permit } = await enter(operation);
    permit.answered(answer);
    permit.over();
  };
  return { clock, notices, window, enter, send };
}

const isWaiting = async (promise: Promise<unknown>): Promise<boolean> => {
  const waiting = Symbol("waiting");
  const settled = promise.catch(() => undefined);
  return (await Promise.race([settled, new Promise((resolve) => setImmediate(resolve, waiting))])) === waiting;
};

describe("rate window", () => {
  it("lets everything through while nothing is known", async () => {
    const { enter, send } = setUp();
    for (let count = 0; count < 50; count++) await send(answered(200));
    assert.equal((await enter()).slept, 0);
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

  it("closes after the last accepted request until the window ends", async () => {
    const { clock, notices, enter, send } = setUp();
    await send(answered(200, { "x-ratelimit": 3, "x-ratelimit-remaining": 2 }));
    await clock.advance(60_000);
    await send(answered(200, { "x-ratelimit": 3, "x-ratelimit-remaining": 1 }));
    const waiting = enter();
    assert.ok(await isWaiting(waiting));
    assert.deepEqual(notices, [
      { kind: "rate-limit", message: "The provider's rate limit of 3 requests in 15 minutes is used up: waiting 14 minutes." },
    ]);
    await clock.advance(windowLength - 60_001);
    assert.ok(await isWaiting(waiting));
    await clock.advance(1);
    assert.equal((await waiting).slept, windowLength - 60_000);
  });

  it("waits after a 429 until the end of the window that the first answer opened", async () => {
    const { clock, enter, send } = setUp();
    await send(answered(200, { "x-ratelimit": 100, "x-ratelimit-remaining": 99 }));
    await clock.advance(300_000);
    await send(answered(429, { "x-ratelimit": 100, "x-ratelimit-remaining": 0 }));
    const waiting = enter();
    await clock.advance(windowLength - 300_001);
    assert.ok(await isWaiting(waiting));
    await clock.advance(1);
    await waiting;
  });

  it("waits for a whole window after an unexpected 429", async () => {
    const { clock, enter, send } = setUp();
    await send(answered(429));
    const waiting = enter();
    await clock.advance(windowLength);
    assert.equal((await waiting).slept, windowLength);
  });

  it("obeys Retry-After, with a minimum", async () => {
    for (const [field, wait] of [
      ["30", 30_000],
      ["0", 1000],
      ["-5", windowLength],
    ] as const) {
      const { clock, enter, send } = setUp();
      await send(answered(429, { "retry-after": field }));
      const waiting = enter();
      await clock.advance(wait);
      assert.equal((await waiting).slept, wait);
    }
  });

  it("waits no longer than its length if the clock is set back, before or during the wait", async () => {
    for (const isDuring of [false, true]) {
      const { clock, window, enter, send } = setUp();
      await send(answered(429));
      await clock.advance(60_000);
      const early = isDuring ? enter() : undefined;
      clock.setBack(3_600_000);
      const patience = { left: windowLength };
      const waiting = window.enter("list", patience, never());
      await clock.advance(windowLength);
      assert.equal((await waiting).slept, windowLength);
      assert.equal(patience.left, 0);
      await early;
    }
  });

  it("refuses at once if the wait is longer than allowed", async () => {
    const { enter, send } = setUp();
    await send(answered(429, { "retry-after": "61" }));
    await assert.rejects(enter("list", 60_000), (error) => error instanceof WaitTooLong && error.wait === 61_000);
    await assert.rejects(enter("list", 0), WaitTooLong);
  });

  it("subtracts the wait from the call's patience", async () => {
    const { clock, window, send } = setUp();
    await send(answered(429, { "retry-after": "40" }));
    const patience = { left: 60_000 };
    const first = window.enter("list", patience, never());
    await clock.advance(40_000);
    (await first).permit.answered(answered(429, { "retry-after": "40" }));
    assert.equal(patience.left, 20_000);
    await assert.rejects(window.enter("list", patience, never()), WaitTooLong);
  });

  it("holds back only operations that are known to be limited", async () => {
    const { enter, send } = setUp();
    await send(answered(200), "free");
    await send(answered(429), "limited");
    assert.equal((await enter("free")).slept, 0);
    await assert.rejects(enter("limited", 0), WaitTooLong);
  });

  it("sends no more at the same time than the window has room for", async () => {
    const { enter, send } = setUp();
    await send(answered(200, { "x-ratelimit": 100, "x-ratelimit-remaining": 3 }));
    const [first, second] = await Promise.all([enter(), enter()]);
    const third = enter("list", 0);
    assert.ok(await isWaiting(third));
    // The first one failed before it arrived, and used nothing.
    first.permit.over();
    await third;
    second.permit.over();
  });

  it("announces a wait once, however many calls wait", async () => {
    const { clock, notices, enter, send } = setUp();
    await send(answered(429));
    const waiting = Promise.all(Array.from({ length: 20 }, () => enter()));
    await clock.advance(windowLength);
    await waiting;
    assert.equal(notices.length, 1);
  });

  it("can be left by an aborted call, asleep or waiting for an answer", async () => {
    const { clock, enter, send } = setUp();
    await send(answered(200, { "x-ratelimit": 100, "x-ratelimit-remaining": 2 }));
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

  it("notices a new window before the expected end", async () => {
    const { enter, send } = setUp();
    await send(answered(200, { "x-ratelimit": 100, "x-ratelimit-remaining": 5 }));
    await send(answered(200, { "x-ratelimit": 100, "x-ratelimit-remaining": 98 }));
    const permits = await Promise.all(Array.from({ length: 10 }, () => enter("list", 0)));
    assert.equal(permits.length, 10);
  });

  it("is not misled by answers that overtake each other", async () => {
    const { enter } = setUp();
    const permits = await Promise.all([enter(), enter(), enter()]);
    permits[2].permit.answered(answered(200, { "x-ratelimit": 4, "x-ratelimit-remaining": 1 }));
    permits[0].permit.answered(answered(200, { "x-ratelimit": 4, "x-ratelimit-remaining": 3 }));
    permits[1].permit.answered(answered(200, { "x-ratelimit": 4, "x-ratelimit-remaining": 2 }));
    for (const { permit } of permits) permit.over();
    await assert.rejects(enter("list", 0), WaitTooLong);
  });

  it("is reset with a new token", async () => {
    const { window, enter, send } = setUp();
    await send(answered(429));
    window.reset();
    assert.equal((await enter("list", 0)).slept, 0);
  });

  it("ignores invalid header fields", async () => {
    const { enter, send } = setUp();
    for (const remaining of ["-1", "NaN", "", "1e3", "many", "99999999999999999999"])
      await send(answered(200, { "x-ratelimit": remaining, "x-ratelimit-remaining": remaining }));
    assert.equal((await enter("list", 0)).slept, 0);
  });

  it("limits the waiting for other calls as it is told to", async () => {
    const { window, enter } = setUp({ window: windowLength, limit: undefined, probes: 1 });
    await enter();
    const over = new Error("too long");
    await assert.rejects(
      window.enter("list", { left: 0 }, never(), () => Promise.reject(over)),
      over,
    );
  });

  it("has the configured length", async () => {
    const { clock, notices, enter, send } = setUp({ window: 60_000, limit: undefined, probes: 10 });
    await send(answered(429, { "x-ratelimit": 20 }));
    const waiting = enter();
    await clock.advance(60_000);
    assert.equal((await waiting).slept, 60_000);
    assert.match(notices[0]!.message, /rate limit of 20 requests in 60 seconds is used up: waiting 60 seconds\./);
  });

  describe("that is shorter than expected", () => {
    const minute = 60_000;
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
    /** As many requests one after the other, after a first one and a pause. */
    const history = (world: ReturnType<typeof setUp>, gateway: Gateway, pause: number, count: number) => {
      const run = async () => {
        await through(world, gateway);
        await world.clock.sleep(pause);
        const results = [];
        while (results.length < count) results.push(await through(world, gateway));
        return results;
      };
      return world.clock.drive(run(), () => true);
    };

    it("is learned from two requests that each opened one", async () => {
      const world = setUp();
      const results = await history(world, new Gateway(world.clock, 5, minute), minute + 3_000, 12);
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
      const results = await history(world, gateway, minute + 3_000, 12);
      await changed;
      const waits = results.filter(({ slept }) => slept > 0).map(({ status, slept }) => [status, slept > 10 * minute]);
      assert.deepEqual(waits, [
        [429, false],
        [200, true],
        [200, true],
      ]);
    });

    it("is not learned from answers that overtook each other", async () => {
      const { clock, enter, send } = setUp();
      const opened = answered(200, { "x-ratelimit": 100, "x-ratelimit-remaining": 99 });
      const slow = await enter();
      await clock.advance(windowLength);
      await send(opened);
      await clock.advance(2_000);
      slow.permit.answered(opened);
      await clock.advance(windowLength);
      await send(answered(200, { "x-ratelimit": 100, "x-ratelimit-remaining": 1 }));
      await assert.rejects(enter("list", 0), (error) => error instanceof WaitTooLong && error.wait === windowLength);
    });
  });

  it("sends no more at first than a configured limit, and then believes the answers", async () => {
    const { enter } = setUp({ window: windowLength, limit: 4, probes: 10 });
    const three = await Promise.all([enter("a"), enter("b"), enter("a")]);
    const fourth = enter("c", 0);
    assert.ok(await isWaiting(fourth));
    three[0].permit.answered(answered(200, { "x-ratelimit": 100, "x-ratelimit-remaining": 99 }));
    three[0].permit.over();
    await fourth;
    assert.equal((await Promise.all(Array.from({ length: 20 }, () => enter("a", 0)))).length, 20);
  });

  it("does not hold back unlimited operations with a configured limit", async () => {
    const { enter, send } = setUp({ window: windowLength, limit: 2, probes: 10 });
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
