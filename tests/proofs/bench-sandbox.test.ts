import assert from "node:assert/strict";
import { ours } from "../../proofs/bench/sandbox/contenders.js";
import { factsOf, measure } from "../../proofs/bench/sandbox/measure.js";

describe("the benchmark of the sandbox", () => {
  it("finds what the sandbox does", async () => {
    assert.deepEqual(await factsOf(ours), {
      "what was created is listed": "yes",
      "a body with a wrong type": "400",
      "no token, a wrong token": "403, 503",
      "a fault on demand": "cut connection",
      "rate limit": "429 after 996",
    });
  });

  it("measures it without the rate limit", async () => {
    const measured = await measure(ours, 400);
    assert.ok(
      Object.values(measured)
        .flat()
        .every((value) => value > 0),
    );
  });
});
