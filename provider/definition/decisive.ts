import type { Properties } from "../values/properties.js";
import type { Definition } from "./definition.js";

/**
 * Arguments that a review must have seen before they are sent: of an order, what is bought, of what takes an object, which one, and all that is set
 * for a customer, such as bank details. A secret of an order, such as a generated password, is none.
 *
 * @param call `create` or `update`
 */
export function decisiveArguments({ identity, fields, costly }: Definition, call: string, inputs: Properties): readonly string[] {
  const names = Object.keys(fields);
  if (identity.singleton === true) return names;
  const isDecisive = call === "create" && (costly === true || inputs["adopt"] === true);
  return isDecisive ? names.filter((name) => fields[name]!.secret === undefined) : [];
}
