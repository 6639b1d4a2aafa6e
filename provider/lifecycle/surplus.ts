import type { Context } from "../runtime/context.js";
import { declaredInputs, type Definition, soundInputs } from "../definition/definition.js";
import type { Found } from "../definition/found.js";
import { nameOfObject } from "../definition/object-name.js";
import { candidates, nameIds } from "./find.js";
import { isImport } from "./state.js";
import type { Properties } from "../values/properties.js";
import { readerOf } from "../values/reserved-properties.js";
import { sameId } from "../values/object-keys.js";

/**
 * Warns of billed objects that are equal to a managed one and have no known holder: a request may have arrived twice, or may have taken
 * effect after it was given up. Uses a listing that the run needs anyway.
 */
export async function nameSurplus(definition: Definition, context: Context, id: string, state: Properties): Promise<void> {
  const { kind, costly } = definition;
  if (costly !== true || isImport(definition, state) || readerOf(state) !== undefined) return;
  const declared = { ...declaredInputs(definition, state), ...definition.identity.parse(id) };
  const listed = await candidates(definition, context, declared, "run");
  const isOther = (found: Found) => !sameId(found.id, id);
  // The state is checked only where it matters, because a refresh comes here for each resource.
  if (!listed.alike.some(isOther) || soundInputs(definition, state) === undefined) return;
  const others = listed.matching.filter((found) => isOther(found) && !context.ownership.isKnown(kind, found.id));
  if (others.length === 0) return;
  for (const found of others) context.ownership.run.recordShown(kind, found.id);
  context.warn(
    `${nameOfObject(definition, id, state)}: ${nameIds(others)} ${others.length === 1 ? "is" : "are"} equal to it and in no entry of this stack. ` +
      `A creation may have taken effect twice. ${definition.deletion.undeletable ?? "Delete at the provider any that nobody uses."}`,
  );
}
