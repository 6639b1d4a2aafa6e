import { createHash, randomBytes, scryptSync } from "node:crypto";
import type { Definition } from "../definition/definition.js";
import type { Creation } from "../journal/journal.js";
import { marksOf } from "../definition/marks.js";
import type { Properties } from "../values/properties.js";
import { isAbsent } from "../values/equality.js";

const digest = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("base64url");

/** Slow to compute, so that nobody finds the secret by trying. */
const secretDigest = (salt: string, value: unknown): string =>
  `${salted}${salt}.${scryptSync(JSON.stringify(value), salt, 24).toString("base64url")}`;

const salted = "scrypt.";
const newSalt = (): string => randomBytes(12).toString("base64url");

/** In notes of earlier versions: stands for what the program had marked as secret. */
const withheld = "";

/** Names of the arguments that no object shows as they were sent, and that cannot be changed afterwards. */
const unshown = ({ fields }: Definition): string[] =>
  Object.entries(fields)
    .filter(([, { policy, readable, reserialised, secret }]) =>
      secret === undefined ? policy !== "update" && (reserialised || !readable) : policy === "fixed" && !readable,
    )
    .map(([name]) => name);

/**
 * Digests of the arguments that no object shows as they were sent: whoever takes over what an earlier run sent could not tell otherwise
 * that the program has changed since. Those of secrets are salted.
 */
export function fingerprints(definition: Definition, inputs: Properties): Readonly<Record<string, string>> {
  const marks = marksOf(inputs);
  const isSecret = (name: string) => marks.has(name) || definition.fields[name]!.secret !== undefined;
  return Object.fromEntries(
    unshown(definition)
      .filter((name) => !isAbsent(inputs[name]))
      .map((name) => [name, isSecret(name) ? secretDigest(newSalt(), inputs[name]) : digest(inputs[name])]),
  );
}

/** Names of the arguments of which nothing tells what the creations sent. */
export const unshownSecrets = (definition: Definition, inputs: Properties, creations: readonly Creation[]): string[] =>
  unshown(definition).filter(
    (name) =>
      definition.fields[name]!.secret !== undefined &&
      !isAbsent(inputs[name]) &&
      creations.some((creation) => creation.fingerprints[name] === undefined),
  );

/** Names of the arguments that are not what the creations sent. */
export const changedSince = (definition: Definition, inputs: Properties, creations: readonly Creation[]): string[] =>
  unshown(definition).filter((name) =>
    creations.some(({ fingerprints: { [name]: sent } }) => {
      // Earlier versions noted nothing of secrets.
      if (sent === withheld || (sent === undefined && definition.fields[name]!.secret !== undefined)) return false;
      return isAbsent(inputs[name]) ? sent !== undefined : !isDigestOf(sent, inputs[name]);
    }),
  );

function isDigestOf(sent: string | undefined, value: unknown): boolean {
  if (sent?.startsWith(salted) !== true) return sent === digest(value);
  return sent === secretDigest(sent.split(".")[1]!, value);
}
