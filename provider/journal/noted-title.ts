import { createHash, randomBytes } from "node:crypto";

/** How a note names an object: it is compared with other titles, shown, and kept in plain text for weeks. */
export interface NotedTitle {
  /** As it may be shown. */
  readonly title: string;
  /** Salt and digest of the whole title, where it holds what the program has marked as secret. */
  readonly titleDigest?: string | undefined;
}

const digest = (salt: string, title: string): string =>
  `${salt}.${createHash("sha256").update(`${salt}.${title}`).digest("base64url")}`;

/**
 * @param title as it may be shown
 * @param whole with the secrets in it
 */
export const notedTitle = (title: string, whole: string): NotedTitle =>
  title === whole ? { title } : { title, titleDigest: digest(randomBytes(12).toString("base64url"), whole) };

/** Whether a note is of the object with that whole title, or both notes are of one title. */
export function isTitled({ title, titleDigest }: NotedTitle, other: NotedTitle): boolean {
  if (titleDigest === undefined || other.titleDigest !== undefined)
    return title === other.title && titleDigest === other.titleDigest;
  return digest(titleDigest.split(".")[0]!, other.title) === titleDigest;
}
