/** A text of the engine or a provider without its line breaks, which a terminal and a comment would show as escapes. */
export const oneLine = (text: string): string => text.trim().replace(/\s*[\r\n]\s*/g, " ");

/** The first of several names, and how many more there are. */
export const firstNames = (names: readonly string[], most: number): string =>
  `${names.slice(0, most).join(", ")}${names.length > most ? ` and ${names.length - most} more` : ""}`;

/** `1 resource`, `2 resources`. */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`;

/** A text as one word for a shell. */
export const shellQuoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
