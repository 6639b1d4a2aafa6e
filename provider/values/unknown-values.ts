import type { Properties } from "./properties.js";
import type { ValuePath } from "../../sdk/values/value-path.js";

/**
 * The string that the Pulumi engine uses for a value that is not known yet, at any depth of the properties. A string built from
 * an unknown one is entirely unknown, so only the exact sentinel counts.
 */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export const isUnknown = (value: unknown): boolean => value === unknownValue;

/** Paths in `value` that are not known yet. */
export function unknownPaths(value: unknown, path: ValuePath = []): ValuePath[] {
  if (isUnknown(value)) return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    unknownPaths(member, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

export const containsUnknown = (value: unknown): boolean => unknownPaths(value).length > 0;

/** Properties with what a state has in place of those that are not known entirely. */
export const knownFrom = (state: Properties, properties: Properties): Properties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, containsUnknown(value) ? (state[name] ?? value) : value]),
  );
