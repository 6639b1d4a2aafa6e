import type { Secrets } from "./redaction.js";

const longest = 500;

/** Terminal sequences: colours, titles, links. */

const escapes =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]/g;

/** Control characters, line ends, and what reorders or hides text. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;

/**
 * Foreign text made fit for a message: one line, nothing a terminal would act on, no secrets, not longer than 500
 * characters, without a full stop at its end. Undefined where nothing is left.
 */
export function presentable(text: string, secrets: Secrets): string | undefined {
  // Redacted before and after, as a secret may hold such characters or be split by them.
  const line = secrets.redact(
    secrets.redact(text).replace(escapes, "").replace(invisible, " ").replace(/\s+/g, " ").trim().replace(/\.$/, ""),
  );
  if (line === "") return undefined;
  return line.length <= longest ? line : `${line.slice(0, longest).replace(/\p{Surrogate}$/u, "")}…`;
}

/** `90 seconds`, `15 minutes`: as a person would say it. */
export function inWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
