import type { Definition, ObservedObject } from "../definition/definition.js";
import { argumentsWith, withoutMasks } from "../definition/secrets.js";
import { isMasked } from "../../sdk/redaction/mask.js";
import { pick, type Properties, isAbsent, isEmptyObject } from "../values/properties.js";
import { declaredKey, echoKey, lifecycleArguments, ownerKey, programKeys, readerKey } from "../values/reserved-properties.js";
import { Deviation } from "../values/errors.js";
import { createHash } from "node:crypto";
import { excessOf } from "../../sdk/http/payload-limits.js";

/** Whether only the id of the object is known: it is being imported, or it is read without being managed. */
export const isImport = (definition: Definition, state: Properties): boolean =>
  !Object.entries(definition.fields).some(([name, field]) => field.required && state[name] !== undefined);

/** An object that was just read, as Pulumi records it. */
export interface Observation {
  /**
   * The arguments at the provider, as far as the program declared them. An equivalent value keeps the program's spelling, a value
   * that the provider does not show is assumed unchanged, and a value that was never declared is omitted. A value that the provider
   * chose itself is only in the outputs.
   */
  readonly inputs: Properties;
  /** The complete state. */
  readonly state: Properties;
}

export function observed(definition: Definition, state: Properties, found: ObservedObject): Observation {
  const shown = observedArguments(definition, state, found);
  return {
    inputs: { ...shown, ...declaredValues(definition, state), ...pick(state, [readerKey, ...programKeys]) },
    state: {
      ...shown,
      ...observedOutputs(definition, state, found),
      ...pick(state, [echoKey, declaredKey, ownerKey, readerKey, ...programKeys]),
    },
  };
}

/** The arguments of an object that still is as its state says. */
export const recordedInputs = (definition: Definition, state: Properties): Properties =>
  observed(definition, state, { id: "", inputs: state, outputs: {} }).inputs;

function observedArguments(definition: Definition, state: Properties, found: ObservedObject): Properties {
  const importing = isImport(definition, state);
  const observedValue = ([name, field]: [string, Definition["fields"][string]]): unknown => {
    const declared = state[name];
    const shown = withoutMasks(definition, name, (found.inputs as Properties)[name], declared);
    const anything = field.absent === "anything";
    if (!field.readable || (anything && shown === undefined)) return declared;
    if (anything && declared === undefined && !importing) return undefined;
    const means = field.shows?.(declared, shown) ?? meansSame(definition, state, name, shown);
    return means ? declared : shown;
  };
  return Object.fromEntries(
    [
      ...Object.entries(definition.fields).map((entry) => [entry[0], observedValue(entry)] as const),
      ...Object.keys(lifecycleArguments).map((name) => [name, state[name]] as const),
    ].filter(([, value]) => !isAbsent(value)),
  );
}

/** Current outputs. Outputs that only the creation shows are kept from the state. */
function observedOutputs(definition: Definition, state: Properties, found: ObservedObject): Properties {
  const value = (name: string) =>
    (found.outputs as Properties)[name] ?? (definition.revealed?.includes(name) ? state[name] : undefined);
  return Object.fromEntries(
    Object.keys(definition.outputs)
      .map((name) => [name, value(name)] as const)
      .filter(([, shown]) => !isAbsent(shown)),
  );
}

/** The state after a write. */
export const writtenState = (definition: Definition, inputs: Properties, written: ObservedObject): Properties =>
  observed(definition, { ...inputs, ...rememberEchoes(definition, inputs, written) }, written).state;

/** Declared arguments that the provider does not show, or shows only in part. */
export function hiddenArguments(definition: Definition, inputs: Properties, found: ObservedObject): string[] {
  const masked = argumentsWith(definition, found.inputs, isMasked);
  return Object.entries(definition.update === undefined ? {} : definition.fields)
    .filter(([name, each]) => each.policy === "update" && (!each.readable || each.shows !== undefined || masked.includes(name)))
    .filter(([name]) => inputs[name] !== undefined && !isEmptyObject(inputs[name]))
    .map(([name]) => name);
}

/** Arguments that the provider shows with another value than declared. Re-serialised texts never count. */
export function deviations(definition: Definition, inputs: Properties, found: ObservedObject): string[] {
  const { inputs: shown } = observed(definition, inputs, found);
  return Object.entries(definition.fields)
    .filter(([name, { reserialised, same }]) => !reserialised && !same(inputs[name], shown[name]))
    .map(([name]) => name);
}

/** Why an object does not count as written, if it shows other values than a write sent. */
export function deviation(definition: Definition, inputs: Properties, written: ObservedObject): Deviation | undefined {
  const names = deviations(definition, inputs, written).join(", ");
  const remedy = "If it does so again, declare them as it shows them: see `pulumi preview --refresh --diff`.";
  return names === "" ? undefined : new Deviation(`the provider shows other values than declared for ${names}. ${remedy}`);
}

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
const declaredValues = (definition: Definition, state: Properties): Properties =>
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
function rememberEchoes(definition: Definition, inputs: Properties, written: ObservedObject): Properties {
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
