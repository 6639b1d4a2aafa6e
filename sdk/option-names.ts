import { ConfigurationError } from "./errors.js";

/** The names of all options in `T`; the compiler demands each of them. */
export const optionNames = <T>(names: Readonly<Record<keyof T, true>>): readonly string[] => Object.keys(names);

const longestName = 100;

/**
 * Refuses what nobody would read: a misspelt option would be ignored without a word.
 *
 * @throws ConfigurationError
 */
export function refuseUnknownOptions(whose: string, given: unknown, known: readonly string[]): void {
  if (given === undefined) return;
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new ConfigurationError(`${whose} must be an object.`);
  const unknown = Object.entries(given).find(([name, value]) => value !== undefined && !known.includes(name));
  if (unknown === undefined) return;
  const name = JSON.stringify(unknown[0].slice(0, longestName));
  throw new ConfigurationError(`${whose}: unknown option ${name}. Known: ${known.join(", ")}.`);
}
