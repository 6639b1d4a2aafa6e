import { mask } from "./mask.js";
import type { Secrets } from "./redaction.js";

const longest = 500;

/** A text longer than this is not searched for something to quote: it is not a message, and searching it takes time. */
const longestSearched = 10_000;

/** Terminal sequences: colours, titles, links. */

const escapes =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]/g;

/** Control characters, line ends, and what reorders or hides text; the style of an emoji does neither. */
const hidden = "(?![\\ufe00-\\ufe0f])[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]";
const invisible = new RegExp(`(?:${hidden})+`, "gu");
const invisibleInLines = new RegExp(`(?![\\n\\t])${hidden}`, "gu");

/**
 * Commands in a log: `##vso[…]`, `##[…]` and `##teamcity[…]` anywhere in a line, `::error::` at its beginning, and the
 * colours of Pulumi's display, `<{%red%}>`.
 */
const anywhere = /#(?=#[a-z]*\[)|<(?=\{%)/gi;
const atLineStart = /^([^\S\n]*):(?=:)/gm;

/** As in `postgres://user:password@host`: quoting an address quotes its password, which nothing else marks as a secret. */
const passwordInAddress = /(\/\/[^\s/?#:@]*:)[^\s/?#]+(?=@)/g;

/**
 * Makes foreign text fit for a message: one line, nothing that a terminal or a log would execute, no secrets, at most
 * `most` characters, without a full stop at its end. Undefined if nothing is left.
 */
export function presentable(text: string, secrets: Secrets, most = longest): string | undefined {
  if (text.length > longestSearched) return `a text of ${text.length} characters`;
  // Redacted before and after, because a secret may contain such characters or be split by them.
  const line = secrets.redact(
    secrets.redact(text).replace(escapes, "").replace(invisible, " ").replace(/\s+/g, " ").trim().replace(/\.$/, ""),
  );
  if (line === "") return undefined;
  const shown = line.replace(passwordInAddress, `$1${mask}`);
  return shortened(shown.replace(anywhere, "$& ").replace(atLineStart, ": "), most);
}

/** The text, or its beginning of at most `most` characters. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).replace(/\p{Surrogate}$/u, "")}…`;

const unit = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * The text with everything that a terminal or a log would execute escaped, such as `\u001b`; tabs and line ends stay. JSON
 * stays the same JSON, because such characters can only occur in its strings.
 */
export const spelledOut = (text: string): string =>
  text
    .replace(invisibleInLines, (character) => character.replace(/[^]/g, unit))
    .replace(anywhere, unit)
    .replace(atLineStart, (_, indent: string) => indent + unit(":"));

/** A part of a line, with everything escaped that {@link spelledOut} escapes, and line ends and tabs. */
export const inLine = (text: string): string => spelledOut(text).replace(/[\n\t]/g, unit);

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** `90 seconds`, `5 minutes`, `1500 milliseconds`: a limit as it was set, in the largest unit that loses nothing. */
export function exactly(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (!Number.isInteger(seconds)) return counted(milliseconds, "millisecond");
  return seconds >= 120 && seconds % 60 === 0 ? counted(seconds / 60, "minute") : counted(seconds, "second");
}

/** `300 milliseconds`, `90 seconds`, `15 minutes`: as a person would say it, rounded up. */
export function inWords(milliseconds: number): string {
  if (milliseconds < 1000) return counted(Math.ceil(milliseconds), "millisecond");
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 120 ? counted(seconds, "second") : counted(Math.ceil(seconds / 60), "minute");
}

/** `300 milliseconds`, `1.2 seconds`, `15 minutes`: to a tenth of a second if that matters. */
export function inTenths(milliseconds: number): string {
  const tenths = Math.round(milliseconds / 100);
  return milliseconds < 1000 || tenths >= 1200 ? inWords(milliseconds) : counted(tenths / 10, "second");
}

/** `2026-05-31`, from milliseconds since the epoch. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
