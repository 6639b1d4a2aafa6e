import { isDuration, milliseconds } from "../../sdk/values/duration.js";
import { UsageError } from "./exit.js";
import { jsonFault } from "./json-fault.js";
import { inexactNumber } from "./numbers.js";
import { NotUtf8, readUtf8, textIn } from "./utf8.js";

const ordinals = ["first", "second", "third"];

/**
 * `name=value` entries by name. Values are not repeated in messages.
 *
 * @throws UsageError
 */
export function namedValues(option: string, entries: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  entries.forEach((entry, index) => {
    const end = entry.indexOf("=");
    if (end < 1)
      throw new UsageError(
        `the ${ordinals[index] ?? `${index + 1}th`} ${option} must be a name and a value: ${option} name=value`,
      );
    const name = entry.slice(0, end);
    if (values.has(name)) throw new UsageError(`${option} ${name} is given twice`);
    values.set(name, entry.slice(end + 1));
  });
  return values;
}

const withoutMark = (text: string): string => text.replace(/^\ufeff/, "");

/**
 * JSON written by a person. The parser's own message repeats a piece of the text, so only the position is shown.
 *
 * @throws UsageError
 */
export function parseJson(what: string, written: string): unknown {
  const text = withoutMark(written);
  if (text.trim() === "") throw new UsageError(`${what} is empty instead of JSON`);
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${what} is not JSON${faultIn(text)}`);
  }
}

/**
 * Same as {@link parseJson}, for JSON that is sent as it was written.
 *
 * @throws UsageError
 */
export function parseExactJson(what: string, written: string): unknown {
  const text = withoutMark(written);
  const data = parseJson(what, text);
  const at = inexactNumber(text);
  if (at === undefined) return data;
  throw new UsageError(
    `${what} has a number${placeIn(text, at)} that JavaScript would change: it supports about 15 digits, up to 1e308. ` +
      "Nothing was sent.",
  );
}

function faultIn(text: string): string {
  const fault = jsonFault(text);
  if (fault === undefined) return "";
  return fault.kind === "ends-early" ? ": it ends too early" : placeIn(text, fault.offset);
}

function placeIn(text: string, at: number): string {
  const lines = text.slice(0, at).split("\n");
  return ` at line ${lines.length}, column ${lines.at(-1)!.length + 1}`;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EACCES: "permission denied",
  EISDIR: "it is a folder",
  ENOTDIR: "a file is where a folder must be",
  EEXIST: "it already exists",
  ENOSPC: "no space left on the device",
  EPIPE: "its reader has ended",
  ELOOP: "its links lead nowhere",
};

/** @throws UsageError */
export const readText = (what: string, path: string): Promise<string> =>
  readUtf8(path).catch((error: unknown) => unreadable(`${what} ${path}`, error));

/** The text of a file; undefined if there is none. @throws UsageError */
export const readTextIfThere = (path: string, what = path): Promise<string | undefined> =>
  readUtf8(path).catch((error: unknown) =>
    (error as NodeJS.ErrnoException).code === "ENOENT" ? undefined : unreadable(what, error),
  );

function unreadable(what: string, error: unknown): never {
  throw new UsageError(`${what} cannot be read: ${reasonOf(error)}`);
}

/** Why a file operation failed, in words. */
export function reasonOf(error: unknown): string {
  if (error instanceof NotUtf8) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  return reasons[code ?? ""] ?? code ?? String(error);
}

/** Everything on standard input. @throws UsageError */
export async function readStandardInput(): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin as AsyncIterable<Buffer>) pieces.push(piece);
  try {
    return textIn(Buffer.concat(pieces));
  } catch (error) {
    throw new UsageError(`standard input cannot be read: ${reasonOf(error)}`);
  }
}

/**
 * A duration such as `500ms`, `30s`, `1m30s`, `2d` in milliseconds; a number alone is seconds.
 *
 * @throws UsageError
 */
export function parseTime(option: string, text: string): number {
  const duration = /^\d+(\.\d+)?$/.test(text) ? `${text}s` : text;
  if (!isDuration(duration)) throw new UsageError(`${option} must be a time such as 500ms, 30s, 5m or 1h, not ${text}`);
  return Math.round(milliseconds(duration));
}

/** @throws UsageError */
export function parseInteger(option: string, text: string, least: number, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!(number >= least && number <= most))
    throw new UsageError(`${option} must be a whole number from ${least} to ${most}, not ${text}`);
  return number;
}

/** The numbers of `--customer`. @throws UsageError */
export const customerNumbers = (texts: readonly string[] = []): readonly number[] =>
  texts.map((text) => parseInteger("--customer", text, 1, Number.MAX_SAFE_INTEGER));
