import assert from "node:assert/strict";
import { explainedBy, explainedOnce, unexplained } from "../../sdk/values/explained.js";

describe("a message that quotes others", () => {
  const api = explainedBy("api-down");
  const whole = explainedBy("may be created");

  it("ends with one pointer: its own, or that of what it quotes", () => {
    for (const [message, expected] of [
      ["a failed.", "a failed."],
      [`a failed.${api}`, `a failed.${api}`],
      [`b was not created: a failed.${api} Run again.`, `b was not created: a failed. Run again.${api}`],
      [`b (a failed.${api}), c (a failed.${api}).`, `b (a failed.), c (a failed.).${api}`],
      [`b: a failed.${api} Run again.${whole}`, `b: a failed. Run again.${whole}`],
    ] as const)
      assert.equal(explainedOnce(message), expected);
  });

  it("can leave out the pointer of what it quotes", () => {
    assert.equal(unexplained(`a failed.${api}`), "a failed.");
  });

  it("names a code of several words as one", () => {
    assert.equal(whole, " See `npx hosting explain may-be-created`.");
  });
});
