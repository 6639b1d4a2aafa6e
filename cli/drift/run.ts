import type { DriftFlags } from "../options.js";
import type { CommandContext } from "../shared/command.js";
import { printed } from "../shared/document.js";
import { CommandError, UsageError } from "../shared/exit.js";
import { customerNumbers } from "../shared/input.js";
import { noLogin, openLogins } from "../stack/logins.js";
import { openSession, type ReadStack, readStack, type Session } from "../stack/stack.js";
import { compare } from "./compare.js";
import {
  hasDrift,
  isIncomplete,
  stackAsJson,
  type StackReport,
  stackSection,
  unmanagedAsJson,
  unmanagedSection,
} from "./report.js";
import { readIgnoreList, unmanagedObjects } from "./unmanaged.js";

/** No drift, an incomplete comparison, drift. */
const codes = { none: 0, failed: 1, drift: 2 } as const;

/** Shows what differs between programs and the provider, or what no stack manages. */
export async function runDrift(flags: DriftFlags, { environment, print }: CommandContext): Promise<number> {
  const session = await openSession(flags, environment);
  const { outcome, json, sections } = await (flags.unmanaged ? unmanagedIn : comparisonOf)(flags, session);
  print(flags.json ? JSON.stringify({ outcome, ...json }) : printed(sections, flags));
  return codes[outcome];
}

async function comparisonOf(flags: DriftFlags, session: Session) {
  const strange = (["customer", "account", "ignore", "ignoreFile"] as const).find((name) => flags[name] !== undefined);
  if (strange !== undefined) throw new UsageError(`--${strange === "ignoreFile" ? "ignore-file" : strange} requires --unmanaged`);
  const reports: StackReport[] = [];
  for (const stack of chosen(flags)) {
    try {
      const { name, resources } = await readStack(session, stack);
      reports.push({ stack: name, ...(await compare(await session.pulumi(stack).compare(), resources)) });
    } catch (error) {
      // The others are still compared.
      if (error instanceof UsageError || !(error instanceof CommandError)) throw error;
      reports.push({ stack: stack ?? "(the selected one)", failure: error.message });
    }
  }
  return {
    outcome: outcomeOf(reports.some(isIncomplete), reports.some(hasDrift)),
    json: { stacks: reports.map((report) => stackAsJson(report, session.redact)) },
    sections: reports.map((report) => stackSection(report, session.redact)),
  };
}

async function unmanagedIn(flags: DriftFlags, session: Session) {
  const ignore = await readIgnoreList(flags.ignore ?? [], flags.ignoreFile);
  const customers = customerNumbers(flags.customer);
  const stacks: ReadStack[] = [];
  // Without one of the states, its objects would seem to be managed by nobody.
  for (const stack of chosen(flags)) stacks.push(await readStack(session, stack));
  const managed = await openLogins(stacks, { ...session, notify: (message) => session.tell("wait", message) });
  try {
    if (managed.logins.length === 0) throw new UsageError(noLogin);
    const report = await unmanagedObjects(managed, { customers, accounts: flags.account ?? [], ignore });
    const names = stacks.map(({ name }) => name);
    return {
      outcome: outcomeOf(report.failed.length > 0, report.objects.length > 0),
      json: unmanagedAsJson(report, names, session.redact),
      sections: [unmanagedSection(report, names, session.redact)],
    };
  } finally {
    await managed.close();
  }
}

const chosen = ({ stack }: DriftFlags): readonly (string | undefined)[] =>
  stack === undefined ? [undefined] : [...new Set(stack)];

const outcomeOf = (isFailed: boolean, isDrift: boolean): keyof typeof codes => (isDrift ? "drift" : isFailed ? "failed" : "none");
