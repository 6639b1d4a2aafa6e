import { createHash } from "node:crypto";
import type { Definition } from "./definition.js";
import type { Creation } from "./journal.js";
import { marksOf } from "./marks.js";
import type { Properties } from "./properties.js";
import { isAbsent } from "./same.js";

const digest = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("base64url");

/** Stands for the digest of what the program has marked as secret: it can have changed, and is not compared. */
const withheld = "";

/**
 * Digests of the arguments that no object shows as they were sent, and that cannot be changed afterwards: whoever takes over what
 * an earlier run sent could not tell otherwise that the program has changed since. Secrets are left out.
 */
export function fingerprints({ fields }: Definition, inputs: Properties): Readonly<Record<string, string>> {
  const marks = marksOf(inputs);
  return Object.fromEntries(
    Object.entries(fields)
      .filter(
        ([, { policy, readable, reserialised, secret }]) =>
          policy !== "update" && secret === undefined && (reserialised || !readable),
      )
      .filter(([name]) => !isAbsent(inputs[name]))
      .map(([name]) => [name, marks.has(name) ? withheld : digest(inputs[name])]),
  );
}

/** Names of the arguments of which nothing tells what the creations sent. */
export const unshownSecrets = ({ fields }: Definition, inputs: Properties): string[] =>
  Object.entries(fields)
    .filter(
      ([name, { policy, readable, secret }]) =>
        policy !== "update" && secret !== undefined && !readable && !isAbsent(inputs[name]),
    )
    .map(([name]) => name);

/** Names of the arguments that are not what the creations sent. */
export function changedSince(definition: Definition, inputs: Properties, creations: readonly Creation[]): string[] {
  const now = fingerprints(definition, inputs);
  const names = new Set(creations.flatMap((creation) => [...Object.keys(creation.fingerprints), ...Object.keys(now)]));
  const differs = (a: string | undefined, b: string | undefined) => a !== b && a !== withheld && b !== withheld;
  return [...names].filter((name) => creations.some((creation) => differs(creation.fingerprints[name], now[name])));
}
