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

/** Names of the properties that hold a secret. */
export const secretNames = ({ fields, outputs }: Definition): string[] => [
  ...(Object.values(fields).some(({ assigned }) => assigned) ? [declaredKey] : []),
  ...Object.keys(fields).filter((name) => fields[name]!.secret !== undefined),
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
