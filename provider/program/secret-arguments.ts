import * as pulumi from "@pulumi/pulumi";
import type { Field, Fields } from "../definition/field.js";
import { wrapSecrets } from "../definition/secrets.js";
import type { Properties } from "../values/properties.js";
import { isLater } from "./knowing.js";

/** What has been wrapped, so that it is not wrapped again. */
const done = new WeakSet<object>();

const fieldsOf = new Map<string, Fields>();

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether a value is known now, and not only later. */
const isPlain = (value: object): boolean => !isLater(value);

function wrapped(field: Field | undefined, value: unknown): unknown {
  if (field?.secret === undefined || (isObject(value) && done.has(value))) return value;
  const result =
    // Only the value tells whether it holds a secret, and that is known later.
    field.secret === "userinfo" && isObject(value) && !isPlain(value)
      ? pulumi.output(value).apply((known) => wrapSecrets(field, known, pulumi.secret))
      : wrapSecrets(field, value, pulumi.secret, isPlain);
  if (isObject(result)) done.add(result);
  return result;
}

export const registerFields = (className: string, fields: Fields): void => void fieldsOf.set(className, fields);

/** The arguments of a resource, with all that is secret by its kind marked for Pulumi. What is marked already stays as it is. */
export function withSecrets(className: string, args: Properties): Properties {
  const fields = fieldsOf.get(className) ?? {};
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, wrapped(fields[name], value)]));
}
