import assert from "node:assert/strict";
import fc from "fast-check";
import type { WindowState } from "../../examples/fleet/login.js";
import { type Work, windowLength } from "../../examples/fleet/room.js";
import { SharedWindow } from "../../examples/fleet/window.js";
import { FakeClock } from "../support/clock.js";

/** The provider's gateway: a window that begins with a request, and refuses the last one. */
class Gateway {
  #end = 0;
  #used = 0;
  received = 0;
  refused = 0;

  constructor(
    private readonly clock: FakeClock,
    private readonly limit: number,
  ) {}

  readonly request = (): Promise<WindowState> => {
    if (this.clock.now() >= this.#end) [this.#end, this.#used] = [this.clock.now() + windowLength, 0];
    this.#used += 1;
    this.received += 1;
    if (this.#used >= this.limit) this.refused += 1;
    return Promise.resolve({ limit: this.limit, remaining: Math.max(0, this.limit - this.#used) });
  };
}

const unwanted = () => {
  throw new Error("this must not happen");
};

describe("the rate window that the stacks of a fleet share", () => {
  const start = (limit: number | undefined) => {
    const clock = new FakeClock();
    const gateway = new Gateway(clock, limit ?? Infinity);
    const told: string[] = [];
    const stop = new AbortController();
    const ask = limit === undefined ? () => Promise.resolve(undefined) : gateway.request;
    const window = new SharedWindow({ ask, clock, tell: (line) => told.push(line), signal: stop.signal });
    /** A stack that sends that many requests, evenly over its duration, and perhaps does not say how many. */
    const stack =
      (need: number, sends: number, pause: number, isSilent = false): Work<number> =>
      async (sent) => {
        for (let count = 0; count < sends; count++) {
          await clock.sleep(pause);
          await gateway.request();
        }
        if (!isSilent) sent(sends);
        return need;
      };
    return { clock, gateway, told, stop, window, stack };
  };

  it("never hands out more than it has, whatever the stacks need and however long they take", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 20, max: 60 }),
        fc.array(
          fc.record({
            need: fc.integer({ min: 1, max: 14 }),
            share: fc.double({ min: 0, max: 1, noNaN: true }),
            pause: fc.nat({ max: 300_000 }),
            isSilent: fc.boolean(),
          }),
          {
            minLength: 1,
            maxLength: 25,
          },
        ),
        fc.integer({ min: 1, max: 5 }),
        async (limit, stacks, concurrency) => {
          const { clock, gateway, window, stack } = start(limit);
          const queue = stacks.values();
          let done = 0;
          const work = async () => {
            for (const { need, share, pause, isSilent } of queue) {
              await window.within(need, stack(need, Math.floor(need * share), pause, isSilent), () => undefined);
              done += 1;
            }
          };
          await clock.drive(Promise.all(Array.from({ length: concurrency }, work)), () => true);
          assert.equal(gateway.refused, 0);
          assert.equal(done, stacks.length);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("announces that it waits for the next window, and which stack waits", async () => {
    const { clock, told, window, stack } = start(30);
    const waited: string[] = [];
    const first = window.within(20, stack(20, 20, 0), () => waited.push("first"));
    await clock.drive(first, () => true);
    const second = window.within(20, stack(20, 20, 0), () => waited.push("second"));
    assert.equal(await clock.drive(second, () => true), 20);
    assert.deepEqual(waited, ["second"]);
    assert.deepEqual(told, ["The rate window is nearly used up, 9 of 30 requests are left: waiting 15 min for the next one."]);
  });

  it("gives a stack that needs more than a window one for itself", async () => {
    const { clock, window, stack } = start(30);
    const order: string[] = [];
    const run = (name: string, need: number) =>
      window.within(
        need,
        (sent) => (order.push(`${name} starts`), stack(need, 5, 1000)(sent).finally(() => order.push(`${name} ends`))),
        () => undefined,
      );
    await clock.drive(Promise.all([run("small", 5), run("large", 500), run("other", 5)]), () => true);
    assert.deepEqual(order, ["small starts", "small ends", "large starts", "large ends", "other starts", "other ends"]);
  });

  it("does not wait for a long stack if the next window begins before its end", async () => {
    const { clock, window, stack } = start(40);
    const began = clock.now();
    const long = window.within(14, stack(14, 14, windowLength / 7), unwanted);
    const quick = window.within(10, stack(10, 10, 0), unwanted);
    let waited = 0;
    const short = window.within(
      14,
      async (sent) => {
        waited = clock.now() - began;
        await stack(14, 1, 0)(sent);
      },
      () => undefined,
    );
    await clock.drive(Promise.all([long, quick, short]), () => true);
    assert.equal(waited, windowLength);
  });
});
