import { createHash } from "node:crypto";
import type { Definition } from "../definition/definition.js";
import type { Creation } from "../journal/noted.js";
import { marksOf } from "../definition/marks.js";
import type { Properties } from "../values/properties.js";

const digest = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("base64url");

/** Stands for a secret that was sent. */
const withheld = "";

/** Notes of earlier versions have a slow digest instead. */
const isWithheld = (sent: string | undefined): boolean => sent === withheld || sent?.startsWith("scrypt.") === true;

/** Names of the arguments that the API does not show as they were sent and cannot change afterwards. */
const fingerprinted = ({ fields }: Definition): string[] =>
  Object.entries(fields)
    .filter(([, { policy, readable, reserialised, secret }]) =>
      secret === undefined ? policy !== "update" && (reserialised || !readable) : policy === "fixed" && !readable,
    )
    .map(([name]) => name);

/**
 * Digests of the arguments that the API does not show as they were sent. They tell a run that takes an object over whether the
 * program has changed since it was sent. A secret has none, because a digest helps to guess it.
 */
export function fingerprints(definition: Definition, inputs: Properties): Readonly<Record<string, string>> {
  const marks = marksOf(inputs);
  const isSecret = (name: string) => marks.has(name) || definition.fields[name]!.secret !== undefined;
  return Object.fromEntries(
    fingerprinted(definition)
      .filter((name) => inputs[name] !== undefined)
      .map((name) => [name, isSecret(name) ? withheld : digest(inputs[name])]),
  );
}

/** Names of the arguments that the creations sent as secrets, so that nothing tells whether the program has changed them since. */
export const withheldSecrets = (definition: Definition, creations: readonly Creation[]): string[] =>
  fingerprinted(definition).filter((name) => creations.some(({ fingerprints: { [name]: sent } }) => isWithheld(sent)));

/** Names of the arguments that differ from those that the creations sent. */
export const changedSince = (definition: Definition, inputs: Properties, creations: readonly Creation[]): string[] =>
  fingerprinted(definition).filter((name) =>
    creations.some(({ fingerprints: { [name]: sent } }) =>
      inputs[name] === undefined ? sent !== undefined : !isWithheld(sent) && sent !== digest(inputs[name]),
    ),
  );
