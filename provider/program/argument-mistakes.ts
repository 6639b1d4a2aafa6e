import type { Definition } from "../definition/definition.js";
import { checkArguments } from "../lifecycle/check.js";
import { type Properties, withoutAbsent } from "../values/properties.js";
import { unknownValue } from "../values/unknown-values.js";
import { deepest, isLater } from "./knowing.js";

/** The value as the preview of a creation passes it to the check: with a sentinel for all that is not known yet. */
function withSentinels(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > deepest) return value;
  if (isLater(value)) return unknownValue;
  if (Array.isArray(value)) return value.map((element) => withSentinels(element, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => [key, withSentinels(member, depth + 1)]),
  );
}

/** Problems of arguments that the program knows at once; whether the resource exists already is not known here. */
export const argumentMistakes = (definition: Definition, args: Properties): string[] =>
  checkArguments(definition, undefined, withoutAbsent(withSentinels(args) as Properties));
