/** A part of a comment: a list, or a table with the names of its columns. */
export interface Part {
  readonly heading: string;
  readonly columns?: readonly string[];
  /** Lines of Markdown, the most important first. */
  readonly lines: readonly string[];
  /** Whether a reader opens it only for the details. */
  readonly isFolded?: boolean;
}

/** Text in which nothing is read as Markdown, HTML, a mention or a link: characters with a meaning are entities. */
export const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .replace(/[\\`*_[\]<>|~#@&!{}$]|:(?=\/\/)|(?<=\bwww)\./gi, (character) => `&#${character.charCodeAt(0)};`);

/** A longer sentence is cut. */
const longest = 400;

export const item = (text: string): string => `- ${plain(text.length > longest ? `${text.slice(0, longest)} …` : text)}`;

export const row = (cells: readonly string[]): string => `| ${cells.map(plain).join(" | ")} |`;

/** Names, of which a list shows only the first ones. */
export function listed(names: readonly string[], most = Infinity): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(", ")} and ${more} more` : names.join(", ");
}

export const bytes = (text: string): number => Buffer.byteLength(text);

/** Room for the numbers that say how much of a part is shown. */
const reserve = 40;

/** As many lines as fit, those of the first parts first. @param room in bytes of UTF-8 */
export function fitting(parts: readonly Part[], room: number): string[] {
  let left = room;
  return parts.flatMap((part) => {
    if (part.lines.length === 0) return [];
    const frame = bytes(markdownOf(part, [])) + reserve;
    let free = left - frame;
    const shown = part.lines.filter((line) => {
      const size = bytes(line) + 1;
      if (size > free) return false;
      free -= size;
      return true;
    });
    if (shown.length === 0) return [];
    left = free;
    return [markdownOf(part, shown)];
  });
}

function markdownOf({ heading, columns, lines, isFolded = false }: Part, shown: readonly string[]): string {
  const title = plain(shown.length < lines.length ? `${heading} (${shown.length} of ${lines.length} shown)` : heading);
  const head = columns === undefined ? [] : [row(columns), `|${" --- |".repeat(columns.length)}`];
  const body = [...head, ...shown];
  if (isFolded) return [`<details><summary>${title}</summary>`, "", ...body, "", "</details>", ""].join("\n");
  return [`#### ${title}`, "", ...body, ""].join("\n");
}
