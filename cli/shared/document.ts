import { inLine, shortened } from "../../sdk/redaction/text.js";
import { aligned, type Paint, painter } from "./terminal.js";

export type Redact = (text: string) => string;

/** A cell of a table: words of this command, or a value from elsewhere. */
export type Cell = string | { readonly value: string };

/** What a command says of one thing, such as a stack. */
export interface Section {
  readonly heading: string;
  /** The first row has the names of the columns. */
  readonly table?: readonly (readonly Cell[])[];
  readonly lists?: readonly { readonly title: string; readonly items: readonly string[] }[];
}

/** A change, a finding, or a sentence: shown whole or not at all. */
export interface Unit {
  /** Of the table of its part, or a sentence in the only cell of the only row. */
  readonly rows: readonly (readonly Cell[])[];
  /** The lower, the more important; by default, the place of its part. */
  readonly rank?: number;
}

/** A table or a list. */
export interface Part {
  readonly heading: string;
  /** Names of the columns, if the part is a table. */
  readonly columns?: readonly Cell[] | undefined;
  readonly units: readonly Unit[];
  /** What all of the table has in common, below it. */
  readonly notes?: readonly string[];
  /** Whether a reader opens it only for the details. */
  readonly isFolded?: boolean;
}

export const listPart = (heading: string, items: readonly string[]): Part => ({
  heading,
  units: items.map((item) => ({ rows: [[item]] })),
});

const partsOf = ({ table: [columns, ...rows] = [], lists = [] }: Section): readonly Part[] =>
  [
    { heading: "", columns, units: rows.map((row) => ({ rows: [row] })) },
    ...lists.map((each) => listPart(each.title, each.items)),
  ].filter(({ units }) => units.length > 0);

/** Lists without secrets, by their titles. */
export const listsOf = (lists: Readonly<Record<string, readonly string[]>>, redact: Redact): NonNullable<Section["lists"]> =>
  Object.entries(lists).flatMap(([title, items]) => (items.length === 0 ? [] : [{ title, items: items.map(redact) }]));

/** In a section, a longer value is cut. `--json` has all of it. */
const longestValue = 60;

const textOf = (cell: Cell, longest: number): string => inLine(typeof cell === "string" ? cell : shortened(cell.value, longest));

/** The report in the form that the flags ask for. */
export const printed = (sections: readonly Section[], { markdown }: { readonly markdown?: true }): string =>
  markdown ? asMarkdown(sections) : asText(sections, painter(process.stdout));

export const asText = (sections: readonly Section[], paint: Paint): string =>
  sections
    .flatMap((section) => [inLine(section.heading), ...partsOf(section).map((part) => partText(part, paint, longestValue))])
    .join("\n\n");

/** @param longest longer values are cut */
export function partText({ heading, columns, units, notes = [] }: Part, paint: Paint, longest = Infinity): string {
  const rows = [...(columns === undefined ? [] : [columns]), ...units.flatMap((unit) => unit.rows)];
  const lines = aligned(rows.map((row) => row.map((cell) => textOf(cell, longest))));
  const body = columns === undefined ? lines.map((line) => `  ${line}`) : [paint("bold", lines[0]!), ...lines.slice(1)];
  return [...(heading === "" ? [] : [`${inLine(heading)}:`]), ...body, ...notes.map(inLine)].join("\n");
}

/** The report for an issue. Nothing in a value is read as Markdown, HTML, a mention or a link. */
const asMarkdown = (sections: readonly Section[]): string =>
  sections
    .flatMap((section) => [
      `### ${escaped(section.heading)}`,
      ...partsOf(section).flatMap((part) => [
        ...(part.heading === "" ? [] : [`**${escaped(part.heading)}**`]),
        markdownLines(part, part.units, longestValue).join("\n"),
      ]),
    ])
    .join("\n\n");

/** Units of a part. @param longest longer values are cut */
export const markdownLines = ({ columns }: Part, units: readonly Unit[], longest = Infinity): string[] =>
  columns === undefined
    ? units.map(({ rows: [[item = ""] = []] }) => `- ${escaped(textOf(item, longest))}`)
    : [
        markdownRow(columns, longest),
        `|${" --- |".repeat(columns.length)}`,
        ...units.flatMap(({ rows }) => rows.map((row) => markdownRow(row, longest))),
      ];

const markdownRow = (row: readonly Cell[], longest: number): string =>
  `| ${row.map((cell) => markdownCell(cell, longest)).join(" | ")} |`;

/** All characters with a meaning, as entities, which have none. */
export const escaped = (text: string): string =>
  inLine(text)
    .replace(/[\\`*_[\]<>|~#@&!{}$]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/:(?=\/\/)/g, "&#58;")
    .replace(/\bwww\./gi, (found) => `${found.slice(0, -1)}&#46;`);

const markdownCell = (cell: Cell, longest: number): string => {
  if (typeof cell === "string") return escaped(cell);
  const text = textOf(cell, longest).replaceAll("|", "\\|");
  if (text.trim() === "") return "";
  const longestRun = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longestRun + 1);
  return longestRun === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
};
