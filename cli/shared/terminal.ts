import { styleText } from "node:util";
import { spelledOut } from "../../sdk/redaction/text.js";
import { CommandError } from "./exit.js";
import { reasonOf } from "./input.js";

export type Format = "bold" | "red" | "yellow";

interface Terminal {
  readonly isTTY?: boolean | undefined;
}

/** Colours are only for terminals, and `NO_COLOR` disables them. */
export const hasColours = (
  { isTTY }: Terminal,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): boolean => isTTY === true && !environment["NO_COLOR"] && environment["TERM"] !== "dumb";

export type Paint = (format: Format, text: string) => string;

export const painter = (stream: Terminal): Paint =>
  hasColours(stream) ? (format, text) => styleText(format, text, { validateStream: false }) : (_, text) => text;

const graphemes = new Intl.Segmenter();

/** Characters that a terminal shows twice as wide. */
const wide = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Emoji_Presentation}|[\uff01-\uff60]/u;

const widthOf = (text: string): number =>
  /^[ -~]*$/.test(text)
    ? text.length
    : Array.from(graphemes.segment(text)).reduce((width, { segment }) => width + (wide.test(segment) ? 2 : 1), 0);

export function aligned(rows: readonly (readonly string[])[], gap = 2): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, widthOf(cell))));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell + " ".repeat(widths[column]! + gap - widthOf(cell))))
      .join("")
      .trimEnd(),
  );
}

const unwritable = (error: unknown): CommandError => new CommandError(`standard output cannot be written: ${reasonOf(error)}`);

function write(text: string): void {
  try {
    process.stdout.write(text);
  } catch (error) {
    throw unwritable(error);
  }
}

/** Writes lines of the result to standard output. */
export const print = (text: string): void => write(`${spelledOut(text)}\n`);

/** Writes the project's own lines to standard output, with their colours. */
export const printPainted = (text: string): void => write(`${text}\n`);

/** Failures that were already reported to the writer. */
const reportedFailures = new WeakSet<Error>();

/** Writes lines of the result, and waits until standard output has taken everything. Rejects with the system's error. */
export const deliver = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(`${spelledOut(text)}\n`, (error) => {
      if (error == null) return resolve();
      reportedFailures.add(error);
      reject(error);
    });
  });

export const isEndOfReader = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "EPIPE";

/** Ends the process if an output fails. If a reader has seen enough, such as `head`, that is not a failure. */
export function watchOutputs(report: (error: unknown) => number): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (reportedFailures.has(error)) return;
      process.exit(isEndOfReader(error) ? process.exitCode : report(unwritable(error)));
    });
}

/** Writes lines for a person to standard error. */
export const remark = (text: string): void => void process.stderr.write(`${spelledOut(text)}\n`);

export const notify = (kind: string, message: string, { json }: { readonly json?: true }): void =>
  remark(json ? JSON.stringify({ notice: { kind, message } }) : `hosting: ${message}`);
