import { excessOf } from "../sdk/structure.js";
import type { Definition } from "./definition.js";
import type { Field } from "./field.js";
import type { Properties } from "./properties.js";
import { declaredKey } from "./reserved.js";
import { isUnknown } from "./unknown.js";

/** Every value below, as deep as anything real is. */
function members(value: unknown): readonly unknown[] {
  const found: unknown[] = [];
  excessOf(value, (container) => {
    for (const member of Object.values(container) as unknown[]) found.push(member);
  });
  return found;
}

function secretParts(field: Field, value: unknown): readonly unknown[] {
  if (field.secret === undefined) return [];
  if (field.secret === "value") return [value];
  if (field.secret === "members") return members(value);
  const record = (typeof value === "object" && value !== null ? value : {}) as Properties;
  return field.secret.map((name) => record[name]);
}

/** Names of the properties that hold a secret and that no program declares: wherever they are known, their values are not. */
export const secretOutputNames = ({ fields, outputs }: Definition): string[] => [
  ...(Object.values(fields).some(({ assigned }) => assigned) ? [declaredKey] : []),
  ...Object.keys(outputs).filter((name) => outputs[name]!.secret),
];

/** Every secret value among the properties. */
export function secretValues({ fields, outputs }: Definition, properties: Properties): string[] {
  return [
    ...Object.entries(fields).flatMap(([name, field]) => secretParts(field, properties[name])),
    ...members(properties[declaredKey]),
    ...Object.entries(outputs).map(([name, output]) => (output.secret ? properties[name] : undefined)),
  ].filter((value): value is string => typeof value === "string" && !isUnknown(value));
}

/**
 * A value with what is secret in it wrapped; of a map only the members, since Pulumi marks results again by the path of the
 * property.
 *
 * @param isPlain whether the members of a value can be told apart
 */
export function wrapSecrets(
  field: Field | undefined,
  value: unknown,
  wrap: (secret: unknown) => unknown,
  isPlain: (value: object) => boolean = () => true,
): unknown {
  if (value === undefined || field?.secret === undefined) return value;
  const hasNames = typeof value === "object" && value !== null && !Array.isArray(value);
  if (field.secret === "value" || !hasNames || !isPlain(value)) return wrap(value);
  const { secret } = field;
  const isSecret = (name: string) => secret === "members" || secret.includes(name);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [name, isSecret(name) ? wrap(member) : member]),
  );
}

/** Properties with every secret among them wrapped, by the same rules wherever they come from. */
export function markSecrets(definition: Definition, properties: Properties, wrap: (secret: unknown) => unknown): Properties {
  const whole = secretOutputNames(definition);
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      whole.includes(name) ? wrap(value) : wrapSecrets(definition.fields[name], value, wrap),
    ]),
  );
}
