import { inLine } from "../sdk/text.js";
import type { Fields, PartialInputs } from "./field.js";
import type { Properties } from "./properties.js";
import { isUnknown } from "./unknown.js";

/** What stands in a title for an argument that is not known yet. */
const notKnownYet = "(not known yet)";

/**
 * A title made of arguments that are what they have to be, and of no others: a state may be older than its reader, or damaged,
 * and what is said about an object must not depend on that.
 */
export const titled =
  <F extends Fields>(fields: F, title: (inputs: PartialInputs<F>) => string) =>
  (properties: Properties): string => {
    const sound = {};
    for (const [name, { schema }] of Object.entries(fields))
      Object.defineProperty(sound, name, {
        // Looked at where the title holds it, since a file is megabytes long.
        get() {
          const value = properties[name];
          if (isUnknown(value)) return notKnownYet;
          return schema.safeParse(value).success ? value : undefined;
        },
      });
    return inLine(title(sound));
  };
