import { entities, shortEscapes } from "./escapes.js";

/** A text, and where in the original each of its characters begins. */
export interface DecodedText {
  readonly text: string;
  /** One more than there are characters: the last is the length of the original. */
  readonly begins: readonly number[];
}

/** How many encodings may lie around each other. */
const mostEncodings = 3;

/** An encoding: what one piece of encoded text means. */
interface Encoding {
  readonly piece: RegExp;
  /** The characters of a piece, each with where it begins in the piece; undefined if it means nothing. */
  readonly characters: (piece: string) => readonly (readonly [character: string, at: number])[] | undefined;
}

const percent: Encoding = {
  piece: /(?:%[0-9a-f]{2})+/gi,
  characters: (piece) => {
    const octets = Buffer.from(piece.replaceAll("%", ""), "hex");
    const found: (readonly [string, number])[] = [];
    for (let at = 0; at < octets.length;) {
      const first = octets[at]!;
      const length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
      const character = octets.subarray(at, at + length).toString("utf8");
      const isWhole = !character.includes("\ufffd");
      found.push([isWhole ? character : String.fromCharCode(first), at * "%00".length]);
      at += isWhole ? length : 1;
    }
    return found;
  },
};

const inverse = (table: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(table).map(([character, name]) => [name, character]));

const named: Readonly<Record<string, string>> = { ...inverse(entities), bsol: "\\" };

const html: Encoding = {
  piece: /&(?:#\d+|#x[0-9a-f]+|amp|lt|gt|quot|apos|bsol);/gi,
  characters: (piece) => {
    const name = piece.slice(1, -1).toLowerCase();
    const number = Number(name.replace(/^#(?=x)/, "0").replace("#", ""));
    const character = name.startsWith("#") ? (number <= 0x10ffff ? String.fromCodePoint(number) : undefined) : named[name];
    return character === undefined ? undefined : [[character, 0]];
  },
};

const escapedBy = inverse(shortEscapes);

const json: Encoding = {
  piece: /\\(?:["\\/bfnrt]|u[0-9a-f]{4})/gi,
  characters: (piece) => {
    const escaped = piece.slice(1);
    const character =
      escaped.length === 1 ? (escapedBy[escaped] ?? escaped) : String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return [[character, 0]];
  },
};

function decode({ piece, characters }: Encoding, { text, begins }: DecodedText): DecodedText | undefined {
  let decoded = "";
  const found: number[] = [];
  let done = 0;
  const keep = (end: number) => {
    decoded += text.slice(done, end);
    for (; done < end; done += 1) found.push(begins[done]!);
  };
  for (const { 0: encoded, index } of text.matchAll(piece)) {
    const meant = characters(encoded);
    if (meant === undefined) continue;
    keep(index);
    for (const [character, at] of meant) {
      decoded += character;
      // A character may have two units.
      for (let unit = 0; unit < character.length; unit += 1) found.push(begins[index + at]!);
    }
    done = index + encoded.length;
  }
  if (done === 0) return undefined;
  keep(text.length);
  return { text: decoded, begins: [...found, begins[text.length]!] };
}

/** What a text is without encodings around all of it: percent-encoding, HTML and JSON, one in another in any order. */
export function decodedTexts(text: string): readonly DecodedText[] {
  // Most texts have no encoding.
  if (!/[%&\\]/.test(text)) return [];
  const all = new Map<string, DecodedText>();
  let latest: readonly DecodedText[] = [{ text, begins: Array.from({ length: text.length + 1 }, (_, at) => at) }];
  for (let depth = 0; depth < mostEncodings && latest.length > 0; depth += 1) {
    const next = latest.flatMap((each) => [percent, html, json].flatMap((encoding) => decode(encoding, each) ?? []));
    latest = next.filter((each) => !all.has(each.text) && all.set(each.text, each));
  }
  return [...all.values()];
}
