import { createHash } from "node:crypto";
import type { Definition, Found } from "./definition.js";
import type { Properties } from "./properties.js";
import { echoKey } from "./reserved.js";

/**
 * Some values come back in other words: a text that the provider re-serialises, a password that it chooses itself.
 * The state then remembers a digest of the value that means the same as the one it holds.
 */

const digest = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("base64url");

export const echoes = (state: Properties): Properties => (state[echoKey] ?? {}) as Properties;

/** Whether `value` means what `state` holds for the field. */
export const meansSame = (definition: Definition, state: Properties, name: string, value: unknown): boolean =>
  definition.fields[name]!.same(state[name], value) ||
  (value !== undefined && echoes(state)[name] !== undefined && echoes(state)[name] === digest(value));

/** The state's part of the first answer of the provider: values that it chose, and digests of what means the same. */
export function rememberEchoes(definition: Definition, inputs: Properties, written: Found): Properties {
  const chosen: Record<string, unknown> = {};
  const echo: Record<string, string> = {};
  for (const [name, field] of Object.entries(definition.fields)) {
    const [declared, shown] = [inputs[name], (written.inputs as Properties)[name]];
    if (shown === undefined || shown === null || shown === "" || field.same(declared, shown)) continue;
    if (field.reserialised) echo[name] = digest(shown);
    if (field.assigned) {
      chosen[name] = shown;
      echo[name] = digest(declared);
    }
  }
  return Object.keys(echo).length === 0 ? {} : { ...chosen, [echoKey]: echo };
}
