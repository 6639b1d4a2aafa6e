import assert from "node:assert/strict";
import fc from "fast-check";
import { mask } from "../../sdk/redaction/mask.js";
import { Secrets } from "../../sdk/redaction/redaction.js";
import { exactly, inTenths, inWords, presentable } from "../../sdk/redaction/text.js";

const none = new Secrets();

describe("foreign text in messages", () => {
  it("becomes one line without terminal commands", () => {
    assert.equal(presentable("a\u001b[31mred\u001b[0m\r\n::error::b\tc", none), "ared ::error::b c");
    assert.equal(
      presentable("\u001b]0;title\u0007text \u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\", none),
      "text link",
    );
    assert.equal(presentable("\u009b31mc1 \u202erev\u2066 zero\u200bwidth", none), "c1 rev zero width");
  });

  it("contains no control characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        assert.doesNotMatch(presentable(text, none) ?? "", /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });

  it("is shortened after secrets were masked", () => {
    const secrets = new Secrets(["long-secret-value"]);
    const text = presentable(`${"x".repeat(490)}long-secret-value${"y".repeat(500)}`, secrets)!;
    assert.ok(text.length <= 501);
    assert.ok(!text.includes("long"));
    assert.equal(presentable(`${"x".repeat(499)}𝄞𝄞`, none), `${"x".repeat(499)}…`);
  });

  it("masks a secret that control characters split", () => {
    assert.equal(presentable("tok\u001b[0men-value", new Secrets(["token-value"])), mask);
    assert.equal(presentable("line\u0007end", new Secrets(["line\u0007end"])), mask);
  });

  it("masks the password in a quoted address", () => {
    for (const quoted of [
      'unable to open "postgres://runner:Geheim-4711@db.example:5432/pulumi?sslmode=disable": refused',
      "https://:Geheim-4711@agency.example/hook",
      "//a:Geheim-4711@b and //c:Geheim%404711@d",
    ])
      assert.doesNotMatch(presentable(quoted, none)!, /Geheim|4711/);
    for (const kept of [
      "https://agency.example:8080/a@b:c",
      "see //notes: mail me@agency.example",
      "postgres://runner@db.example:5432/x",
    ])
      assert.equal(presentable(kept, none), kept);
  });

  it("is undefined if nothing is left", () => {
    assert.equal(presentable(" \r\n\u001b[0m", none), undefined);
  });
});

describe("a duration in words", () => {
  it("is rounded up", () => {
    assert.deepEqual([0.2, 1, 299.5, 1000, 1001, 119_000, 120_000, 900_000, 840_001].map(inWords), [
      "1 millisecond",
      "1 millisecond",
      "300 milliseconds",
      "1 second",
      "2 seconds",
      "119 seconds",
      "2 minutes",
      "15 minutes",
      "15 minutes",
    ]);
  });

  it("is precise to a tenth of a second if that matters", () => {
    assert.deepEqual([300, 999.5, 1000, 1049, 1250, 2960, 119_949, 119_950, 900_000].map(inTenths), [
      "300 milliseconds",
      "1000 milliseconds",
      "1 second",
      "1 second",
      "1.3 seconds",
      "3 seconds",
      "119.9 seconds",
      "2 minutes",
      "15 minutes",
    ]);
  });

  it("is exact if it is a limit", () => {
    assert.deepEqual([1, 300, 1000, 1500, 90_000, 120_000, 121_000, 300_000].map(exactly), [
      "1 millisecond",
      "300 milliseconds",
      "1 second",
      "1500 milliseconds",
      "90 seconds",
      "2 minutes",
      "121 seconds",
      "5 minutes",
    ]);
  });
});
