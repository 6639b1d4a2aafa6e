import { inLine } from "../../sdk/redaction/text.js";
import { escaped, markdownRow, markdownRule, type Part, textRows, type Unit } from "../shared/document.js";
import type { Paint } from "../shared/terminal.js";
import { partsOf, verdictOf } from "./parts.js";
import { type Review, stackTitle } from "./review.js";

export function reviewAsText(review: Review, redact: (text: string) => string, paint: Paint): string {
  const parts = partsOf(review, redact).map((part) => partText(part, paint));
  const digest = review.digest === undefined ? [] : [`Digest: ${review.digest}`];
  return [paint("bold", inLine(redact(verdictOf(review)))), ...parts, ...digest].join("\n\n");
}

function partText({ heading, columns, units, notes = [] }: Part, paint: Paint): string {
  const items = units.flatMap(({ item }) => (item === undefined ? [] : [`  ${inLine(item)}`]));
  const rows = units.flatMap((unit) => unit.rows ?? []);
  const [names, ...lines] = columns === undefined ? [] : textRows([columns, ...rows]);
  return [
    `${inLine(heading)}:`,
    ...items,
    ...(names === undefined ? [] : [paint("bold", names), ...lines]),
    ...notes.map(inLine),
  ].join("\n");
}

export interface MarkdownOptions {
  /** Most bytes of the text in UTF-8; undefined for all of it. */
  readonly limit: number | undefined;
  /** Where all of the review is, for a shortened one. */
  readonly whole: string | undefined;
}

/** By this line a program finds the comment that it is to edit: there is one for each stack. */
export const markerOf = (review: Pick<Review, "project" | "stack">): string =>
  `<!-- hosting review of ${stackTitle(review).replace(/[^\w./-]/g, "_")} -->`;

/** Room for the lines that say what was left out. */
const reserve = 1000;

interface Shown {
  readonly part: Part;
  readonly units: readonly Unit[];
}

/**
 * The review for a comment. Nothing in a value is read as Markdown, HTML, a mention or a link. What does not fit is left out whole, the least
 * important first.
 */
export function reviewAsMarkdown(review: Review, redact: (text: string) => string, { limit, whole }: MarkdownOptions): string {
  const parts = partsOf(review, redact);
  const begin = [markerOf(review), `### ${escaped(redact(verdictOf(review)))}`];
  // A line of its own: by it, a program finds the digest.
  const end = review.digest === undefined ? [] : [folded("Digest", `Digest: \`${review.digest}\``)];
  const all = [...begin, ...partsMarkdown(parts.map((part) => ({ part, units: part.units }))), ...end].join("\n\n");
  if (limit === undefined || bytes(all) <= limit) return all;
  const shown = fitting(parts, limit - bytes([...begin, ...end].join("\n\n")) - bytes(escaped(whole ?? "")) - reserve);
  const omitted = parts.flatMap(({ units }) => units).length - shown.flatMap(({ units }) => units).length;
  const note =
    `**This review is shortened: ${omitted} of its entries are not shown here, the least important ones.** ` +
    (whole === undefined ? "" : `All of it: ${escapedLink(whole)}`);
  return [...begin, note.trim(), ...partsMarkdown(shown), ...end].join("\n\n");
}

/** What fits, the most important units first, in the order of the parts. */
function fitting(parts: readonly Part[], room: number): Shown[] {
  const candidates = parts
    .flatMap((part) => part.units.map((unit) => ({ part, unit })))
    .sort((a, b) => a.unit.rank - b.unit.rank);
  const kept = new Map<Part, Set<Unit>>();
  let left = room;
  for (const { part, unit } of candidates) {
    const frame = kept.has(part) ? 0 : bytes(partMarkdown({ part, units: [] })) + bytes(furtherUnits(part, [])) + 2;
    const size = bytes(unitLines(unit).join("\n")) + 1 + frame;
    if (size > left) continue;
    left -= size;
    kept.set(part, (kept.get(part) ?? new Set()).add(unit));
  }
  return parts.flatMap((part) => {
    const units = kept.get(part);
    return units === undefined ? [] : [{ part, units: part.units.filter((unit) => units.has(unit)) }];
  });
}

/** So many entries of a part are seen at once, so many folded parts, and so many changes in them. */
const mostSeen = 10;

/** Many folded parts are folded together. */
function partsMarkdown(shown: readonly Shown[]): string[] {
  const details = shown.filter(({ part }) => part.isFolded);
  const isOpen = details.flatMap(({ part }) => part.units).length <= mostSeen;
  if (details.length <= mostSeen) return shown.map((each) => partMarkdown(each, isOpen));
  const seen = shown.filter(({ part }) => !part.isFolded);
  const all = details.map((each) => partMarkdown(each)).join("\n\n");
  return [...seen.map((each) => partMarkdown(each)), folded("All changes by component and customer", all)];
}

function partMarkdown({ part, units }: Shown, isOpen = false): string {
  const { heading, units: all, notes = [], isFolded = false } = part;
  const title = escaped(units.length < all.length ? `${heading} (${units.length} of ${all.length} shown)` : heading);
  const below = notes.flatMap((note) => ["", escaped(note)]);
  if (isFolded) return folded(title, [...bodyLines(part, units), ...below].join("\n"), isOpen);
  const [seen, rest] = [units.slice(0, mostSeen), units.slice(mostSeen)];
  const more = rest.length === 0 ? [] : ["", furtherUnits(part, rest)];
  return [`#### ${title}`, "", ...bodyLines(part, seen), ...more, ...below].join("\n");
}

const furtherUnits = (part: Part, units: readonly Unit[]): string =>
  folded(`${units.length} more`, bodyLines(part, units).join("\n"));

const bodyLines = ({ columns }: Part, units: readonly Unit[]): string[] => [
  ...(columns === undefined ? [] : [markdownRow(columns), markdownRule(columns.length)]),
  ...units.flatMap(unitLines),
];

const folded = (summary: string, text: string, isOpen = false): string =>
  [`<details${isOpen ? " open" : ""}><summary>${summary}</summary>`, "", text, "", "</details>"].join("\n");

/** Values are whole here: {@link partsOf} has shown what differs. */
const unitLines = ({ rows, item }: Unit): string[] =>
  item === undefined ? (rows ?? []).map((row) => markdownRow(row, Infinity)) : [`- ${escaped(item)}`];

const escapedLink = (whole: string): string => (/^https:\/\/[^\s<>()]+$/.test(whole) ? `<${whole}>` : escaped(whole));

const bytes = (text: string): number => Buffer.byteLength(text);
