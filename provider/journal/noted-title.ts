import { createHash, randomBytes } from "node:crypto";
import type { CreationKey } from "./journal-events.js";

/** How a note names an object. It is compared with other titles, shown, and kept in plain text for weeks. */
export type NotedTitle = Pick<CreationKey, "title" | "titleDigest">;

const digest = (salt: string, title: string): string =>
  `${salt}.${createHash("sha256").update(`${salt}.${title}`).digest("base64url")}`;

/**
 * @param title without secrets, safe to show
 * @param whole the title with its secrets
 */
export const notedTitle = (title: string, whole: string): NotedTitle =>
  title === whole ? { title } : { title, titleDigest: digest(randomBytes(12).toString("base64url"), whole) };

/** Whether a note is about the object with that whole title, or both notes are about the same title. */
export function isTitled({ title, titleDigest }: NotedTitle, other: NotedTitle): boolean {
  if (titleDigest === undefined || other.titleDigest !== undefined)
    return title === other.title && titleDigest === other.titleDigest;
  return digest(titleDigest.split(".")[0]!, other.title) === titleDigest;
}
