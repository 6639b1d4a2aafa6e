import assert from "node:assert/strict";
import fc from "fast-check";

/** Text that has an effect where it is shown: on a terminal, in a CI service's log, in Pulumi's display. */
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

/** Fails if a shown text would have an effect. Line ends are allowed if several lines are expected. */
export function assertInert(shown: string): void {
  assert.doesNotMatch(shown, /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  assert.doesNotMatch(shown, /##[a-z]*\[/i);
  assert.doesNotMatch(shown, /^\s*::/m);
  assert.ok(!shown.includes("<{%"), shown);
}

/** Names that every object inherits. */
const inheritedNames = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "__defineGetter__"] as const;

/** Fails if something was added to what all objects inherit. */
export function assertUnpolluted(): void {
  for (const object of [{}, [], () => undefined]) {
    for (const name in object) assert.fail(`all objects inherit ${name}`);
    assert.ok(!("polluted" in object));
  }
}

/**
 * Any characters, but no words: fast-check inserts some (`name`, `call`), and a provider process that has seen one as
 * a secret masks it in all later messages.
 */
const wordless = fc.string({ unit: "binary", maxLength: 12 }).filter((text) => !/[a-z]{4}/i.test(text));

/** Text that could be mistaken for more than text. */
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

/** Any JSON, with members and numbers that surprise careless code. */
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
