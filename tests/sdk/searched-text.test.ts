import assert from "node:assert/strict";
import fc from "fast-check";
import { base64Pieces, dumpPattern, SearchedText, secretPattern } from "../../sdk/redaction/secret-pattern.js";

const hex = (number: number, width: number): string => number.toString(16).padStart(width, "0");

/** Ways in which a character may be written. */
const spellings: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => encodeURIComponent(character),
  (character) => Array.from(Buffer.from(character), (octet) => `%${hex(octet, 2).toUpperCase()}`).join(""),
  (character) => Array.from(Buffer.from(character), (octet) => `%2525${hex(octet, 2)}`).join(""),
  (character) => Array.from(Buffer.from(character), (octet) => `\\x${hex(octet, 2)}`).join(""),
  (character) => JSON.stringify(character).slice(1, -1),
  (character) => JSON.stringify(JSON.stringify(character)).slice(3, -3),
  (character) => Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join(""),
  (character) => character.toUpperCase(),
  (character) => `&#${"0".repeat(9)}${character.codePointAt(0)};`,
  (character) => `&amp;#x${hex(character.codePointAt(0)!, 1)};`,
  (character) =>
    ({ "&": "&amp;", "<": "&amp;lt;", ">": "&gt;", '"': "&QUOT;", "'": "&apos;", "/": "\\/", " ": "+" })[character] ?? character,
];

/** Ways in which octets may be written as digits. */
const separators = ["", ":", " ", ", 0x", "0x", "_", "--"];

const character = fc.constantFrom(...Array.from("aZ9o5x2+/-_=. \n\"'<&;%\\ä€😀"));
const plainCharacter = fc.constantFrom(...Array.from("abcx0258-_=. /+"));
const value = fc
  .oneof(fc.array(character, { minLength: 4, maxLength: 12 }), fc.array(plainCharacter, { minLength: 4, maxLength: 12 }))
  .map((characters) => characters.join(""));
const around = fc.constantFrom("", "x", "%", "%2", "\\", "&", "&amp;", "50% & more ", '\\"', "a\\\\", "deadbeef", "0");

describe("a text that is searched for many values", () => {
  it("never counts as free of a value that a pattern finds, however each of its characters is written", () => {
    const written = value.chain((of) =>
      fc
        .array(fc.constantFrom(...spellings), { minLength: Array.from(of).length, maxLength: Array.from(of).length })
        .map((ways) => ({ of, text: Array.from(of, (each, at) => ways[at]!(each)).join("") })),
    );
    let found = 0;
    fc.assert(
      fc.property(written, around, around, ({ of, text }, before, after) => {
        const whole = `${before}${text}${after}`;
        if (!secretPattern(of).test(whole)) return;
        found += 1;
        assert.ok(new SearchedText(whole).mayHold({ value: of, pieces: base64Pieces(of) }), whole);
      }),
      { numRuns: 1_500 },
    );
    assert.ok(found > 300, `the pattern found only ${found}`);
  });

  it("never counts as free of octets that a pattern finds", () => {
    let found = 0;
    fc.assert(
      fc.property(
        value,
        fc.array(fc.constantFrom(...separators), { minLength: 60, maxLength: 60 }),
        around,
        around,
        (of, between, before, after) => {
          const octets = Array.from(Buffer.from(of), (octet, at) => (at === 0 ? "" : between[at]!) + hex(octet, 2)).join("");
          const whole = `${before}${octets}${after}`;
          if (!dumpPattern(of).test(whole)) return;
          found += 1;
          assert.ok(new SearchedText(whole).mayHoldDump(of), whole);
        },
      ),
      { numRuns: 2_000 },
    );
    assert.ok(found > 1_000, `the pattern found only ${found}`);
  });

  it("is free of most values, also if it has escapes and digits of its own", () => {
    const text =
      'webhook https://agency.example/hook%201?a=1&b=2 (id 7f3d0c1e-deadbeef): 50% & more {\\"url\\": \\"a\\\\b\\"} &lt;p&gt;';
    const values = Array.from({ length: 300 }, (_, number) => `benchmark-secret-${number}`);
    const searched = new SearchedText(text);
    assert.deepEqual(
      values.filter((of) => searched.mayHold({ value: of, pieces: base64Pieces(of) }) || searched.mayHoldDump(of)),
      [],
    );
  });
});
