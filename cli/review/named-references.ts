import { nameOfDeclared, shownTitle } from "../../provider/definition/object-name.js";
import type { Definition } from "../../provider/definition/definition.js";
import type { Properties } from "../../provider/values/properties.js";
import type { Story } from "../preview/events.js";
import { shownInputs } from "../preview/properties.js";
import { definitionFor } from "../stack/definitions.js";

/** How people name a declared object, with names in place of the identifiers of other objects in it. */
export type NameOf = (definition: Definition, inputs: Properties) => string;

/** Knows the names of the objects that are in the state of a previewed stack; other identifiers stay as they are. */
export async function namesIn({ planned }: Pick<Story, "planned">): Promise<NameOf> {
  const names = new Map<string, string>();
  for (const step of planned) {
    const definition = await definitionFor(step);
    const entry = step.old ?? step.new;
    if (definition === undefined || entry?.id === undefined) continue;
    const name = shownTitle(definition, shownInputs(definition, entry.inputs));
    if (name !== "") names.set(`${definition.kind} ${entry.id}`, name);
  }
  return (definition, inputs) => {
    const named = Object.entries(inputs).map(([name, value]) => {
      const kind = definition.fields[name]?.refersTo;
      return [name, names.get(`${kind} ${String(value)}`) ?? value];
    });
    return nameOfDeclared(definition, Object.fromEntries(named) as Properties);
  };
}
