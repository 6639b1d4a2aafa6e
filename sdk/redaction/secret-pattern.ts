import { EscapedText } from "./escaped-text.js";
import { entities, shortEscapes } from "./escapes.js";

/** Shortest run of base64 characters that counts as a piece of a secret. */
const shortestBase64 = 6;

/**
 * Finds a value in foreign text, however it was encoded on the way: percent-encoding (also repeated), JSON
 * (also JSON within JSON), HTML, base64, upper and lower case. Each character may be encoded in its own way, because encoders differ in what
 * they leave unchanged.
 *
 * @param isWord whether it is not to be found where it stands as it is
 */
export function secretPattern(value: string, isWord = false): RegExp {
  const spelled = (isWord ? `(?!${literal(value)})` : "") + Array.from(value, characterPattern).join("");
  const pieces = base64Pieces(value).map((piece) => piece.replaceAll("+", "[+-]").replaceAll("/", "[/_]"));
  return new RegExp([spelled, ...pieces].join("|"), "gi");
}

/** A text that is searched for thousands of values, most of which do not occur in it. */
export class SearchedText {
  readonly #lower: string;
  readonly #escaped: EscapedText;
  /** The text with one alphabet of base64 for both. */
  readonly #base64: string;
  /** The text without what may separate octets; undefined if it has not even four of them. */
  readonly #digits: string | undefined;

  constructor(text: string) {
    this.#lower = text.toLowerCase();
    this.#escaped = new EscapedText(this.#lower);
    this.#base64 = text.replaceAll("-", "+").replaceAll("_", "/");
    this.#digits = anyDump.test(text) ? text.replace(/[\s:,_-]|0x/gi, "").toLowerCase() : undefined;
  }

  /** Whether the pattern of a value's octets in hexadecimal digits may match. */
  mayHoldDump(value: string): boolean {
    // A zero at the end may have been taken for that of a `0x` behind it.
    return this.#digits?.includes(Buffer.from(value, "utf8").toString("hex").replace(/0$/, "")) === true;
  }

  /** Whether the pattern of a value may match: the value stands there as it is, in base64, or with escapes. */
  mayHold({ value, pieces }: { readonly value: string; readonly pieces: readonly string[] }): boolean {
    const lower = value.toLowerCase();
    return this.#lower.includes(lower) || pieces.some((piece) => this.#base64.includes(piece)) || this.#escaped.mayHold(lower);
  }
}

/** The whole value in its usual spellings, for a value that is too long for a pattern. */
export const spellings = (value: string): string[] => [
  ...new Set([
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value.toWellFormed()),
    Buffer.from(value, "utf8").toString("base64"),
    Buffer.from(value, "utf8").toString("hex"),
    ...["apos", "#39", "#039", "#x27"].map((apostrophe) =>
      value.replace(/[&<>"']/g, (character) => `&${character === "'" ? apostrophe : entities[character]!};`),
    ),
  ]),
];

const hex = (number: number, width: number): string =>
  number
    .toString(16)
    .padStart(width, "0")
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** JSON within JSON within JSON puts this many backslashes before an escaped character. */
const backslashes = "\\\\{1,7}";

/** HTML within HTML escapes the ampersand of an escape again. */
const ampersand = "&(?:amp;){0,3}";

function characterPattern(character: string): string {
  const codePoint = character.codePointAt(0)!;
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const octets = Array.from(Buffer.from(character, "utf8"));
  const forms = [
    `${/["/\\]/.test(character) ? "\\\\{0,7}" : ""}${literal(character)}`,
    units.map((unit) => `${backslashes}u${hex(unit, 4)}`).join(""),
    octets.map((octet) => `(?:%(?:25)*|${backslashes}x)${hex(octet, 2)}`).join(""),
    `${ampersand}#(?:0*${codePoint}|[xX]0*${hex(codePoint, 1)});`,
  ];
  if (character === " ") forms.push("\\+");
  if (entities[character] !== undefined) forms.push(`${ampersand}${entities[character]};`);
  if (shortEscapes[character] !== undefined) forms.push(backslashes + shortEscapes[character]);
  // The first matching form wins. If the character begins another form of itself, that form must come first.
  if (/[%&\\]/.test(character)) forms.push(forms.shift()!);
  return `(?:${forms.join("|")})`;
}

/** What may separate two octets of a dump: `70:61`, `70 61`, `0x70, 0x61`. */
const betweenOctets = "[\\s:,_-]{0,2}(?:0[xX])?";

const anyDump = new RegExp(`(?:[0-9a-fA-F]{2}${betweenOctets}){4}`);

/** Finds the octets of a value in hexadecimal digits. A separate pattern, because building it takes time and few texts contain any. */
export const dumpPattern = (value: string): RegExp =>
  new RegExp(Array.from(Buffer.from(value, "utf8"), (octet) => hex(octet, 2)).join(betweenOctets), "g");

/**
 * The parts of the base64 text of anything that contains the value: for each of the three alignments, the
 * characters that depend on the value alone.
 */
export function base64Pieces(value: string): string[] {
  const bytes = Buffer.from(value, "utf8");
  return [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replaceAll("=", "");
    const first = Math.ceil((shift * 8) / 6);
    const last = Math.floor(((shift + bytes.length) * 8) / 6);
    const piece = text.slice(first, last);
    return piece.length < shortestBase64 ? [] : [piece];
  });
}
