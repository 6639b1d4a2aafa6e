import { createHash } from "node:crypto";
import type { Remark } from "../../provider/values/remarks.js";
import type { Entry, Step, Story } from "../preview/events.js";
import { isDefaultProvider } from "../stack/deployment.js";
import { maskedSecrets } from "../stack/plaintext.js";
import { UsageError } from "../shared/exit.js";
import { canonicalJson } from "./canonical.js";

/** What a digest is made of, each as a hash. */
export interface Digest {
  /** What the run would do: operations, differences, and the inputs before and after. */
  readonly changes: string;
  /** Price and terms of its orders, as far as the API shows them. */
  readonly costs: string;
  /** The configuration of the stack with its ciphertext: a secret that changes shows nowhere else. */
  readonly configuration: string;
  /** The file of the project, and the settings in the environment, except the login, which may be rotated. */
  readonly settings: string;
  /** The lock file: another version of a package may do something else with the same program. */
  readonly dependencies: string;
  /** The options of the command that decide what the run does. */
  readonly options: string;
}

/** What is known besides the preview. */
export interface DigestSources {
  /** Undefined if there is none. */
  readonly configuration: string | undefined;
  readonly project: string | undefined;
  /** Variables of the environment that decide what a run does, by name. */
  readonly variables: Readonly<Record<string, string>>;
  readonly dependencies: string | undefined;
  readonly options: readonly string[];
}

const parts = [
  "changes",
  "costs",
  "configuration",
  "settings",
  "dependencies",
  "options",
] as const satisfies readonly (keyof Digest)[];

/** What the parts are called in messages. */
const titles: Readonly<Record<keyof Digest, string>> = {
  changes: "what the run would do",
  costs: "what its orders cost",
  configuration: "the configuration file of the stack",
  settings: "the project file, or the settings in the environment",
  dependencies: "the lock file of the dependencies",
  options: "the options of the command",
};

/** Names the way in which a digest is made, which a later version may change. */
const version = "v2";

/** 128 bits: nobody finds another change with the same digest. */
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);

/**
 * The digest of a preview, which is the same for each preview that shows the same changes.
 *
 * Secrets are masked in a preview, so the files that contain them as ciphertext are part of it.
 */
export const digestOf = (
  { planned, refreshed, remarks }: Story,
  { configuration = "", project = "", variables, dependencies = "", options }: DigestSources,
): Digest => ({
  changes: hashOf(
    canonicalJson([
      changeHashes({ refreshed, planned }).map(({ urn, hash }) => [urn, hash]),
      said(remarks, ({ overwritten = [], inside = [] }) => overwritten.length + inside.length > 0),
    ]),
  ),
  costs: hashOf(canonicalJson(said(remarks, ({ code }) => code === "order"))),
  configuration: hashOf(configuration),
  settings: hashOf(canonicalJson([project, variables])),
  dependencies: hashOf(dependencies),
  options: hashOf(canonicalJson([...options].sort())),
});

/** What was said that no step has: prices, the values that a new resource overwrites, and what goes with a removed object. */
const said = (remarks: readonly Remark[], isPart: (remark: Remark) => boolean): readonly string[] =>
  remarks
    .filter(isPart)
    .map(({ kind, resource, cost, overwritten, id, inside }) =>
      canonicalJson([
        kind,
        resource ?? null,
        cost ?? null,
        overwritten ?? null,
        ...(inside === undefined ? [] : [id, inside.map((each) => `${each.kind} ${each.id}`).sort()]),
      ]),
    )
    .sort();

/** What a run would do with a resource. */
export interface ChangeHash {
  readonly urn: string;
  /** The step that says most about it: `replace` if there is one, or else the last. */
  readonly operation: string;
  /** The same for each preview that shows the same change. */
  readonly hash: string;
}

/** The changes of a preview, of which its digest is made, in the order of their URNs. */
export function changeHashes({ refreshed, planned }: Pick<Story, "refreshed" | "planned">): readonly ChangeHash[] {
  const steps = new Map<string, Step[]>();
  for (const step of [...refreshed, ...planned])
    if (!isDefaultProvider(step.urn) && isChange(step)) steps.set(step.urn, [...(steps.get(step.urn) ?? []), step]);
  return Array.from(steps, ([urn, of]) => {
    const operation = (of.find(({ op }) => op === "replace") ?? of.at(-1)!).op;
    return { urn, operation, hash: hashOf(of.map(lineOf).sort().join("\n")) };
  }).sort((a, b) => (a.urn < b.urn ? -1 : 1));
}

/** A step as text. */
const lineOf = (step: Step): string =>
  canonicalJson([step.op, step.urn, step.differences, step.causes, sideOf(step.old), sideOf(step.new)]);

/** Whether a step does something, or removes what stands in the way of a deletion. */
export const isChange = ({ op, old, new: after, paths }: Step): boolean =>
  op === "refresh" || op === "same"
    ? paths.length > 0 || (op === "refresh" && after === undefined) || isOtherwiseKept(old, after)
    : op !== "read";

const isOtherwiseKept = (old: Entry | undefined, after: Entry | undefined): boolean =>
  old !== undefined &&
  after !== undefined &&
  (old.isProtected !== after.isProtected || old.isRetained !== after.isRetained || old.provider !== after.provider);

const sideOf = (entry: Entry | undefined) =>
  entry && [entry.id, entry.isProtected, entry.isRetained, entry.provider ?? null, maskedSecrets(withoutOwn(entry.inputs))];

/** Names that begin with two underscores are those of Pulumi and of this package. */
const withoutOwn = (inputs: Entry["inputs"]) =>
  Object.fromEntries(Object.entries(inputs).filter(([name]) => !name.startsWith("__")));

export const digestText = (digest: Digest): string => [version, ...parts.map((part) => digest[part])].join(".");

/**
 * Reads a digest as `hosting review` printed it.
 *
 * @param option that gives it, for messages
 * @throws UsageError
 */
export function parseDigest(option: string, text: string): Digest {
  const [given, ...hashes] = text.trim().split(".");
  if (given !== undefined && /^v\d+$/.test(given) && given !== version)
    throw new UsageError(
      `${option}: the digest is one of another version of this command (${given}). Review again with this one.`,
    );
  if (given !== version || hashes.length !== parts.length || !hashes.every((hash) => /^[0-9a-f]{32}$/.test(hash)))
    throw new UsageError(
      `${option}: no digest of \`hosting review\`, which begins with ${version} and has ${parts.length} more parts`,
    );
  return Object.fromEntries(parts.map((part, at) => [part, hashes[at]!])) as unknown as Digest;
}

/** What differs between two digests, in words. */
export const differingParts = (one: Digest, other: Digest): readonly string[] =>
  parts.filter((part) => one[part] !== other[part]).map((part) => titles[part]);
