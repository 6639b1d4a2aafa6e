import assert from "node:assert/strict";
import fc from "fast-check";
import { windowLength } from "../../examples/fleet/room.js";
import { Share } from "../../examples/fleet/share.js";
import { FakeClock } from "../support/clock.js";

const start = (requests: number) => {
  const clock = new FakeClock();
  const told: string[] = [];
  const stop = new AbortController();
  const share = new Share(requests, { clock, tell: (line) => told.push(line), signal: stop.signal });
  return { clock, told, share };
};

describe("the share of a rate window", () => {
  it("is never exceeded in any 15 minutes, and is used again after them", async () => {
    const stack = fc.record({
      need: fc.integer({ min: 1, max: 12 }),
      used: fc.double({ min: 0, max: 1, noNaN: true }),
      pause: fc.nat({ max: 300_000 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 12, max: 40 }),
        fc.array(stack, { minLength: 1, maxLength: 25 }),
        fc.integer({ min: 1, max: 5 }),
        async (requests, stacks, concurrency) => {
          const { clock, share } = start(requests);
          const times: number[] = [];
          const queue = stacks.values();
          let done = 0;
          const work = async () => {
            for (const { need, used, pause } of queue) {
              await share.within(
                need,
                async (sent) => {
                  const count = Math.floor(need * used);
                  for (let index = 0; index < count; index++) {
                    await clock.sleep(pause);
                    times.push(clock.now());
                  }
                  sent(count);
                },
                () => undefined,
              );
              done += 1;
            }
          };
          await clock.drive(Promise.all(Array.from({ length: concurrency }, work)), () => true);
          assert.equal(done, stacks.length);
          const inWindowFrom = (from: number) => times.filter((time) => time >= from && time < from + windowLength).length;
          assert.ok(Math.max(0, ...times.map(inWindowFrom)) <= requests);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("counts all that was promised to a stack that does not say what it has used, and announces the wait", async () => {
    const { clock, told, share } = start(10);
    const waited: string[] = [];
    const run = (name: string) =>
      share.within(
        6,
        () => Promise.resolve(clock.now()),
        () => waited.push(name),
      );
    const first = await run("first");
    const second = await clock.drive(run("second"), () => true);
    assert.equal(second - first, windowLength);
    assert.deepEqual(waited, ["second"]);
    assert.deepEqual(told, ["The run has used its 10 requests: waiting 15 min until it may send more."]);
  });
});
