import { readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { backendOf, projectFileAbove, projectTextIn } from "../../provider/journal/backend.js";
import { Claims } from "../../provider/journal/claims.js";
import { isSameStack, type ObjectKey, type StackIdentity } from "../../provider/journal/journal-events.js";
import { folderStorage } from "../../provider/journal/journal-storage.js";
import { journalFolder } from "../../provider/journal/noted.js";
import { stateOf, thisProcess } from "../../provider/journal/sender.js";
import { claimantText } from "../../provider/ownership/holders.js";
import { journalProblem } from "../../provider/runtime/settings.js";
import { noOrganization } from "../../provider/values/properties.js";
import { organizationOf } from "../../provider/values/reserved-properties.js";
import { Secrets } from "../../sdk/redaction/redaction.js";
import { systemClock } from "../../sdk/values/clock.js";
import { explainedBy } from "../../sdk/values/explained.js";
import type { StackFlags } from "../shared/command.js";
import { CommandError, UsageError } from "../shared/exit.js";
import { withProfile } from "../shared/profiles.js";
import { notify } from "../shared/terminal.js";
import { classOf, type Deployment, type Exported, parseExport, plainProperties, secretTexts, stackOf } from "./deployment.js";
import { lockIn } from "./engine-message.js";
import type { StackState } from "./logins.js";
import { Pulumi, PulumiError } from "./pulumi.js";

/** The folder of the Pulumi project, by default the current one. @throws UsageError if it does not exist */
export async function projectFolder(cwd = "."): Promise<string> {
  const folder = resolve(cwd);
  const present = await stat(folder).catch(() => undefined);
  if (present?.isDirectory() !== true) throw new UsageError(`--cwd ${folder}: the folder does not exist`);
  return folder;
}

/** @throws UsageError if the environment does not say where the journal of this machine is */
export function checkJournal(environment: Parameters<typeof journalProblem>[0]): void {
  const misplaced = journalProblem(environment);
  if (misplaced !== undefined) throw new UsageError(misplaced);
}

/** What a command about stacks works with: the login is that of the profile, and nothing secret is told. */
export async function openSession(flags: Omit<StackFlags, "stack">, given: NodeJS.ProcessEnv, secrets = new Secrets()) {
  const folder = await projectFolder(flags.cwd);
  checkJournal(given);
  const environment = await withProfile(given, flags.profile);
  const redact = (text: string) => secrets.redact(text);
  const tell = (kind: string, message: string) => notify(kind, redact(message), flags);
  return {
    folder,
    environment,
    secrets,
    redact,
    tell,
    pulumi: (stack?: string) => new Pulumi(folder, stack, secrets, environment),
  };
}

export type Session = Awaited<ReturnType<typeof openSession>>;

/** Reads the state of a stack. Its secrets are removed from everything that is shown. */
export async function readState(pulumi: Pulumi, secrets: Secrets) {
  const text = await pulumi.exportState();
  const exported = parseExport(text);
  for (const secret of secretTexts(exported.deployment)) secrets.add(secret);
  return { text, exported, deployment: exported.deployment, resources: exported.deployment.resources ?? [] };
}

/** The resource of another stack that has an object, in words; undefined if no run on this machine has recorded one. */
export type Elsewhere = (object: ObjectKey) => string | undefined;

/**
 * Reads who has objects, as runs have recorded it in the journal.
 * @param stack this one, which is no other
 * @throws UsageError if the environment does not say where the journal is
 */
export function otherStacks(
  stack: StackIdentity,
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Elsewhere {
  checkJournal(environment);
  const claims = new Claims({
    storage: folderStorage(journalFolder(environment)).folder("claims"),
    engine: "hosting",
    clock: systemClock,
    self: thisProcess(),
    stateOf,
  });
  const own: StackIdentity = { ...stack, backend: backendOf({ environment, folder }) };
  return (object) => {
    const claim = claims.of(object).find((each) => each.isDoubted !== true && !isSameStack(each, own));
    return claim && claimantText(claim);
  };
}

/** The selected stack, for an empty state, which names neither stack nor project. */
export async function selectedStack(pulumi: Pulumi, folder: string): Promise<StackIdentity> {
  const [stack, project = projectNameAt(folder), organization] = (await pulumi.stackName()).split("/").reverse();
  return { project, stack, organization: organization === noOrganization ? undefined : organization };
}

/** Name of the project that a folder lies in; undefined if it cannot be read. */
export function projectNameAt(folder: string): string | undefined {
  const file = projectFileAbove(folder);
  try {
    return file && projectTextIn(readFileSync(file, "utf8"), file, "name");
  } catch {
    return undefined;
  }
}

/** The organization of the stack, if a resource of this package shows it. */
export function organizationIn({ resources, pending_operations: pending }: Deployment): string | undefined {
  const all = [...(resources ?? []), ...(pending ?? []).map(({ resource }) => resource)];
  const own = all.filter((each) => classOf(each) !== undefined);
  return own.map(({ inputs }) => organizationOf(plainProperties(inputs))).find((name) => name !== undefined);
}

export interface ReadStack extends StackState {
  readonly name: string;
}

/** @param stack default: the selected one */
export async function readStack({ pulumi: open, secrets }: Session, stack: string | undefined): Promise<ReadStack> {
  const pulumi = open(stack);
  const { deployment, resources } = await readState(pulumi, secrets);
  const name = stack ?? stackOf(deployment)?.stack ?? (await pulumi.stackName()).split("/").at(-1)!;
  return { name, resources, configuration: () => pulumi.configuration() };
}

/**
 * Replaces the state that was read with the new one, unless it has changed since.
 *
 * Pulumi holds its lock only while it writes. So the state is compared when the import waits only for the new one, and the
 * history of the stack shows afterwards whether a run ended in between.
 * @param before the state as it was read
 * @param command the command that writes it, for messages
 * @throws StackLocked
 */
export async function writeState(pulumi: Pulumi, before: string, state: Exported, command: string): Promise<void> {
  let latest: string | undefined;
  try {
    await pulumi.importState(async () => {
      latest = await pulumi.latestRun();
      if ((await pulumi.exportState()) !== before)
        throw new CommandError("The state has changed in the meantime, so nothing was written. Run again.");
      return JSON.stringify(state);
    });
  } catch (error) {
    throw (error instanceof PulumiError ? lockIn(error.stderr) : undefined) ?? error;
  }
  const run = await pulumi.latestRun();
  if (run !== latest) throw overwritten(run ?? "", command);
}

const overwritten = (run: string, command: string): CommandError =>
  new CommandError(
    `Another run of this stack (${run}) ended while the state was written, which now lacks what it recorded. ` +
      `Restore the state of that run, then run \`${command}\` again.${explainedBy("state-overwritten")}`,
  );
