import { ConfigurationError, HostingError } from "../values/errors.js";

/** The names of all options in `T`. The compiler requires each of them. */
export const optionNames = <T>(names: Readonly<Record<keyof T, true>>): readonly string[] => Object.keys(names);

const longestName = 100;

/**
 * The members of a plain object, each read once, without those that are `undefined`. Inherited ones would be ignored silently, so the
 * object must be plain.
 *
 * @throws ConfigurationError
 */
export function readMembers(whose: string, given: object | undefined): [name: string, value: unknown][] {
  try {
    if (given === undefined) return [];
    if (!isPlain(given)) throw new ConfigurationError(`${whose} must be a plain object.`);
    return Object.entries(given).filter(([, value]) => value !== undefined);
  } catch (error) {
    if (error instanceof HostingError) throw error;
    throw new ConfigurationError(`${whose} cannot be read.`, { cause: error });
  }
}

/** A name as messages quote it. */
export const quoted = (name: string): string => JSON.stringify(name.slice(0, longestName));

/**
 * The given options, as {@link readMembers}. Unknown options are refused, because they would be ignored silently.
 *
 * @throws ConfigurationError
 */
export function readOptions<T extends object>(whose: string, given: T | undefined, known: readonly string[]): T {
  const members = readMembers(whose, given);
  const unknown = members.find(([name]) => !known.includes(name));
  if (unknown !== undefined)
    throw new ConfigurationError(`${whose}: unknown option ${quoted(unknown[0])}. Known: ${known.join(", ")}.`);
  return Object.fromEntries(members) as T;
}

/** Does not compare the class: in another context, such as a test runner's, plain objects have a different class. */
function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, "isPrototypeOf"));
}
