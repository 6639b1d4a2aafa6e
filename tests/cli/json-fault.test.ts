import assert from "node:assert/strict";
import fc from "fast-check";
import { jsonFault } from "../../cli/shared/input.js";

describe("the first error in a text that is not JSON", () => {
  const endsEarly = { kind: "ends-early" };
  const at = (offset: number) => ({ kind: "at", offset });
  for (const [what, text, expected] of [
    ["an object that is cut off", '{"a": 1', endsEarly],
    ["a text that is cut off", '{"a": "b', endsEarly],
    ["a number that is cut off", "[1.", endsEarly],
    ["a list with white space after it", "[1,\n", endsEarly],
    ["a word", '{"a": word}', at(6)],
    ["a comma too many", '{"a": 1,}', at(8)],
    ["a missing colon", '{"a"}', at(4)],
    ["a comment", "[ // one\n1]", at(2)],
    ["something after the end", "{} {}", at(3)],
    ["a text that goes over the line", '["a\nb"]', at(3)],
    ["single quotes", "{'a': 1}", at(1)],
  ] as const)
    it(`is found: ${what}`, () => assert.deepEqual(jsonFault(text), expected));

  it("is never found in valid JSON", () => {
    fc.assert(fc.property(fc.json(), (json) => assert.equal(jsonFault(json), undefined)));
  });

  it("does not crash the command if the text is nested too deeply", () => {
    assert.doesNotThrow(() => jsonFault("[".repeat(500_000)));
  });
});
