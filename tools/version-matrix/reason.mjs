/**
 * @param {string} output of a failed command
 * @returns {string} the line that says most
 */
export function reasonOf(output) {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const find = (/** @type {RegExp} */ pattern) => lines.find((line) => pattern.test(line));
  return find(/^\w*Error: /) ?? find(/\berr(or)?\b/i) ?? lines.at(-1) ?? "no output";
}
