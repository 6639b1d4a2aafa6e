import { mask } from "../../sdk/redaction/mask.js";
import { inLine } from "../../sdk/redaction/text.js";
import type { Fields, PartialInputs } from "./field.js";
import { marksOf, replaced } from "./marks.js";
import type { Properties } from "../values/properties.js";
import { isUnknown } from "../values/unknown-values.js";

/** What stands in a title for an argument that is not known yet. */
const notKnownYet = "(not known yet)";

/**
 * A title made of arguments that are what they have to be, and of no others: a state may be older than its reader, or damaged,
 * and what is said about an object must not depend on that. What the program has marked as secret is masked, since no secret is found
 * by its text once a title has shortened it.
 */
export const titled =
  <F extends Fields>(fields: F, title: (inputs: PartialInputs<F>) => string) =>
  (properties: Properties): string => {
    const sound = {};
    const marks = marksOf(properties);
    for (const [name, { schema }] of Object.entries(fields))
      Object.defineProperty(sound, name, {
        // Looked at where the title holds it, since a file is megabytes long.
        get() {
          const value = properties[name];
          if (isUnknown(value)) return notKnownYet;
          return schema.safeParse(value).success ? replaced(value, marks.get(name) ?? [], () => mask) : undefined;
        },
      });
    return inLine(title(sound));
  };
