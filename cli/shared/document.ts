import { inLine, shortened } from "../../sdk/redaction/text.js";
import { aligned, type Paint, painter } from "./terminal.js";

export type Redact = (text: string) => string;

/** A cell of a table: words of this command, or a value from elsewhere. */
export type Cell = string | { readonly value: string; /** Whether it is never cut. */ readonly isWhole?: true };

export interface Section {
  readonly heading: string;
  /** The first row has the names of the columns. */
  readonly table?: readonly (readonly Cell[])[];
  /** Those without items are left out. */
  readonly lists?: readonly { readonly title: string; readonly items: readonly string[] }[];
}

const filled = (lists: NonNullable<Section["lists"]>) => lists.filter(({ items }) => items.length > 0);

/** A longer value is cut. `--json` has all of it. */
const longestValue = 60;

const textOf = (cell: Cell, longest = longestValue): string =>
  typeof cell === "string" ? cell : inLine(cell.isWhole ? cell.value : shortened(cell.value, longest));

/** The report in the form that the flags ask for. */
export const printed = (sections: readonly Section[], { markdown }: { readonly markdown?: true }): string =>
  markdown ? asMarkdown(sections) : asText(sections, painter(process.stdout));

export function asText(sections: readonly Section[], paint: Paint): string {
  const parts = sections.map(({ heading, table = [], lists = [] }) => {
    const [names, ...lines] = aligned(table.map((row) => row.map((cell) => textOf(cell))));
    return [
      inLine(heading),
      ...(names === undefined ? [] : ["", paint("bold", names), ...lines]),
      ...filled(lists).flatMap(({ title, items }) => ["", `${title}:`, ...items.map((item) => `  ${inLine(item)}`)]),
    ].join("\n");
  });
  return parts.join("\n\n");
}

/** The report for an issue. Nothing in a value is read as Markdown, HTML, a mention or a link. */
export function asMarkdown(sections: readonly Section[]): string {
  const parts = sections.map(({ heading, table = [], lists = [] }) => {
    const [names, ...rows] = table.map((row) => markdownRow(row));
    return [
      `### ${escaped(heading)}`,
      ...(names === undefined ? [] : ["", names, markdownRule(table[0]!.length), ...rows]),
      ...filled(lists).flatMap(({ title, items }) => [
        "",
        `**${escaped(title)}**`,
        "",
        ...items.map((item) => `- ${escaped(item)}`),
      ]),
    ].join("\n");
  });
  return parts.join("\n\n");
}

/** A row of a table. @param longest longer values are cut */
export const markdownRow = (row: readonly Cell[], longest?: number): string =>
  `| ${row.map((cell) => markdownCell(cell, longest)).join(" | ")} |`;

/** The line below the names of the columns. */
export const markdownRule = (columns: number): string => `|${" --- |".repeat(columns)}`;

/** The rows of a table for a terminal, their values whole. */
export const textRows = (rows: readonly (readonly Cell[])[]): string[] =>
  aligned(rows.map((row) => row.map((cell) => textOf(cell, Infinity))));

/** All characters with a meaning, as entities, which have none. */
export const escaped = (text: string): string =>
  inLine(text)
    .replace(/[\\`*_[\]<>|~#@&!{}$]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/:(?=\/\/)/g, "&#58;")
    .replace(/\bwww\./gi, (found) => `${found.slice(0, -1)}&#46;`);

const markdownCell = (cell: Cell, longest?: number): string => {
  if (typeof cell === "string") return escaped(cell);
  const text = textOf(cell, longest).replaceAll("|", "\\|");
  if (text.trim() === "") return "";
  const longestRun = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longestRun + 1);
  return longestRun === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
};

/** A change, a finding, or a sentence: shown whole or not at all. */
export interface Unit {
  /** The lower, the more important; what does not fit is left out from the other end. */
  readonly rank: number;
  /** Rows of the table of the part, or … */
  readonly rows?: readonly (readonly Cell[])[];
  /** … an item of its list. */
  readonly item?: string;
}

export interface Part {
  readonly heading: string;
  /** Names of the columns, if the part is a table. */
  readonly columns?: readonly string[];
  readonly units: readonly Unit[];
  /** What all of the table has in common, below it. */
  readonly notes?: readonly string[];
  /** Whether a reader opens it only for the details. */
  readonly isFolded?: boolean;
}
