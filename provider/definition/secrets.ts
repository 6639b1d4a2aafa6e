import { excessOf } from "../../sdk/http/payload-limits.js";
import { holdsSecret, hideSecrets, secretsIn } from "../../sdk/redaction/addresses.js";
import { isMasked, mask } from "../../sdk/redaction/mask.js";
import type { Field, Fields, Outputs } from "./field.js";
import { z } from "zod";
import { pick, type Properties } from "../values/properties.js";
import { declaredKey, markedKey } from "../values/reserved-properties.js";
import { isUnknown } from "../values/unknown-values.js";

/** What of a definition tells which values are secret. */
interface SecretRules {
  readonly fields: Fields;
  readonly outputs: Outputs;
}

/** A value and all its members, up to the depth that `check` accepts. */
function membersOf(value: unknown): unknown[] {
  const all: unknown[] = [value];
  excessOf(value, (container) => {
    for (const member of Object.values(container) as unknown[]) all.push(member);
  });
  return all;
}

/** The known texts in a value. */
const textsOf = (value: unknown): string[] =>
  membersOf(value).filter((text): text is string => typeof text === "string" && !isUnknown(text));

/** Whether a property holds a secret that is not declared by the program. */
const isSecretOutput = ({ outputs }: SecretRules, name: string): boolean =>
  name === declaredKey || outputs[name]?.secret === true;

/** Names of the secret properties that a program does not declare, so that Pulumi has to be told which they are. */
export const secretOutputNames = (definition: SecretRules): string[] => [
  ...(Object.values(definition.fields).some(({ assigned }) => assigned) ? [declaredKey] : []),
  ...Object.keys(definition.outputs).filter((name) => isSecretOutput(definition, name)),
];

/**
 * A value with its secrets wrapped. In a map, only the members are wrapped, because Pulumi marks results again by the path of the
 * property.
 *
 * @param isPlain whether the members of a value are accessible
 */
export function wrapSecrets(
  field: Field | undefined,
  value: unknown,
  wrap: (secret: unknown) => unknown,
  isPlain: (value: object) => boolean = () => true,
): unknown {
  if (value === undefined || field?.secret === undefined) return value;
  if (field.secret === "userinfo") return textsOf(value).some(holdsSecret) ? wrap(value) : value;
  const hasNames = typeof value === "object" && value !== null && !Array.isArray(value);
  if (field.secret === "value" || !hasNames || !isPlain(value)) return wrap(value);
  const { secret } = field;
  const isSecret = (name: string) => secret === "members" || secret.includes(name);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [name, isSecret(name) ? wrap(member) : member]),
  );
}

/** Properties with all their secrets wrapped. */
export function markSecrets(definition: SecretRules, properties: Properties, wrap: (secret: unknown) => unknown): Properties {
  const marks = marksOf(properties);
  const wrapped = (name: string, value: unknown): unknown => {
    if (isSecretOutput(definition, name)) return wrap(value);
    const places = marks.get(name) ?? [];
    if (places.some(({ length }) => length === 0)) return replaced(value, places, wrap);
    return wrapSecrets(definition.fields[name], replaced(value, places, wrap), wrap);
  };
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, wrapped(name, value)]));
}

/** Properties that are only shown: addresses without what may be a secret. They do not tell objects apart. */
export const shownProperties = ({ fields }: SecretRules, properties: Properties): Properties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      fields[name]?.secret === "userinfo" && typeof value === "string" ? hideSecrets(value) : value,
    ]),
  );

/** Properties that are only shown, without any secret. */
export const maskedProperties = (definition: SecretRules, properties: Properties): Properties =>
  markSecrets(definition, shownProperties(definition, properties), () => mask);

/** Names of the arguments that have a secret for which something is true, such as `isMasked`. */
export const argumentsWith = (definition: SecretRules, properties: Properties, isSuch: (secret: string) => boolean): string[] =>
  Object.keys(definition.fields).filter(
    (name) => properties[name] !== undefined && secretValues(definition, pick(properties, [name, markedKey])).some(isSuch),
  );

/** The shown value of an argument, with the declared secret in place of a mask; if none is declared, without it. */
export function withoutMasks(definition: SecretRules, name: string, shown: unknown, declared: unknown): unknown {
  if (argumentsWith(definition, { [name]: shown }, isMasked).length === 0) return shown;
  if (typeof shown !== "object" || shown === null) return declared;
  const known = Object.entries((declared ?? {}) as Properties);
  // Names of headers have no case.
  const sameName = (key: string) => known.filter(([each]) => each.toLowerCase() === key.toLowerCase());
  return Object.fromEntries(
    Object.entries(shown).flatMap(([key, member]) =>
      textsOf(member).some(isMasked) ? sameName(key) : [[key, member as unknown]],
    ),
  );
}

/** All secret texts in the properties. Of an address, what may be a secret in it. */
export function secretValues(definition: SecretRules, properties: Properties): string[] {
  const found: string[] = [];
  for (const [name, places] of marksOf(properties))
    replaced(properties[name], places, (secret) => {
      for (const text of textsOf(secret)) found.push(text);
      for (const number of membersOf(secret)) if (typeof number === "number") found.push(String(number));
      return secret;
    });
  for (const [name, value] of Object.entries(properties)) {
    const field = definition.fields[name];
    const collect = (secret: unknown): unknown => {
      const texts = textsOf(secret);
      for (const text of field?.secret === "userinfo" ? texts.flatMap(secretsIn) : texts) found.push(text);
      return secret;
    };
    if (field?.secret === "userinfo" || isSecretOutput(definition, name)) collect(value);
    else wrapSecrets(field, value, collect);
  }
  return found;
}

/** Path within a value: names of members and indices. Empty for the value itself. */
type Within = readonly string[];

const stored = z.array(z.tuple([z.string()], z.string()));

/** Paths that the program has marked as secret, by argument. Empty if the state is older than its reader, or damaged. */
export function marksOf(properties: Properties): ReadonlyMap<string, readonly Within[]> {
  const marks = new Map<string, Within[]>();
  if (properties[markedKey] === undefined) return marks;
  for (const [name, ...within] of stored.safeParse(properties[markedKey]).data ?? [])
    marks.set(name, [...(marks.get(name) ?? []), within]);
  return marks;
}

/** A copy of a value with the parts at these paths replaced. */
export function replaced(value: unknown, places: readonly Within[], replace: (found: unknown) => unknown): unknown {
  if (places.length === 0 || value === undefined || value === null) return value;
  if (places.some(({ length }) => length === 0)) return replace(value);
  if (typeof value !== "object") return value;
  const below = (key: string) => places.filter(([first]) => first === key).map(([, ...rest]) => rest);
  if (Array.isArray(value)) return value.map((element: unknown, index) => replaced(element, below(String(index)), replace));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => [key, replaced(member, below(key), replace)]),
  );
}
