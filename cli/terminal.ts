import { spelledOut } from "../sdk/text.js";

const formats = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
} as const;

export type Format = keyof typeof formats;

/** What is asked of a stream that may be a terminal. */
interface Terminal {
  readonly isTTY?: boolean | undefined;
}

/** Colours go to a terminal only, and nowhere with `NO_COLOR`. */
export const hasColours = (
  { isTTY }: Terminal,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): boolean => isTTY === true && !environment["NO_COLOR"] && environment["TERM"] !== "dumb";

export type Paint = (format: Format, text: string) => string;

/** Sets text off where the stream has colours. */
export function painter(stream: Terminal): Paint {
  if (!hasColours(stream)) return (_, text) => text;
  return (format, text) => `\u001b[${formats[format][0]}m${text}\u001b[${formats[format][1]}m`;
}

/** Rows as lines, each column as wide as its widest cell. */
export function aligned(rows: readonly (readonly string[])[], gap = 2): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]! + gap)))
      .join("")
      .trimEnd(),
  );
}

/** Writes lines for the reader of the result. */
export const print = (text: string): void => void process.stdout.write(`${spelledOut(text)}\n`);

/** Writes lines in the project's own words, with the colours they have. */
export const printPainted = (text: string): void => void process.stdout.write(`${text}\n`);

/** Writes lines for the person watching, beside the result. */
export const remark = (text: string): void => void process.stderr.write(`${spelledOut(text)}\n`);

/** Tells of something that has happened, to a person or to a program. */
export const notify = (kind: string, message: string, { json }: { readonly json?: true }): void =>
  remark(json ? JSON.stringify({ notice: { kind, message } }) : `hosting: ${message}`);
