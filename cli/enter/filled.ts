import type { Definition, Found } from "../../provider/definition/definition.js";
import type { Properties } from "../../provider/values/properties.js";
import { containsUnknown, isUnknown } from "../../provider/values/unknown-values.js";
import { isObject } from "../shared/is-object.js";
import type { IsDeclared } from "./planned.js";

/** Arguments, with what an object shows in place of those that are not known before a run. A proof compares them. */
export const filled = (inputs: Properties, { inputs: shown }: Found): Properties =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, containsUnknown(value) ? (shown as Properties)[name] : value]),
  );

/**
 * The same for a comparison. What the program declares otherwise stays unknown, and so it differs, although a preview masks it. What is known
 * stays, such as the names of headers.
 */
export const filledToCompare = (
  { fields }: Definition,
  inputs: Properties,
  { inputs: shown }: Found,
  isDeclared: IsDeclared = () => undefined,
): Properties =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => {
      const other = (shown as Properties)[name];
      if (!containsUnknown(value)) return [name, value];
      return [name, fields[name]?.readable === true ? withShown(value, other, name, isDeclared) : other];
    }),
  );

function withShown(value: unknown, shown: unknown, path: string, isDeclared: IsDeclared): unknown {
  if (isUnknown(value)) return isDeclared(path, shown) === false ? value : shown;
  if (!containsUnknown(value)) return value;
  if (!isObject(value)) return shown;
  const members = isObject(shown) ? shown : {};
  // Names of headers have no case; a member that the object does not have stays unknown, and so it differs.
  const member = (name: string) => Object.entries(members).find(([each]) => each.toLowerCase() === name.toLowerCase());
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const found = member(name);
      return [name, found === undefined ? inner : withShown(inner, found[1], `${path}[${JSON.stringify(name)}]`, isDeclared)];
    }),
  );
}
