import type { Context } from "../../provider/context.js";
import type { Definition } from "../../provider/definition.js";

/** Deletes objects that nobody can use. */
export async function removeAll(definition: Definition, context: Context, ids: readonly string[]): Promise<void> {
  for (const id of ids) await definition.delete?.(context, id, definition.parse(id));
}
