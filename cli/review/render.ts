import { inLine } from "../../sdk/redaction/text.js";
import { escaped, markdownLines, type Part, partText, type Redact, type Unit } from "../shared/document.js";
import type { Paint } from "../shared/terminal.js";
import { partsOf, verdictOf } from "./parts.js";
import { type Review, stackTitle } from "./review.js";

export const reviewAsText = (review: Review, redact: Redact, paint: Paint): string =>
  [
    paint("bold", inLine(redact(verdictOf(review)))),
    ...partsOf(review, redact).map((part) => partText(part, paint)),
    ...(review.digest === undefined ? [] : [`Digest: ${review.digest}`]),
  ].join("\n\n");

export interface MarkdownOptions {
  /** Most bytes of the text in UTF-8; undefined for all of it. */
  readonly limit: number | undefined;
  /** Where all of the review is, for a shortened one. */
  readonly whole: string | undefined;
}

/** By this line a program finds the comment that it is to edit: there is one for each stack. */
export const markerOf = (review: Pick<Review, "project" | "stack">): string =>
  `<!-- hosting review of ${stackTitle(review).replace(/[^\w./-]/g, "_")} -->`;

/**
 * The review for a comment. Nothing in a value is read as Markdown, HTML, a mention or a link. What does not fit is left out whole, the least
 * important first.
 */
export function reviewAsMarkdown(review: Review, redact: Redact, { limit = Infinity, whole }: MarkdownOptions): string {
  const parts = partsOf(review, redact);
  const ranked = parts
    .flatMap((part, at) => part.units.map((unit) => ({ unit, rank: unit.rank ?? at })))
    .sort((a, b) => a.rank - b.rank)
    .map(({ unit }) => unit);
  // A line of its own: by it, a program finds the digest.
  const end = review.digest === undefined ? [] : [folded("Digest", `Digest: \`${review.digest}\``)];
  const withFirst = (count: number): string => {
    const omitted = ranked.length - count;
    const note =
      `**This review is shortened: ${omitted} of its entries are not shown here, the least important ones.**` +
      (whole === undefined ? "" : ` All of it: ${escapedLink(whole)}`);
    const begin = [markerOf(review), `### ${escaped(redact(verdictOf(review)))}`, ...(omitted === 0 ? [] : [note])];
    return [...begin, ...partsMarkdown(shownOf(parts, new Set(ranked.slice(0, count)))), ...end].join("\n\n");
  };
  const fits = (count: number): boolean => bytes(withFirst(count)) <= limit;
  let [least, tooMany] = fits(ranked.length) ? [ranked.length, 0] : [0, ranked.length];
  while (tooMany - least > 1) {
    const middle = (least + tooMany) >> 1;
    if (fits(middle)) least = middle;
    else tooMany = middle;
  }
  return withFirst(least);
}

const shownOf = (parts: readonly Part[], kept: ReadonlySet<Unit>): readonly Part[] =>
  parts.flatMap((part) => {
    const units = part.units.filter((unit) => kept.has(unit));
    const isWhole = units.length === part.units.length;
    const heading = isWhole ? part.heading : `${part.heading} (${units.length} of ${part.units.length} shown)`;
    return units.length === 0 ? [] : [{ ...part, units, heading }];
  });

/** So many entries of a part are seen at once, so many folded parts, and so many changes in them. */
const mostSeen = 10;

/** Many folded parts are folded together. */
function partsMarkdown(parts: readonly Part[]): string[] {
  const [details, seen] = [true, false].map((isFolded) => parts.filter((part) => (part.isFolded ?? false) === isFolded));
  const isOpen = details!.flatMap(({ units }) => units).length <= mostSeen;
  if (details!.length <= mostSeen) return parts.map((part) => partMarkdown(part, isOpen));
  const all = details!.map((part) => partMarkdown(part)).join("\n\n");
  return [...seen!.map((part) => partMarkdown(part)), folded("All changes by component and customer", all)];
}

function partMarkdown(part: Part, isOpen = false): string {
  const { heading, units, notes = [], isFolded = false } = part;
  const below = notes.flatMap((note) => ["", escaped(note)]);
  if (isFolded) return folded(escaped(heading), [...markdownLines(part, units), ...below].join("\n"), isOpen);
  const rest = units.slice(mostSeen);
  const more = rest.length === 0 ? [] : ["", furtherUnits(part, rest)];
  return [`#### ${escaped(heading)}`, "", ...markdownLines(part, units.slice(0, mostSeen)), ...more, ...below].join("\n");
}

const furtherUnits = (part: Part, units: readonly Unit[]): string =>
  folded(`${units.length} more`, markdownLines(part, units).join("\n"));

const folded = (summary: string, text: string, isOpen = false): string =>
  [`<details${isOpen ? " open" : ""}><summary>${summary}</summary>`, "", text, "", "</details>"].join("\n");

const escapedLink = (whole: string): string => (/^https:\/\/[^\s<>()]+$/.test(whole) ? `<${whole}>` : escaped(whole));

const bytes = (text: string): number => Buffer.byteLength(text);
