import * as pulumi from "@pulumi/pulumi";
import type { Field, Fields } from "../definition/field.js";
import { wrapSecrets } from "../definition/secrets.js";
import { isLater } from "../pulumi/outputs.js";
import { deepest } from "../values/unknown-values.js";
import { isPlain, type Properties } from "../values/properties.js";

/** What has been wrapped, so that it is not wrapped again. */
const done = new WeakSet<object>();

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function wrapped(field: Field | undefined, value: unknown): unknown {
  if (field?.secret === undefined || (isObject(value) && done.has(value))) return value;
  const result =
    // Only the value tells whether it holds a secret, and that is known later.
    field.secret === "userinfo" && isObject(value) && isLater(value)
      ? pulumi.output(value).apply((known) => wrapSecrets(field, known, pulumi.secret))
      : wrapSecrets(field, value, pulumi.secret, (each) => !isLater(each));
  if (isObject(result)) done.add(result);
  return result;
}

/** The arguments of a resource, with all that is secret by its kind marked for Pulumi. What is marked already stays as it is. */
export const withSecrets = (fields: Fields, args: Properties): Properties =>
  Object.fromEntries(Object.entries(args).map(([name, value]) => [name, wrapped(fields[name], value)]));

type ArgumentPath = readonly [argument: string, ...(readonly string[])];

/** The values that are known later, with their paths. Only these can be marked as secret. */
function* pendingIn(value: unknown, path: ArgumentPath): Generator<readonly [ArgumentPath, unknown]> {
  if (path.length >= deepest) return;
  if (isLater(value)) yield [path, value];
  else if (isPlain(value))
    for (const [key, member] of Object.entries(value) as [string, unknown][]) yield* pendingIn(member, [...path, key]);
}

/**
 * Paths of the values that the program has marked as secret and that would be shown otherwise; `undefined` if there are none. Not
 * an output: the resource already depends on the arguments themselves.
 */
export function markedPaths(fields: Fields, args: Properties): Promise<ArgumentPath[] | undefined> | undefined {
  const pending = Object.entries(args)
    .flatMap(([name, value]) => [...pendingIn(value, [name])])
    .filter(([[name, ...within]]) => fields[name] !== undefined && !isSecretAnyway(fields[name], within));
  if (pending.length === 0) return undefined;
  return Promise.all(pending.map(async ([path, value]) => ((await isMarked(value)) ? [path] : []))).then((marked) =>
    marked.some(({ length }) => length > 0) ? marked.flat() : undefined,
  );
}

/** A rejected value counts as not secret, because it fails the resource anyway. */
const isMarked = (value: unknown): Promise<boolean> => pulumi.isSecret(pulumi.output(value)).catch(() => false);

/** Whether a path in an argument is always secret, even if the program has not marked it. */
const isSecretAnyway = ({ secret }: Pick<Field, "secret">, [member]: readonly string[]): boolean =>
  secret === "value" || secret === "members" || (Array.isArray(secret) && member !== undefined && secret.includes(member));
