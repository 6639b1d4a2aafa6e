import { createHash, randomBytes, scryptSync } from "node:crypto";
import type { Definition } from "../definition/definition.js";
import type { Creation } from "../journal/journal.js";
import { marksOf } from "../definition/marks.js";
import type { Properties } from "../values/properties.js";

const digest = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("base64url");

/** Slow to compute, so that the secret cannot be found by brute force. */
const secretDigest = (salt: string, value: unknown): string =>
  `${salted}${salt}.${scryptSync(JSON.stringify(value), salt, 24).toString("base64url")}`;

const salted = "scrypt.";
const newSalt = (): string => randomBytes(12).toString("base64url");

/** Stands for a value marked as secret, in notes of earlier versions. */
const withheld = "";

/** Names of the arguments that the API does not show as they were sent and cannot change afterwards. */
const fingerprinted = ({ fields }: Definition): string[] =>
  Object.entries(fields)
    .filter(([, { policy, readable, reserialised, secret }]) =>
      secret === undefined ? policy !== "update" && (reserialised || !readable) : policy === "fixed" && !readable,
    )
    .map(([name]) => name);

/**
 * Digests of the arguments that the API does not show as they were sent. They tell a run that takes an object over whether the
 * program has changed since it was sent. Digests of secrets are salted.
 */
export function fingerprints(definition: Definition, inputs: Properties): Readonly<Record<string, string>> {
  const marks = marksOf(inputs);
  const isSecret = (name: string) => marks.has(name) || definition.fields[name]!.secret !== undefined;
  return Object.fromEntries(
    fingerprinted(definition)
      .filter((name) => inputs[name] !== undefined)
      .map((name) => [name, isSecret(name) ? secretDigest(newSalt(), inputs[name]) : digest(inputs[name])]),
  );
}

/** Names of the secret arguments for which the creations have no digest. */
export const secretsWithoutDigest = (definition: Definition, inputs: Properties, creations: readonly Creation[]): string[] =>
  fingerprinted(definition).filter(
    (name) =>
      definition.fields[name]!.secret !== undefined &&
      inputs[name] !== undefined &&
      creations.some((creation) => creation.fingerprints[name] === undefined),
  );

/** Names of the arguments that differ from those that the creations sent. */
export const changedSince = (definition: Definition, inputs: Properties, creations: readonly Creation[]): string[] =>
  fingerprinted(definition).filter((name) =>
    creations.some(({ fingerprints: { [name]: sent } }) => {
      // Earlier versions wrote no digests of secrets.
      if (sent === withheld || (sent === undefined && definition.fields[name]!.secret !== undefined)) return false;
      return inputs[name] === undefined ? sent !== undefined : !isDigestOf(sent, inputs[name]);
    }),
  );

function isDigestOf(sent: string | undefined, value: unknown): boolean {
  if (sent?.startsWith(salted) !== true) return sent === digest(value);
  return sent === secretDigest(sent.split(".")[1]!, value);
}
