import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { createScanner, parse, type ParseError, printParseErrorCode } from "jsonc-parser";
import { isDuration, milliseconds } from "../../sdk/values/duration.js";
import { UsageError } from "./exit.js";

/** A file that is not UTF-8. Read as if it were, it would lose characters without a word. */
export class NotUtf8 extends UsageError {}

/** The text that the bytes of a file are. @throws NotUtf8 */
export function textIn(bytes: Buffer): string {
  // With a mark at its beginning, or with a zero in its first character, which is of ASCII in any JSON or YAML.
  const isWide = /^(fffe|feff|00|..00)/.test(bytes.subarray(0, 2).toString("hex"));
  if (isWide) throw new NotUtf8("it is UTF-16; save it as UTF-8");
  const text = bytes.toString("utf8");
  if (isUtf8(bytes)) return text;
  const at = Buffer.from(text).findIndex((byte, index) => byte !== bytes[index]);
  const line = bytes.subarray(0, at).toString("latin1").split("\n").length;
  throw new NotUtf8(`it is not UTF-8 at line ${line}, byte ${at + 1}; save it as UTF-8`);
}

export const readUtf8 = async (path: string): Promise<string> => textIn(await readFile(path));

/** Digits and exponent of a decimal number, the same for all its spellings. */
function canonical(text: string): string {
  const [, sign, whole, fraction = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  if (whole === undefined) return text;
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length)}`;
}

export const isExact = (text: string): boolean => canonical(text) === canonical(String(Number(text)));

/** The position of a number in a JSON text that JavaScript would change; undefined if there is none. */
function inexactNumber(json: string): number | undefined {
  const scanner = createScanner(json, true);
  while (scanner.getPosition() < json.length) {
    scanner.scan();
    const at = scanner.getTokenOffset();
    if (/[-\d]/.test(json[at] ?? "") && !isExact(scanner.getTokenValue())) return at;
  }
  return undefined;
}

export type JsonFault = { readonly kind: "ends-early" } | { readonly kind: "at"; readonly offset: number };

const strict = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** Unclosed tokens: they end with the text, or with the line if line ends are not allowed. */
const unclosed: readonly string[] = ["UnexpectedEndOfString", "UnexpectedEndOfNumber"];

/**
 * The first fault of a text that `JSON.parse` refuses; undefined if it cannot be located. The message of `JSON.parse` does not help:
 * its wording differs between engine versions, and it repeats the text, which can be a secret.
 */
export function jsonFault(text: string): JsonFault | undefined {
  const [first] = faults(text);
  if (first === undefined) return undefined;
  const { error, offset, length } = first;
  const at = unclosed.includes(printParseErrorCode(error)) ? offset + length : offset;
  return at >= text.trimEnd().length ? { kind: "ends-early" } : { kind: "at", offset: at };
}

function faults(text: string): readonly ParseError[] {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, strict);
  } catch (error) {
    // The parser is recursive: a text can be nested more deeply than the stack allows.
    if (!(error instanceof RangeError)) throw error;
  }
  return errors;
}

/** `name=value` entries by name. Values are not repeated in messages. @throws UsageError */
export function namedValues(option: string, entries: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  entries.forEach((entry, index) => {
    const end = entry.indexOf("=");
    if (end < 1) throw new UsageError(`${option} number ${index + 1} must be a name and a value: ${option} name=value`);
    const name = entry.slice(0, end);
    if (values.has(name)) throw new UsageError(`${option} ${name} is given twice`);
    values.set(name, entry.slice(end + 1));
  });
  return values;
}

const withoutMark = (text: string): string => text.replace(/^\ufeff/, "");

/**
 * JSON written by a person. The parser's own message repeats a piece of the text, so only the position is shown.
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

/** JSON that is sent as it was written, so no number in it may lose digits. @throws UsageError */
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

export function reasonOf(error: unknown): string {
  if (error instanceof NotUtf8) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  return reasons[code ?? ""] ?? code ?? String(error);
}

export async function readStandardInput(): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin as AsyncIterable<Buffer>) pieces.push(piece);
  try {
    return textIn(Buffer.concat(pieces));
  } catch (error) {
    throw new UsageError(`standard input cannot be read: ${reasonOf(error)}`);
  }
}

/** A duration such as `500ms`, `30s`, `1m30s`, `2d` in milliseconds; a number alone is seconds. @throws UsageError */
export function parseTime(option: string, text: string): number {
  const duration = /^\d+(\.\d+)?$/.test(text) ? `${text}s` : text;
  if (!isDuration(duration)) throw new UsageError(`${option} must be a time such as 500ms, 30s, 5m or 1h, not ${text}`);
  return Math.round(milliseconds(duration));
}

export function parseInteger(option: string, text: string, least: number, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new UsageError(`${option} must be a whole number ${range}, not ${text}`);
}

export const customerNumbers = (texts: readonly string[] = []): readonly number[] =>
  texts.map((text) => parseInteger("--customer", text, 1, Number.MAX_SAFE_INTEGER));
