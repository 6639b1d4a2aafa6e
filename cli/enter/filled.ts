import type { Definition, Found } from "../../provider/definition/definition.js";
import type { Properties } from "../../provider/values/properties.js";
import { containsUnknown, isUnknown } from "../../provider/values/unknown-values.js";
import { isObject } from "../shared/is-object.js";

/** Arguments, with what an object shows in place of those that are not known before a run. A proof compares them. */
export const filled = (inputs: Properties, { inputs: shown }: Found): Properties =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, containsUnknown(value) ? (shown as Properties)[name] : value]),
  );

/**
 * The same for a comparison. What is known of an argument stays, such as the names of headers whose values are secret: it tells objects apart that
 * a preview does not show entirely.
 */
export const filledToCompare = ({ fields }: Definition, inputs: Properties, { inputs: shown }: Found): Properties =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => {
      const other = (shown as Properties)[name];
      if (!containsUnknown(value)) return [name, value];
      return [name, fields[name]?.readable === true ? withShown(value, other) : other];
    }),
  );

function withShown(value: unknown, shown: unknown): unknown {
  if (isUnknown(value) || !containsUnknown(value)) return isUnknown(value) ? shown : value;
  if (!isObject(value)) return shown;
  const members = isObject(shown) ? shown : {};
  // Names of headers have no case; a member that the object does not have stays unknown, and so it differs.
  const member = (name: string) => Object.entries(members).find(([each]) => each.toLowerCase() === name.toLowerCase());
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const found = member(name);
      return [name, found === undefined ? inner : withShown(inner, found[1])];
    }),
  );
}
