import { decidingVariables } from "../../provider/runtime/settings.js";
import { canonicalJson, keyedDigest } from "../../provider/values/reviewed.js";
import { loginsIn } from "../preview/remarks.js";
import { UsageError } from "../shared/exit.js";
import type { RunEvents } from "../stack/events.js";
import type { Before } from "./before.js";
import { plannedChanges } from "../preview/plan.js";
import { type SettingChange, settingChanges } from "./settings.js";

/** What a digest is made of, with what is said if it differs. */
const titles = {
  /** The key itself: with another one, everything differs. */
  key: "the key of the digest (HOSTING_REVIEW_KEY, or else the passphrase or password), so nothing can be compared",
  /** Its steps, what resources declare, what a refresh found, and what orders cost. */
  changes: "what the run would do",
  /** With the latest run that changed something: a digest is good once. */
  base: "the state of the stack, which was changed since the review",
  /** With its ciphertext: a secret that changes shows nowhere else. */
  configuration: "the configuration file of the stack",
  /** A login may be rotated. */
  settings: "the project file, the settings in the environment, or the customer of a login",
  /** Another version of a package may do something else with the same program. */
  dependencies: "the lock file of the dependencies",
  options: "the options of the command",
};

export type Digest = Readonly<Record<keyof typeof titles, string>>;

interface DigestInput extends Pick<Before, "base" | "files"> {
  readonly key: string;
  /** Variables of the environment that decide what a run does, by name. */
  readonly variables: Readonly<Record<string, string>>;
  readonly options: readonly string[];
  /** Outputs and options of resources that change, among others. */
  readonly settings: readonly SettingChange[];
}

const parts = Object.keys(titles) as readonly (keyof Digest)[];

/** Names the way in which a digest is made, which a later version may change. */
const version = "v3";

/** The digest of a preview, which is the same for each preview that shows the same changes. */
export function digestOf(events: RunEvents, sources: DigestInput): Digest {
  const { key, base, files, variables, options, settings } = sources;
  const { configuration = "", project = "", dependencies = "" } = files;
  const declared = settings.filter(({ what }) => what === "option" || what === "output");
  const logins = loginsIn(events.remarks).map(canonicalJson).sort();
  const of = (...values: readonly unknown[]) => keyedDigest(key, ...values);
  return {
    key: of(),
    changes: of(plannedChanges(events, key), declared),
    base: of(base),
    configuration: of(configuration),
    settings: of(project, variables, logins),
    dependencies: of(dependencies),
    options: of([...options].sort()),
  };
}

/** The digest of a preview, undefined without a key, and what changes besides objects. */
export async function previewedBy(events: RunEvents, before: Before, environment: NodeJS.ProcessEnv, options: readonly string[]) {
  const variables = decidingVariables(environment);
  const settings = await settingChanges(before, events, variables);
  const { key } = before;
  return { settings, digest: key === undefined ? undefined : digestOf(events, { ...before, key, variables, options, settings }) };
}

export const digestText = (digest: Digest): string => [version, ...parts.map((part) => digest[part])].join(".");

/** Reads a digest as `hosting review` printed it. @param option that gives it, for messages @throws UsageError */
export function parseDigest(option: string, text: string): Digest {
  const [given = "", ...hashes] = text.trim().split(".");
  if (/^v\d+$/.test(given) && given !== version)
    throw new UsageError(
      `${option}: the digest is one of another version of this command (${given}). Review again with this one.`,
    );
  if (given !== version || hashes.length !== parts.length || !hashes.every((hash) => /^[0-9a-f]{32}$/.test(hash)))
    throw new UsageError(
      `${option}: no digest of \`hosting review\`, which begins with ${version} and has ${parts.length} more parts`,
    );
  return Object.fromEntries(parts.map((part, at) => [part, hashes[at]!])) as unknown as Digest;
}

export const differingParts = (one: Digest, other: Digest): readonly string[] =>
  one.key !== other.key ? [titles.key] : parts.filter((part) => one[part] !== other[part]).map((part) => titles[part]);
