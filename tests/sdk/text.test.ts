import assert from "node:assert/strict";
import fc from "fast-check";
import { mask } from "../../sdk/redaction/mask.js";
import { Secrets } from "../../sdk/redaction/redaction.js";
import { exactly, inTenths, inWords, presentable } from "../../sdk/redaction/text.js";

const none = new Secrets();

describe("foreign text in messages", () => {
  const kept = [
    "https://agency.example:8080/a@b:c",
    "see //notes: mail me@agency.example",
    "postgres://runner@db.example:5432/x",
  ];
  for (const [text, expected, secrets] of [
    ["a\u001b[31mred\u001b[0m\r\n::error::b\tc", "ared ::error::b c"],
    ["\u001b]0;title\u0007text \u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\", "text link"],
    ["\u009b31mc1 \u202erev\u2066 zero\u200bwidth", "c1 rev zero width"],
    [" \r\n\u001b[0m", undefined],
    [`${"x".repeat(499)}𝄞𝄞`, `${"x".repeat(499)}…`],
    ["tok\u001b[0men-value", mask, "token-value"],
    ["line\u0007end", mask, "line\u0007end"],
    [
      'open "postgres://runner:Geheim-4711@db.example:5432/x?y": refused',
      `open "postgres://runner:${mask}@db.example:5432/x?y": refused`,
    ],
    ["https://:Geheim-4711@agency.example/hook", `https://:${mask}@agency.example/hook`],
    ["//a:Geheim-4711@b and //c:Geheim%404711@d", `//a:${mask}@b and //c:${mask}@d`],
    ...kept.map((text) => [text, text] as const),
  ] as const)
    it(`becomes one line without terminal commands and passwords: ${JSON.stringify(expected)}`, () => {
      assert.equal(presentable(text, new Secrets([secrets])), expected);
    });

  it("contains no control characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        assert.doesNotMatch(presentable(text, none) ?? "", /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });

  it("is shortened after secrets were masked", () => {
    const text = `${"x".repeat(490)}long-secret-value${"y".repeat(500)}`;
    const shown = presentable(text, new Secrets(["long-secret-value"]))!;
    assert.ok(shown.length <= 501 && !shown.includes("long"), shown);
  });
});

describe("a duration in words", () => {
  const [ms, s, min] = ["milliseconds", "seconds", "minutes"];
  for (const [how, rows] of [
    [
      inWords,
      [
        [0.2, "1 millisecond"],
        [1000, "1 second"],
        [1001, `2 ${s}`],
        [119_000, `119 ${s}`],
        [120_000, `2 ${min}`],
      ],
    ],
    [
      inTenths,
      [
        [300, `300 ${ms}`],
        [1049, "1 second"],
        [1250, `1.3 ${s}`],
        [119_949, `119.9 ${s}`],
        [119_950, `2 ${min}`],
      ],
    ],
    [
      exactly,
      [
        [1, "1 millisecond"],
        [300, `300 ${ms}`],
        [1000, "1 second"],
        [1500, `1500 ${ms}`],
        [120_000, `2 ${min}`],
      ],
    ],
  ] as const)
    it(`is as precise as it has to be: ${how.name}`, () => {
      for (const [milliseconds, words] of rows) assert.equal(how(milliseconds), words);
    });
});
