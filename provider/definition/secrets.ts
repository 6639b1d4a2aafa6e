import { excessOf } from "../../sdk/http/payload-limits.js";
import { userinfoIn } from "../../sdk/redaction/userinfo.js";
import type { Definition } from "./definition.js";
import type { Field } from "./field.js";
import { marksOf, replaced } from "./marks.js";
import type { Properties } from "../values/properties.js";
import { declaredKey } from "../values/reserved-properties.js";
import { isUnknown } from "../values/unknown-values.js";

/** What a value consists of, as deep as anything real is. */
function membersOf(value: unknown): unknown[] {
  const all: unknown[] = [value];
  excessOf(value, (container) => {
    for (const member of Object.values(container) as unknown[]) all.push(member);
  });
  return all;
}

/** The texts in a value. */
const textsOf = (value: unknown): string[] =>
  membersOf(value).filter((text): text is string => typeof text === "string" && !isUnknown(text));

/** Whether a property holds a secret that no program declares. */
const isSecretOutput = ({ outputs }: Definition, name: string): boolean => name === declaredKey || outputs[name]?.secret === true;

/** Names of the properties that hold a secret and that no program declares: wherever they are known, their values are not. */
export const secretOutputNames = (definition: Definition): string[] => [
  ...(Object.values(definition.fields).some(({ assigned }) => assigned) ? [declaredKey] : []),
  ...Object.keys(definition.outputs).filter((name) => isSecretOutput(definition, name)),
];

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
  if (field.secret === "userinfo") return textsOf(value).some((text) => userinfoIn(text).length > 0) ? wrap(value) : value;
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
  const marks = marksOf(properties);
  const wrapped = (name: string, value: unknown): unknown => {
    if (isSecretOutput(definition, name)) return wrap(value);
    const places = marks.get(name) ?? [];
    if (places.some(({ length }) => length === 0)) return replaced(value, places, wrap);
    return wrapSecrets(definition.fields[name], replaced(value, places, wrap), wrap);
  };
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, wrapped(name, value)]));
}

/** Every secret text among the properties; of an address, the login in it, as the rest may well be shown. */
export function secretValues(definition: Definition, properties: Properties): string[] {
  const found: string[] = [];
  for (const [name, places] of marksOf(properties))
    replaced(properties[name], places, (secret) => {
      for (const text of textsOf(secret)) found.push(text);
      for (const number of membersOf(secret)) if (typeof number === "number") found.push(String(number));
      return secret;
    });
  for (const [name, value] of Object.entries(properties))
    markSecrets(definition, { [name]: value }, (secret) => {
      const texts = textsOf(secret);
      for (const text of definition.fields[name]?.secret === "userinfo" ? texts.flatMap(userinfoIn) : texts) found.push(text);
      return secret;
    });
  return found;
}
