import { createHash } from "node:crypto";
import { excessOf } from "../../sdk/http/payload-limits.js";
import type { Definition, Found } from "../definition/definition.js";
import { pick, type Properties } from "../values/properties.js";
import { declaredKey, echoKey } from "../values/reserved-properties.js";
import { isAbsent } from "../values/equality.js";

/**
 * The provider returns some values in another form. For a text that it re-serialises, the state keeps digests of both forms. For
 * a password that it chooses itself, the state holds the chosen one and also keeps the declared one.
 */

const digest = (value: unknown): string =>
  createHash("sha256")
    .update(excessOf(value) ?? JSON.stringify(value ?? null))
    .digest("base64url");

/** Members of a reserved property. A state may be older than its reader, or damaged. */
const remembered = (state: Properties, key: string): Properties => {
  const memory = state[key];
  return typeof memory === "object" && memory !== null && !Array.isArray(memory) ? (memory as Properties) : {};
};

const writings = (state: Properties, name: string): readonly unknown[] => {
  const known = remembered(state, echoKey)[name];
  return Array.isArray(known) ? known : [];
};

/** Declared values that the provider replaced by its own. */
export const declaredValues = (definition: Definition, state: Properties): Properties =>
  pick(
    remembered(state, declaredKey),
    Object.keys(definition.fields).filter((name) => definition.fields[name]!.assigned),
  );

/** Whether `value` means the same as the state's value for the field. */
export function meansSame(definition: Definition, state: Properties, name: string, value: unknown): boolean {
  const { same } = definition.fields[name]!;
  if (same(state[name], value)) return true;
  if (value === undefined) return false;
  const declared = declaredValues(definition, state)[name];
  if (declared !== undefined && same(declared, value)) return true;
  const known = writings(state, name);
  return known.length > 0 && known.includes(digest(state[name])) && known.includes(digest(value));
}

/** What the state keeps of the provider's first answer: values that it chose, and digests of equivalent forms. */
export function rememberEchoes(definition: Definition, inputs: Properties, written: Found): Properties {
  const chosen: Record<string, unknown> = {};
  const declaredOnes: Record<string, unknown> = {};
  const echo: Record<string, readonly string[]> = {};
  for (const [name, field] of Object.entries(definition.fields)) {
    const [declared, shown] = [inputs[name], (written.inputs as Properties)[name]];
    if (isAbsent(shown) || shown === "" || field.same(declared, shown)) continue;
    if (field.reserialised) echo[name] = [digest(declared), digest(shown)];
    if (field.assigned) {
      chosen[name] = shown;
      declaredOnes[name] = declared;
    }
  }
  return { ...chosen, ...unlessEmpty(echoKey, echo), ...unlessEmpty(declaredKey, declaredOnes) };
}

const unlessEmpty = (key: string, members: Properties): Properties =>
  Object.keys(members).length === 0 ? {} : { [key]: members };
