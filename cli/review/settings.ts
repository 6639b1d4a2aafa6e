import { execFile } from "node:child_process";
import { basename, dirname } from "node:path";
import { promisify } from "node:util";
import type { Properties } from "../../provider/values/properties.js";
import { leavesOf, plainPaths } from "../../provider/values/reviewed.js";
import { mask } from "../../sdk/redaction/mask.js";
import { unequal, withoutUnknown } from "../preview/properties.js";
import { optionsIn } from "../preview/remarks.js";
import { isObject } from "../shared/values.js";
import { maskedSecrets, type StoredResource } from "../stack/deployment.js";
import type { RunEvents } from "../stack/events.js";
import { type Before, lockFileAbove } from "./before.js";
import { withoutEmpty } from "../preview/plan.js";

type Versions = Readonly<Record<string, string>>;

/**
 * The versions of the packages in the lock file, in the commit of the latest update and now. Empty if there was none, or if the clone does not have
 * that commit; of another package manager than npm, only the file is told, if it has changed.
 */
async function packageVersions({ folder, latest, files }: Before): Promise<readonly [before: Versions, after: Versions]> {
  const [file, commit] = [lockFileAbove(folder), latest?.environment?.["git.head"]];
  if (file === undefined || commit === undefined || files.dependencies === undefined) return [{}, {}];
  const show = promisify(execFile)("git", ["show", `${commit}:./${basename(file)}`], {
    cwd: dirname(file),
    encoding: "latin1",
    maxBuffer: Infinity,
  });
  const earlier = await show.then(({ stdout }) => stdout).catch(() => undefined);
  if (earlier === undefined || earlier === files.dependencies) return [{}, {}];
  const [old, now] = [versionsIn(earlier), versionsIn(files.dependencies)];
  return old === undefined || now === undefined ? [{}, { [basename(file)]: "changed" }] : [old, now];
}

/** The versions in a lock file of npm, by place; undefined for that of another package manager. */
function versionsIn(text: string): Versions | undefined {
  try {
    const { packages } = JSON.parse(text) as { readonly packages?: Readonly<Record<string, { readonly version?: string }>> };
    if (!isObject(packages)) return undefined;
    const named = Object.entries(packages).filter(([place]) => place !== "");
    return Object.fromEntries(named.map(([place, { version = "linked" }]) => [place.replace(/^node_modules\//, ""), version]));
  } catch {
    return undefined;
  }
}

/** What changes besides objects. Values are absent if there is none; secrets are masked. */
export interface SettingChange {
  /**
   * - `output`: of the stack.
   * - `configuration`: a key.
   * - `setting`: a variable of the environment that decides what a run does; what it was is not known.
   * - `option`: of a resource.
   * - `package`: its version in the lock file.
   */
  readonly what: "output" | "configuration" | "setting" | "option" | "package";
  readonly urn?: string;
  readonly name: string;
  readonly before?: unknown;
  readonly after?: unknown;
  /** Whether something that was secret is plain from now on. */
  readonly isRevealed?: true;
}

/** @param variables of the environment that decide what a run does, by name */
export async function settingChanges(
  before: Before,
  events: RunEvents,
  variables: Readonly<Record<string, string>>,
): Promise<readonly SettingChange[]> {
  return [
    ...changedOutputs(before.resources, events),
    ...changedConfiguration(before),
    ...Object.entries(variables)
      .filter(([name]) => !name.endsWith("_BASE_URL"))
      .map(([name, after]): SettingChange => ({ what: "setting", name, after })),
    ...changedOptions(before.resources, events),
    ...differences(...(await packageVersions(before)), (name) => ({ what: "package", name })),
  ];
}

function changedOutputs(resources: readonly StoredResource[], { planned, remarks }: RunEvents): readonly SettingChange[] {
  const stack = planned.filter(({ type }) => type === stackType);
  const [old, after] = [stack[0]?.old?.outputs ?? {}, stack.at(-1)?.new?.outputs ?? {}];
  const changes = differences(old, after, (name) => ({ what: "output", name }));
  const recorded = resources.find(({ type }) => type === stackType)?.outputs ?? {};
  const [before, plain] = [plainPaths(recorded), remarks.flatMap((remark) => remark.plain ?? [])].map((paths) => new Set(paths));
  // In a plain output, Pulumi has masked a secret only for the events, which then show no difference.
  const revealed = Object.keys(after).flatMap((name): SettingChange[] => {
    const change = changes.find((each) => each.name === name);
    const isRevealed = leavesOf(name, after[name]).some(
      ([path, value]) => plain!.has(path) && String(value).includes(mask) && (!before!.has(path) || change !== undefined),
    );
    return isRevealed ? [{ ...(change ?? { what: "output", name, before: mask, after: mask }), isRevealed: true }] : [];
  });
  const names = new Set(revealed.map(({ name }) => name));
  return [...changes.filter(({ name }) => !names.has(name)), ...revealed];
}

const stackType = "pulumi:pulumi:Stack";

/** What Pulumi shows in the history for a secret that it cannot decrypt, as after a change of the passphrase. */
const undecryptable = "ERROR_UNABLE_TO_DECRYPT";

function changedConfiguration({ configuration, latest }: Before): readonly SettingChange[] {
  if (latest?.config === undefined) return [];
  const old = new Map(Object.entries(latest.config));
  return [...new Set([...old.keys(), ...configuration.keys()])].sort().flatMap((name): SettingChange[] => {
    const [one, other] = [old.get(name), configuration.get(name)];
    const [wasSecret, isSecret] = [one?.secret ?? false, other?.isSecret ?? false];
    const isSame = one?.value === other?.value || one?.value === undecryptable;
    if (isSame && one !== undefined && other !== undefined && wasSecret === isSecret) return [];
    const isRevealed = wasSecret && other !== undefined && !isSecret;
    return [
      {
        what: "configuration",
        name,
        ...(one && { before: wasSecret ? mask : one.value }),
        ...(other && { after: isSecret || isRevealed ? mask : other.value }),
        ...(isRevealed && { isRevealed }),
      },
    ];
  });
}

/** Of resources that were and remain in the state: the change of a new or replaced one shows that all of it is new. */
function changedOptions(resources: readonly StoredResource[], { planned, remarks }: RunEvents): readonly SettingChange[] {
  const declared = optionsIn(remarks);
  const renamed = new Map(planned.flatMap(({ urn, old }) => (old === undefined || old.urn === urn ? [] : [[old.urn, urn]])));
  return resources.flatMap((resource) => {
    const urn = renamed.get(resource.urn) ?? resource.urn;
    const options = declared.get(urn);
    if (options === undefined || resource.delete === true || resource.external === true) return [];
    const recorded = Object.fromEntries(Object.keys(options).map((name) => [name, resource[name as keyof StoredResource]]));
    return differences(withoutEmpty(recorded), withoutEmpty(options), (name) => ({ what: "option", urn, name }));
  });
}

function differences(old: Properties, now: Properties, of: (name: string) => SettingChange): readonly SettingChange[] {
  const [earlier, later] = [old, now].map((values) => withoutUnknown(maskedSecrets(values)) as Properties);
  return unequal(earlier!, later!)
    .sort()
    .map((name) => {
      const [before, after] = [earlier![name], later![name]];
      const isPlainNow = name === "additionalSecretOutputs" ? lacksAny(before, after) : isRevealed(before, after);
      return {
        ...of(name),
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after: isRevealed(before, after) ? mask : after }),
        ...(isPlainNow && { isRevealed: true as const }),
      };
    });
}

const lacksAny = (before: unknown = [], after: unknown = []): boolean =>
  (before as readonly string[]).some((each) => !(after as readonly string[]).includes(each));

/** Whether a value has something plain where an earlier one had a secret. */
function isRevealed(before: unknown, after: unknown): boolean {
  if (before === mask) return hasPlain(after);
  if (!isObject(before) || !isObject(after)) return false;
  return Object.entries(before).some(([name, member]) => isRevealed(member, after[name]));
}

const hasPlain = (value: unknown): boolean =>
  isObject(value) ? Object.values(value).some(hasPlain) : value !== undefined && value !== mask;
