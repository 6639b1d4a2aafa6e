/**
 * The first line of what `hosting review --markdown` writes about a stack.
 *
 * @param {string} stack with its project
 */
export const reviewMarker = (stack) => `<!-- hosting review of ${stack} -->`;

/**
 * The digest in a review's Markdown. What a review repeats of the program is escaped there, so nothing else can look like it.
 *
 * @param {string} text
 */
export const digestIn = (text) => /^Digest: `([\w.]+)`\r?$/m.exec(text)?.[1];
