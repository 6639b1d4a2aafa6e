import assert from "node:assert/strict";
import fc from "fast-check";

/** Text that acts where it is shown: on a terminal, in a log of a CI service, in Pulumi's display. */
export const actingTexts: readonly string[] = [
  "\u001b[31mred\u001b[0m",
  "\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\",
  "\u001b]52;c;ZXZpbA==\u0007",
  "\u001b]0;title\u0007",
  "\u009b2J\u0090q\u009c",
  "\u202egnp.exe",
  "\u2066hidden\u2069",
  "zero\u200bwidth\u2060\ufeff\u00ad",
  "tag\u{e0041}\u{e0042}",
  "over\rwritten\b\b",
  "a\u2028b\u2029c\u0085d",
  "\n::error file=x::fake",
  "\r\n  ::add-mask::fake",
  "##vso[task.setvariable variable=x]y",
  "##[error]fake",
  "##teamcity[message text='x']",
  "<{%red%}>fake<{%reset%}>",
  "\ud800",
];

/** Fails where a text that is shown would act. Line ends are there where several lines are meant. */
export function assertInert(shown: string): void {
  assert.doesNotMatch(shown, /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  assert.doesNotMatch(shown, /##[a-z]*\[/i);
  assert.doesNotMatch(shown, /^\s*::/m);
  assert.ok(!shown.includes("<{%"), shown);
}

/** Names that objects have without having been given them. */
const inheritedNames = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "__defineGetter__"] as const;

/** Fails where something has added to what all objects inherit. */
export function assertUnpolluted(): void {
  for (const object of [{}, [], () => undefined]) {
    for (const name in object) assert.fail(`all objects inherit ${name}`);
    assert.ok(!("polluted" in object));
  }
}

/**
 * Any characters, but no words: fast-check puts some in (`name`, `call`), and one that a provider process has met in the place
 * of a secret is masked in what it says from then on.
 */
const wordless = fc.string({ unit: "binary", maxLength: 12 }).filter((text) => !/[a-z]{4}/i.test(text));

/** Text that could be taken for more than text. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  wordless,
  fc.constantFrom(
    ...actingTexts,
    ...inheritedNames,
    "",
    " ",
    ".",
    "..",
    "../../customers/1",
    "%2e%2e",
    "a/b",
    "?x#y",
    "0x10",
    "1e3",
  ),
);

/** Any JSON, with members and numbers that take the unwary by surprise. */
export const hostileJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(
      hostileText,
      fc.constantFrom(null, true, false, 0, -0, -1, 1.5, 1e21, 2 ** 53, Number.MAX_VALUE, 5e-324),
      fc.integer({ min: 1, max: 200_000 }),
    ),
    fc.array(tie("any"), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.oneof(hostileText, fc.constantFrom("uid", "id", "name", "message", "token")), tie("any")), {
        maxLength: 4,
      })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).any;
