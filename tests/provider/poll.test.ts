import assert from "node:assert/strict";
import { waitFor } from "../../provider/values/poll.js";
import { FakeClock } from "../support/clock.js";

const limit = 60_000;

describe("waiting for what a lookup shows", () => {
  let clock: FakeClock;
  let looks: number;
  let outcome: unknown;

  const begin = async (look: () => string | undefined = () => undefined): Promise<void> => {
    void waitFor(clock, limit, () => {
      looks += 1;
      return Promise.resolve(look());
    }).then((result) => (outcome = { result }));
    // Until it sleeps for the first time.
    await clock.advance(0);
  };

  beforeEach(() => {
    clock = new FakeClock();
    looks = 0;
    outcome = undefined;
  });

  it("ends with what the lookup shows", async () => {
    await begin(() => (looks === 3 ? "shown" : undefined));
    await clock.advance(limit);
    assert.deepEqual([outcome, looks], [{ result: "shown" }, 3]);
  });

  it("ends at its limit, with a last lookup", async () => {
    await begin();
    await clock.advance(limit - 1);
    const before = looks;
    assert.equal(outcome, undefined);
    await clock.advance(1);
    assert.deepEqual([outcome, looks], [{ result: undefined }, before + 1]);
  });

  it("ends at its limit also if the clock is set back meanwhile", async () => {
    await begin();
    await clock.advance(1_000);
    clock.setBack(3_600_000);
    await clock.advance(limit - 1_000);
    assert.deepEqual(outcome, { result: undefined });
  });
});
