import { join } from "node:path";
import { Secrets } from "../../sdk/redaction/redaction.js";
import type { Around } from "../shared/command.js";
import { CommandError, UsageError } from "../shared/exit.js";
import { customerNumbers } from "../shared/input.js";
import { withProfile } from "../shared/profiles.js";
import { notify } from "../shared/terminal.js";
import { checkJournal, projectFolder, type ReadStack, readStack } from "../stack/stack.js";
import { printed } from "../shared/document.js";
import { storyOf } from "../preview/events.js";
import { withTemporaryFolder } from "../shared/files.js";
import { Pulumi } from "../stack/pulumi.js";
import { compare } from "./compare.js";
import { type IgnoreList, readIgnoreList, unmanagedObjects } from "./unmanaged.js";
import { noLogin, openLogins } from "../stack/logins.js";
import {
  hasDrift,
  isIncomplete,
  stackAsJson,
  type StackReport,
  stackSection,
  unmanagedAsJson,
  unmanagedSection,
} from "./report.js";

export interface DriftFlags {
  readonly stack?: readonly string[];
  readonly cwd?: string;
  readonly profile?: string;
  readonly unmanaged?: true;
  readonly customer?: readonly string[];
  readonly account?: readonly string[];
  readonly ignore?: readonly string[];
  readonly ignoreFile?: string;
  readonly markdown?: true;
  readonly json?: true;
}

/** No drift, an incomplete comparison, drift. */
const codes = { none: 0, failed: 1, drift: 2 } as const;

interface Run {
  readonly flags: DriftFlags;
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly secrets: Secrets;
  readonly print: (text: string) => void;
  readonly tell: (kind: string, message: string) => void;
}

/**
 * Shows what differs between programs and the provider, or what no stack manages.
 *
 * @returns the exit code
 */
export async function runDrift(flags: DriftFlags, { environment, print }: Around): Promise<number> {
  if (flags.json && flags.markdown) throw new UsageError("--json and --markdown cannot be used together");
  const folder = await projectFolder(flags.cwd);
  checkJournal(environment);
  const secrets = new Secrets();
  const login = await withProfile(environment, flags.profile);
  const tell = (kind: string, message: string) => notify(kind, secrets.redact(message), flags);
  const run: Run = { flags, folder, environment: login, secrets, print, tell };
  return flags.unmanaged ? runUnmanaged(run) : runComparison(run);
}

async function runComparison({ flags, folder, environment, secrets, print }: Run): Promise<number> {
  const strange = (["customer", "account", "ignore", "ignoreFile"] as const).find((name) => flags[name] !== undefined);
  if (strange !== undefined) throw new UsageError(`--${strange === "ignoreFile" ? "ignore-file" : strange} requires --unmanaged`);
  const reports: StackReport[] = [];
  for (const stack of chosen(flags)) {
    try {
      const { name, resources } = await readStack(folder, stack, secrets, environment);
      const pulumi = new Pulumi(folder, stack, secrets, environment);
      const log = await withTemporaryFolder("drift", (temporary) => pulumi.compare(join(temporary, "events.json")));
      reports.push({ stack: name, ...(await compare(storyOf(log), resources)) });
    } catch (error) {
      // The others are still compared.
      if (error instanceof UsageError || !(error instanceof CommandError)) throw error;
      reports.push({ stack: stack ?? "(the selected one)", failure: error.message });
    }
  }
  const redact = (text: string) => secrets.redact(text);
  const outcome = outcomeOf(reports.some(isIncomplete), reports.some(hasDrift));
  if (flags.json) print(JSON.stringify({ outcome, stacks: reports.map((report) => stackAsJson(report, redact)) }));
  else
    print(
      printed(
        reports.map((report) => stackSection(report, redact)),
        flags,
      ),
    );
  return codes[outcome];
}

async function runUnmanaged({ flags, folder, environment, secrets, print, tell }: Run): Promise<number> {
  const ignore: IgnoreList = await readIgnoreList(flags.ignore ?? [], flags.ignoreFile);
  const customers = customerNumbers(flags.customer);
  const stacks: ReadStack[] = [];
  // Without one of the states, its objects would seem to be managed by nobody.
  for (const stack of chosen(flags)) stacks.push(await readStack(folder, stack, secrets, environment));
  const managed = await openLogins(stacks, { environment, secrets, notify: (message) => tell("wait", message) });
  try {
    if (managed.logins.length === 0) throw new UsageError(noLogin);
    const report = await unmanagedObjects(managed, { customers, accounts: flags.account ?? [], ignore });
    const names = stacks.map(({ name }) => name);
    const redact = (text: string) => secrets.redact(text);
    const outcome = outcomeOf(report.failed.length > 0, report.objects.length > 0);
    if (flags.json) print(JSON.stringify({ outcome, ...unmanagedAsJson(report, names, redact) }));
    else print(printed([unmanagedSection(report, names, redact)], flags));
    return codes[outcome];
  } finally {
    await managed.close();
  }
}

/** The stacks of the command line; undefined is the selected one. */
const chosen = ({ stack }: DriftFlags): readonly (string | undefined)[] =>
  stack === undefined ? [undefined] : [...new Set(stack)];

const outcomeOf = (isFailed: boolean, isDrift: boolean): keyof typeof codes => (isDrift ? "drift" : isFailed ? "failed" : "none");
