import type { ValuePath } from "../../sdk/values/value-path.js";
import { inLine } from "../../sdk/redaction/text.js";
import { locate } from "../../sdk/http/schema-problems.js";

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

/** How Pulumi's text begins, wherever a program joins an output to a text or puts it into JSON. */
const joined = /Calling \[to(?:String|JSON)\] on an \[Output<T>\] is not supported/;

/** Deeper than any valid argument; `check` refuses anything deeper. */
export const deepest = 101;

function* pathsIn(value: unknown, path: readonly (string | number)[]): Generator<readonly (string | number)[]> {
  if (path.length > deepest) return;
  if (typeof value === "string" && joined.test(value)) yield path;
  if (Array.isArray(value)) for (const [index, element] of value.entries()) yield* pathsIn(element, [...path, index]);
  else if (typeof value === "object" && value !== null)
    for (const [name, member] of Object.entries(value)) {
      if (joined.test(name)) yield path;
      yield* pathsIn(member, [...path, joined.test(name) ? "…" : name]);
    }
}

/** Texts in which Pulumi's explanation stands in place of an output: each would be sent as it is. */
export const joinedOutputs = (values: object): string[] =>
  [...new Set([...pathsIn(values, [])].map((path) => inLine(locate("", path))))].map(
    (place) =>
      `${place}: contains an output that was joined to a text or put into JSON, so Pulumi's error message stands in its place. Use ` +
      "`pulumi.interpolate` instead of the template literal, `pulumi.jsonStringify` instead of `JSON.stringify`, or `apply`.",
  );

/** A resource of the program, from which an unknown value comes. */
export interface Source {
  readonly kind: string;
  readonly name: string;
}

/** By argument. */
export type Sources = Readonly<Record<string, Source>>;
