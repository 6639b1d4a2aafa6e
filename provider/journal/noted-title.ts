import { createHash, randomBytes } from "node:crypto";

/** How a note names an object. It is compared with other titles, shown, and kept in plain text for weeks. */
export interface NotedTitle {
  /** Title without secrets, safe to show. */
  readonly title: string;
  /** Salt and digest of the whole title, if it holds a value that the program has marked as secret. */
  readonly titleDigest?: string | undefined;
}

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
