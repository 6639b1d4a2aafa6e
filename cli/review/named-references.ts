import { nameOfDeclared } from "../../provider/definition/object-name.js";
import type { Definition } from "../../provider/definition/definition.js";
import type { Properties } from "../../provider/values/properties.js";
import type { Story } from "../preview/events.js";
import { shownInputs } from "../preview/properties.js";
import { definitionFor } from "../stack/definitions.js";

/** Puts names in place of the identifiers of other objects, for people. */
export type WithNames = (definition: Definition, inputs: Properties) => Properties;

/** The names of the objects that are in the state of a previewed stack; other identifiers stay as they are. */
export async function withNamesIn({ planned }: Pick<Story, "planned">): Promise<WithNames> {
  const names = new Map<string, string>();
  for (const step of planned) {
    const definition = await definitionFor(step);
    const entry = step.old ?? step.new;
    if (definition === undefined || entry?.id === undefined) continue;
    const name = nameOfDeclared(definition, shownInputs(definition, entry.inputs)).slice(definition.label.length).trim();
    if (name !== "") names.set(`${definition.kind} ${entry.id}`, name);
  }
  return ({ fields }, inputs) =>
    Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [name, names.get(`${fields[name]?.refersTo} ${String(value)}`) ?? value]),
    );
}
