import * as pulumi from "@pulumi/pulumi";
import type { Field, Fields } from "../definition/field.js";
import { wrapSecrets } from "../definition/secrets.js";
import type { Properties } from "../values/properties.js";

/** What has been wrapped, so that it is not wrapped again. */
const done = new WeakSet<object>();

const fieldsOf = new Map<string, Fields>();

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether a value is known now, and not only later. */
const isPlain = (value: object): boolean => !pulumi.Output.isInstance(value) && !(value instanceof Promise);

function wrapped(field: Field | undefined, value: unknown): unknown {
  if (field?.secret === undefined || (isObject(value) && done.has(value))) return value;
  const result =
    // Whether it holds a secret depends on the value, which is known later.
    field.secret === "userinfo" && isObject(value) && !isPlain(value)
      ? pulumi.output(value).apply((known) => wrapSecrets(field, known, pulumi.secret))
      : wrapSecrets(field, value, pulumi.secret, isPlain);
  if (isObject(result)) done.add(result);
  return result;
}

/** The arguments of a resource, with all that is secret by its kind marked for Pulumi. */
export function withSecrets(className: string, fields: Fields, args: Properties): Properties {
  fieldsOf.set(className, fields);
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, wrapped(fields[name], value)]));
}

/** The same for arguments that a transformation may have changed. */
export function withSecretsAgain(className: string, props: Properties): Properties {
  const fields = fieldsOf.get(className) ?? {};
  return Object.fromEntries(Object.entries(props).map(([name, value]) => [name, wrapped(fields[name], value)]));
}
