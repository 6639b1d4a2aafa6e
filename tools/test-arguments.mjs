/**
 * @param {readonly string[]} given what the user has passed on to mocha
 * @param {{ ci: boolean, terminal: boolean }} where
 * @returns {string[]}
 */
export function mochaArguments(given, { ci, terminal }) {
  const args = given.map((arg) => {
    const source = /^(?:\.\/)?(tests\/.*\.test)\.ts$/.exec(arg.replaceAll("\\", "/"));
    return source === null ? arg : `dist/${source[1]}.js`;
  });
  const files = args.some((arg) => arg.endsWith(".test.js")) ? [] : ["dist/tests/**/*.test.js"];
  return [...(ci ? ["--forbid-only"] : []), terminal ? "--color" : "--no-color", ...args, ...files];
}
