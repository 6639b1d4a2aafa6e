/** A text, and where in the original each of its units begins. */
export interface View {
  readonly text: string;
  /** One more than there are units: the last is the length of the original. */
  readonly begins: readonly number[];
}

/** Characters, each with where it begins in what encodes them. */
type Meaning = readonly (readonly [character: string, at: number])[];

/** What one piece of encoded text means; undefined if it means nothing. */
interface Encoding {
  readonly piece: RegExp;
  readonly meaning: (piece: string) => Meaning | undefined;
}

/** How many escapes may lie around each other. */
const mostEscapes = 3;

const names: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", bsol: "\\" };
const letters: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** UTF-8; an octet that is none counts as a character of ISO 8859-1. */
function characters(octets: Buffer, at: (octet: number) => number): Meaning {
  const found: (readonly [string, number])[] = [];
  for (let index = 0; index < octets.length;) {
    const first = octets[index]!;
    const length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    const own = octets.subarray(index, index + length);
    const character = own.toString("utf8");
    const isWhole = length === 1 ? first < 0x80 : Buffer.from(character).equals(own);
    found.push([isWhole ? character : String.fromCharCode(first), at(index)]);
    index += isWhole ? length : 1;
  }
  return found;
}

function entity(piece: string): Meaning | undefined {
  const name = piece.slice(1, -1).toLowerCase();
  const number = Number(name.replace(/^#(?=x)/, "0").replace("#", ""));
  const character = name.startsWith("#") ? (number <= 0x10ffff ? String.fromCodePoint(number) : undefined) : names[name];
  return character === undefined ? undefined : [[character, 0]];
}

function dumped(piece: string): Meaning {
  const digits = [...piece.matchAll(/[0-9a-f]{2}/gi)];
  return characters(Buffer.from(digits.join(""), "hex"), (octet) => digits[octet]!.index);
}

const escaped = (prefix: string) => (piece: string) =>
  characters(Buffer.from(piece.toLowerCase().replaceAll(prefix, ""), "hex"), (octet) => octet * `${prefix}00`.length);

/** What encoders leave as it is differs, so each decodes only what it knows. */
const escapes: readonly Encoding[] = [
  { piece: /(?:%[0-9a-f]{2})+/gi, meaning: escaped("%") },
  { piece: /\+/g, meaning: () => [[" ", 0]] },
  { piece: /&(?:#\d+|#x[0-9a-f]+|amp|lt|gt|quot|apos|bsol);/gi, meaning: entity },
  { piece: /(?:\\x[0-9a-f]{2})+/gi, meaning: escaped("\\x") },
  {
    piece: /\\(?:["'\\/bfnrt]|u[0-9a-f]{4})/gi,
    meaning: ([, kind = "", ...digits]) => [
      [digits.length > 0 ? String.fromCharCode(Number.parseInt(digits.join(""), 16)) : (letters[kind] ?? kind), 0],
    ],
  },
];

/** Octets as characters of another alphabet. They may begin anywhere in a run of such characters. */
const alphabets: readonly Encoding[] = [
  ...[0, 1, 2, 3].map((shift) => ({
    piece: /[a-z0-9+/_-]{8,}={0,2}/gi,
    meaning: (piece: string) =>
      characters(Buffer.from(piece.slice(shift), "base64"), (octet) => shift + Math.floor((octet * 8) / 6)),
  })),
  // As in `70617373`, `70:61:73:73` and `0x70, 0x61, 0x73, 0x73`.
  { piece: /[0-9a-f]{2}(?:[\s:,_-]{0,2}(?:0x)?[0-9a-f]{2}){3,}/gi, meaning: dumped },
  { piece: /(?<=[0-9a-f])[0-9a-f]{2}(?:[0-9a-f]{2}){3,}/gi, meaning: dumped },
];

function decode({ piece, meaning }: Encoding, { text, begins }: View): View | undefined {
  let decoded = "";
  const found: number[] = [];
  let done = 0;
  const keep = (end: number) => {
    decoded += text.slice(done, end);
    for (; done < end; done += 1) found.push(begins[done]!);
  };
  for (const { 0: encoded, index } of text.matchAll(piece)) {
    const meant = meaning(encoded);
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

/** A text as it is, and as it is without the encodings around all of it or parts of it. */
export function views(text: string): readonly View[] {
  const all = new Map<string, View>();
  let latest: readonly View[] = [{ text, begins: Array.from({ length: text.length + 1 }, (_, at) => at) }];
  for (let depth = 0; depth <= mostEscapes && latest.length > 0; depth += 1) {
    for (const view of latest) all.set(view.text, view);
    const next = decoded(escapes, latest);
    // An encoder that escapes the other alphabets' signs does so once.
    if (depth < 2) for (const view of decoded(alphabets, latest)) all.set(view.text, view);
    latest = next.filter((view) => !all.has(view.text));
  }
  return [...all.values()];
}

const decoded = (encodings: readonly Encoding[], texts: readonly View[]): View[] =>
  texts.flatMap((view) => encodings.flatMap((encoding) => decode(encoding, view) ?? []));
