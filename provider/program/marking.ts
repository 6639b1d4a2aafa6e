import * as pulumi from "@pulumi/pulumi";
import type { Fields } from "../definition/field.js";
import { isSecretAnyway, type Within } from "../definition/marks.js";
import { isPlain, type Properties } from "../values/properties.js";
import { isLater } from "./knowing.js";

type ArgumentPath = readonly [argument: string, ...Within];

/** A value that is known later. Whether it is secret is known only then. */
interface Pending {
  readonly path: ArgumentPath;
  readonly value: unknown;
}

/** Far deeper than any valid argument; `check` refuses anything deeper. */
const deepest = 100;

/** Values in the arguments that are known later. Only these can be marked as secret. */
function pendingIn(value: unknown, path: ArgumentPath): Pending[] {
  if (typeof value !== "object" || value === null || path.length > deepest) return [];
  if (isLater(value)) return [{ path, value }];
  if (!isPlain(value)) return [];
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) => pendingIn(member, [...path, key]));
}

/**
 * Paths of the values that the program has marked as secret and that would be shown otherwise; `undefined` if there are none. Not
 * an output: the resource already depends on the arguments themselves.
 */
export function markedPaths(fields: Fields, args: Properties): Promise<ArgumentPath[] | undefined> | undefined {
  const pending = Object.entries(args).flatMap(([name, value]) => {
    const field = fields[name];
    return field === undefined
      ? []
      : pendingIn(value, [name]).filter(({ path: [, ...within] }) => !isSecretAnyway(field, within));
  });
  if (pending.length === 0) return undefined;
  return Promise.all(pending.map(async (each) => ((await isMarked(each)) ? [each.path] : []))).then((marked) =>
    marked.some(({ length }) => length > 0) ? marked.flat() : undefined,
  );
}

/** A rejected value counts as not secret, because it fails the resource anyway. */
const isMarked = ({ value }: Pending): Promise<boolean> => pulumi.isSecret(pulumi.output(value)).catch(() => false);
