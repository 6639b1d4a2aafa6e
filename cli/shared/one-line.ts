/** A text of the engine or a provider without its line breaks, which a terminal and a comment would show as escapes. */
export const oneLine = (text: string): string => text.trim().replace(/\s*[\r\n]\s*/g, " ");
