import assert from "node:assert/strict";
import { doubtedText, ownInsideText, retainedInsideText, withinText } from "../../provider/lifecycle/removal-messages.js";

describe("a message about an object that is not deleted because of what others have in it", () => {
  it("says how to keep it", () => {
    assert.match(
      withinText([{ kind: "domain", text: 'domain p1/shop.de (resource "shop" of stack other)' }], []),
      /Remove them from the program there and run `pulumi up`\. To keep what contains them instead, declare that there with `adopt: true` and run/,
    );
  });
});

describe("a message about forgetting claims", () => {
  const inner = {
    kind: "domain",
    address: "https://api.example",
    id: "p1/shop.de",
    name: "shop",
    entry: "entry",
    isTaken: false,
    declaresDeletedWith: false,
    isRetained: false,
    isCutOff: false,
    removal: undefined,
  };
  const holder = { who: 'resource "shop" of stack test', isOfThisRun: false, isReader: false, isDoubted: true };
  for (const [name, text] of [
    ["of an earlier entry", doubtedText("account p1", holder)],
    ["of what the program has in it", ownInsideText("account p1", [{ ...inner, isDeclared: true }])],
    ["of what the stack has in it", ownInsideText("account p1", [{ ...inner, isDeclared: false }])],
    ["of what is retained in it", retainedInsideText([{ ...inner, isDeclared: false, isRetained: true }])],
    ["of what others have in it", withinText([{ ...inner, text: "domain p1/shop.de" }], [])],
  ] as const)
    it(`first asks to renew the claim of a stack to which the resource has moved: ${name}`, () => {
      const first = text.search(/moved (?:from there )?to another stack.*?run `pulumi preview`/);
      assert.ok(first >= 0 && first < text.indexOf("`hosting recover --yes`"), text);
    });
});
