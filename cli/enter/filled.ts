import type { Found } from "../../provider/definition/found.js";
import type { Properties } from "../../provider/values/properties.js";
import { containsUnknown } from "../../provider/values/unknown-values.js";

/** Arguments, with what an object shows in place of those that are not known before a run. A proof compares them. */
export const filled = (inputs: Properties, { inputs: shown }: Found): Properties =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, containsUnknown(value) ? (shown as Properties)[name] : value]),
  );
