import assert from "node:assert/strict";
import { doubtedText, ownInsideText, retainedInsideText, withinText } from "../../provider/lifecycle/removal-messages.js";

describe("a message about an object that is not deleted because of what others have in it", () => {
  const others = { kind: "domain", isRead: false, text: 'domain p1/shop.de (resource "shop" of stack other)' };
  const read = { kind: "subdomain", isRead: true, text: 'subdomain p1/shop.de/blog (read by resource "blog" of this run)' };

  it("asks to stop reading it, if only the program of this run does", () => {
    assert.equal(
      withinText([read], ["subdomain"]),
      `that would also delete ${read.text}. Remove the \`get\` from the program. Then run again`,
    );
  });

  it("says both if others have something in it too", () => {
    const text = withinText([read, others], ["subdomain"]);
    assert.match(
      text,
      /Remove the `get` from the program\. Remove what other stacks have from the program there and run `pulumi up`\./,
    );
    assert.doesNotMatch(text, /delete a subdomain/);
  });

  it("says how to keep it", () => {
    assert.match(
      withinText([others], []),
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
    ["of what others have in it", withinText([{ ...inner, isRead: false, text: "domain p1/shop.de" }], [])],
  ] as const)
    it(`first asks to renew the claim of a stack to which the resource has moved: ${name}`, () => {
      const first = text.search(/moved (?:from there )?to another stack.*?run `pulumi preview`/);
      assert.ok(first >= 0 && first < text.indexOf("`hosting recover --yes`"), text);
    });
});
