import { inLine } from "../../sdk/redaction/text.js";
import { locate } from "../../sdk/http/schema-problems.js";

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
