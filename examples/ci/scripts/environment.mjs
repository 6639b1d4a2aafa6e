/**
 * Reads variables that must be set.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @returns {(name: string) => string}
 */
export const required = (environment) => (name) => {
  const value = environment[name];
  if (value === undefined || value === "") throw new Error(`the variable ${name} is not set`);
  return value;
};
