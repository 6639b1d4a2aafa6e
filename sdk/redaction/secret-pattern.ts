/** Shortest run of base64 characters taken for a piece of a secret. */
const shortestBase64 = 6;

/**
 * Finds a value in foreign text, whatever has encoded it on the way: percent-encoding (also several times over), JSON
 * (also JSON within JSON), HTML, base64. Each character may be encoded in its own way, as encoders differ in what they
 * leave alone.
 */
export function secretPattern(value: string): RegExp {
  const spelled = Array.from(value, characterPattern).join("");
  return new RegExp([spelled, ...base64Pieces(value)].join("|"), "g");
}

/** The whole of a value in the usual writings, for one that is too long for a pattern. */
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

/** JSON within JSON within JSON has this many backslashes before what it escapes. */
const backslashes = "\\\\{1,7}";

/** HTML within HTML escapes the ampersand of what is escaped already. */
const ampersand = "&(?:amp;){0,3}";

const anyCase = (name: string): string => `(?:${name}|${name.toUpperCase()})`;

const entities: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };
const shortEscapes: Readonly<Record<string, string>> = { "\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t" };

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
  if (entities[character] !== undefined) forms.push(`${ampersand}${anyCase(entities[character])};`);
  if (shortEscapes[character] !== undefined) forms.push(backslashes + shortEscapes[character]);
  // The first form that fits is taken: where the character begins another form of itself, that one has to go before it.
  if (/[%&\\]/.test(character)) forms.push(forms.shift()!);
  return `(?:${forms.join("|")})`;
}

/** What may stand between two octets of a dump: `70:61`, `70 61`, `0x70, 0x61`. */
const betweenOctets = "[\\s:,_-]{0,2}(?:0[xX])?";

const anyDump = new RegExp(`(?:[0-9a-fA-F]{2}${betweenOctets}){4}`);

/** Whether a text holds hexadecimal digits that could be those of a value. */
export const mayHoldDump = (text: string): boolean => anyDump.test(text);

/** Finds the octets of a value in hexadecimal digits. A pattern of its own, as making it takes time and few texts hold any. */
export const dumpPattern = (value: string): RegExp =>
  new RegExp(Array.from(Buffer.from(value, "utf8"), (octet) => hex(octet, 2)).join(betweenOctets), "g");

/**
 * What is left of the value in the base64 text of anything that contains it: at each of the three alignments, the
 * characters that depend on the value alone.
 */
function base64Pieces(value: string): string[] {
  const bytes = Buffer.from(value, "utf8");
  return [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replaceAll("=", "");
    const first = Math.ceil((shift * 8) / 6);
    const last = Math.floor(((shift + bytes.length) * 8) / 6);
    const piece = text.slice(first, last);
    return piece.length < shortestBase64 ? [] : [piece.replaceAll("+", "[+-]").replaceAll("/", "[/_]")];
  });
}
