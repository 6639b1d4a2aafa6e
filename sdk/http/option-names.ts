import { ConfigurationError, HostingError } from "../values/errors.js";

/** The names of all options in `T`. The compiler requires each of them. */
export const optionNames = <T>(names: Readonly<Record<keyof T, true>>): readonly string[] => Object.keys(names);

const longestName = 100;

/**
 * The given options, each read once, without those that are `undefined`. Unknown and inherited options are refused, because they
 * would be ignored silently.
 *
 * @throws ConfigurationError
 */
export function readOptions<T extends object>(whose: string, given: T | undefined, known: readonly string[]): T {
  try {
    if (given === undefined) return {} as T;
    if (!isPlain(given)) throw new ConfigurationError(`${whose} must be a plain object.`);
    const entries = Object.entries(given).filter(([, value]) => value !== undefined);
    const unknown = entries.find(([name]) => !known.includes(name));
    if (unknown === undefined) return Object.fromEntries(entries) as T;
    const name = JSON.stringify(unknown[0].slice(0, longestName));
    throw new ConfigurationError(`${whose}: unknown option ${name}. Known: ${known.join(", ")}.`);
  } catch (error) {
    if (error instanceof HostingError) throw error;
    throw new ConfigurationError(`${whose} cannot be read.`, { cause: error });
  }
}

/** Does not compare the class: in another context, such as a test runner's, plain objects have a different class. */
function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, "isPrototypeOf"));
}
