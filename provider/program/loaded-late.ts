import type { Lookups } from "./lookups.js";

type AnyLookup = (...args: unknown[]) => unknown;

/**
 * The lookup with that name. Only its first call loads the operations and their models: most programs look nothing up, and
 * loading them takes longer than loading everything else in the package.
 */
export function deferred<Name extends keyof Lookups>(name: Name): Lookups[Name] {
  const lookup: AnyLookup = (...args) => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- half of the lookups must return an output synchronously
    const { lookups } = require("./lookups.js") as typeof import("./lookups.js");
    return (lookups[name] as AnyLookup)(...args);
  };
  return lookup as Lookups[Name];
}

/**
 * Adds exports that are loaded on first access, so that a program loads only the kinds that it declares.
 *
 * @param files functions that load the module of an export, by its name
 */
export function exportLate(exports: object, files: Readonly<Record<string, () => unknown>>): void {
  for (const [name, load] of Object.entries(files))
    Object.defineProperty(exports, name, {
      configurable: true,
      enumerable: true,
      get(): unknown {
        const value = (load() as Readonly<Record<string, unknown>>)[name];
        Object.defineProperty(exports, name, { value, enumerable: true });
        return value;
      },
    });
}
