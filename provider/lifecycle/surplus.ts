import type { Context } from "../runtime/context.js";
import { type Definition, soundInputs } from "../definition/definition.js";
import type { Found } from "../definition/found.js";
import { nameOfObject } from "../definition/object-name.js";
import { candidates, nameIds } from "./find.js";
import { isImport } from "./state.js";
import type { Properties } from "../values/properties.js";
import { readerOf, repeatedKey } from "../values/reserved-properties.js";
import { sameId } from "../values/object-keys.js";

/** How long after a creation was first sent its effect may still come, in milliseconds. */
export const latestEffect = 15 * 60_000;

/** The times of objects and of answers have whole seconds. */
const grain = 2_000;

/**
 * Names objects that are equal to a managed one and belong to nobody that is known: a request may have arrived twice, or taken
 * effect after this package had given it up. The listing is there in any case. Of a kind whose natural key need not be unique
 * only those are named that came with a creation that was sent more than once.
 */
export async function nameSurplus(definition: Definition, context: Context, id: string, state: Properties): Promise<void> {
  const {
    kind,
    identity: { singleton, unique },
  } = definition;
  if (singleton === true || isImport(definition, state) || readerOf(state) !== undefined) return;
  const firstSent = Date.parse(String(state[repeatedKey]));
  if (unique === false && Number.isNaN(firstSent)) return;
  const inputs = soundInputs(definition, state);
  if (inputs === undefined) return;
  const { matching } = await candidates(definition, context, { ...inputs, ...definition.identity.parse(id) }, "run");
  const others = matching.filter(
    (found) =>
      !sameId(found.id, id) &&
      !context.ownership.isKnown(kind, found.id) &&
      (unique !== false || cameWith(definition, found, firstSent)),
  );
  if (others.length === 0) return;
  for (const found of others) context.ownership.run.shown(kind, found.id);
  context.warn(
    `${nameOfObject(definition, id, state)}: ${nameIds(others)} ${others.length === 1 ? "is" : "are"} equal to it and in no entry of this stack. ` +
      `A creation may have taken effect twice. ${definition.deletion.undeletable ?? "Delete at the provider what nobody uses."}`,
  );
}

const cameWith = ({ recovery: { createdAt } = {} }: Definition, found: Found, firstSent: number): boolean => {
  const at = createdAt?.(found);
  return at !== undefined && at >= firstSent - grain && at <= firstSent + latestEffect;
};
