import type { Lookups } from "./lookups.js";

type AnyLookup = (...args: unknown[]) => unknown;

/**
 * The lookup of that name. All operations with their models are loaded by the first call and not before, as most programs look
 * nothing up, and loading them takes longer than all else in the package.
 */
export function deferred<Name extends keyof Lookups>(name: Name): Lookups[Name] {
  const lookup: AnyLookup = (...args) => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- half of the lookups answer with an output, at once
    const { lookups } = require("./lookups.js") as typeof import("./lookups.js");
    return (lookups[name] as AnyLookup)(...args);
  };
  return lookup as Lookups[Name];
}
