/**
 * @param {string} text contains a version, such as `v3.259.0`, `go1.25.11` or `3.260.0-alpha.1+dirty`
 * @returns {[major: number, minor: number, patch: number] | undefined} undefined if it contains none
 */
export function parseVersion(text) {
  const match = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
  return match === null ? undefined : [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
}

/**
 * A pre-release counts as the version that it precedes.
 *
 * @param {string} version
 * @param {string} minimum
 * @returns {boolean} false if either is not a version
 */
export function isAtLeast(version, minimum) {
  const have = parseVersion(version);
  const want = parseVersion(minimum);
  if (have === undefined || want === undefined) return false;
  for (const [index, number] of have.entries()) {
    const other = want[index] ?? 0;
    if (number !== other) return number > other;
  }
  return true;
}
