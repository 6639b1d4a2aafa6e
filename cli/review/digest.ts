import { decidingVariables } from "../../provider/runtime/settings.js";
import { canonicalJson, keyedDigest } from "../../provider/values/reviewed.js";
import { loginsIn } from "../preview/remarks.js";
import { UsageError } from "../shared/exit.js";
import type { RunEvents } from "../stack/events.js";
import type { Before } from "./before.js";
import { plannedChanges } from "./plan.js";
import { type SettingChange, settingChanges } from "./settings.js";

export interface Digest {
  /** The key itself: with another one, everything differs. */
  readonly key: string;
  /** What the run would do: its steps, what resources declare, what a refresh found, and what orders cost. */
  readonly changes: string;
  /** The state, and the latest run that changed something: a digest is good once. */
  readonly base: string;
  /** The configuration of the stack with its ciphertext: a secret that changes shows nowhere else. */
  readonly configuration: string;
  /** The file of the project, the settings in the environment, and whose logins are used. A login may be rotated. */
  readonly settings: string;
  /** The lock file: another version of a package may do something else with the same program. */
  readonly dependencies: string;
  /** The options of the command that decide what the run does. */
  readonly options: string;
}

export interface DigestInput extends Pick<Before, "base" | "files"> {
  readonly key: string;
  /** Variables of the environment that decide what a run does, by name. */
  readonly variables: Readonly<Record<string, string>>;
  readonly options: readonly string[];
  /** Outputs and options of resources that change, among others. */
  readonly settings: readonly SettingChange[];
}

const titles: Readonly<Record<keyof Digest, string>> = {
  key: "the key of the digest (HOSTING_REVIEW_KEY, or else the passphrase or password), so nothing can be compared",
  changes: "what the run would do",
  base: "the state of the stack, which was changed since the review",
  configuration: "the configuration file of the stack",
  settings: "the project file, the settings in the environment, or the customer of a login",
  dependencies: "the lock file of the dependencies",
  options: "the options of the command",
};

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

export interface Previewed {
  /** Undefined without a key. */
  readonly digest: Digest | undefined;
  readonly settings: readonly SettingChange[];
}

export async function previewedBy(
  events: RunEvents,
  before: Before,
  environment: NodeJS.ProcessEnv,
  options: readonly string[],
): Promise<Previewed> {
  const variables = decidingVariables(environment);
  const settings = await settingChanges(before, events, variables);
  const { key } = before;
  return { settings, digest: key === undefined ? undefined : digestOf(events, { ...before, key, variables, options, settings }) };
}

export const digestText = (digest: Digest): string => [version, ...parts.map((part) => digest[part])].join(".");

/** Reads a digest as `hosting review` printed it. @param option that gives it, for messages @throws UsageError */
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

export const differingParts = (one: Digest, other: Digest): readonly string[] =>
  one.key !== other.key ? [titles.key] : parts.filter((part) => one[part] !== other[part]).map((part) => titles[part]);
