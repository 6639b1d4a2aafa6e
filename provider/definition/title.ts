import { mask } from "../../sdk/redaction/mask.js";
import { inLine } from "../../sdk/redaction/text.js";
import type { Fields, PartialInputs } from "./field.js";
import { marksOf, replaced } from "./marks.js";
import type { Properties } from "../values/properties.js";
import { isUnknown } from "../values/unknown-values.js";

const of = Symbol("properties");

/** The properties that the valid arguments are taken from. */
interface Titled {
  readonly [of]: Properties;
}

/** Stands in a title for an argument that is not known yet. */
const notKnownYet = "(not known yet)";

/**
 * A title from valid arguments only, because a state may be older than its reader, or damaged. Values that the program has marked
 * as secret are masked here: once a title has shortened a secret, redaction cannot find it by its text.
 */
export const titled = <F extends Fields>(fields: F, title: (inputs: PartialInputs<F>) => string) => {
  const sound = {};
  for (const [name, { schema }] of Object.entries(fields))
    Object.defineProperty(sound, name, {
      // Validated only if the title uses it, because a file may have megabytes.
      get(this: Titled) {
        const value = this[of][name];
        if (isUnknown(value)) return notKnownYet;
        return schema.safeParse(value).success ? replaced(value, marksOf(this[of]).get(name) ?? [], () => mask) : undefined;
      },
    });
  return (properties: Properties): string =>
    inLine(title(Object.create(sound, { [of]: { value: properties } }) as PartialInputs<F>));
};
