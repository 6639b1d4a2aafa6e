import { providerNameKey } from "../../provider/runtime/settings.js";
import { startSandbox } from "../../sandbox/server.js";
import { type Outcome, outcomeOf } from "../preview/changes.js";
import type { RehearseFlags } from "../options.js";
import type { CommandContext } from "../shared/command.js";
import { printed } from "../shared/document.js";
import { exitCodes, UsageError } from "../shared/exit.js";
import { customerNumbers } from "../shared/input.js";
import { plainProperties, providerUrn, type StoredResource } from "../stack/deployment.js";
import { openSession, readState, selectedStack } from "../stack/stack.js";
import { changedElsewhere, rehearsalAsJson, rehearsalSection, targetsOf } from "./report.js";
import { type AccountsCopy, checkSamePackage, sourceInFile, sourceNow, withKnownAddresses } from "./source.js";
import { movedState, type StackCopy, withStackCopy } from "./stack-copy.js";

/** Runs the `up` of a program on a copy of its stack, against a sandbox with a copy of its accounts. */
export async function runRehearsal(flags: RehearseFlags, { environment: given, print }: CommandContext): Promise<number> {
  const strange = (["customer", "account", "profile"] as const).find((name) => flags[name] !== undefined);
  if (flags.from !== undefined && strange !== undefined)
    throw new UsageError(`--from and --${strange} cannot be used together: with a copy, nothing is read`);
  const customers = customerNumbers(flags.customer);
  const session = await openSession(flags, given);
  const { folder, environment, secrets, redact, tell } = session;
  checkSamePackage(folder);
  const inFile = flags.from === undefined ? undefined : await sourceInFile(flags.from);
  const pulumi = session.pulumi(flags.stack);
  const { exported, resources } = await readState(pulumi, secrets);
  if ((exported.deployment.pending_operations ?? []).length > 0)
    tell("pending", "A run was interrupted. Its pending operations are not rehearsed: settle them with `hosting recover`.");
  const { stack = "", project = "" } = await selectedStack(pulumi, folder);
  const configuration = await pulumi.markedConfiguration();

  const source =
    inFile ??
    (await sourceNow(
      { resources, configuration: () => pulumi.configuration() },
      { environment, secrets, customers, accounts: flags.account ?? [], tell },
    ));
  const seed = inFile === undefined ? source.seed : withKnownAddresses(source.seed, resources);
  const sandbox = await startSandbox({ seed, rateLimit: false, registrationDelay: 0, controlRoutes: false });
  try {
    const { usual, providers, leftOut } = source;
    const logins = { address: sandbox.url, usual, providers };
    const outcome = await withStackCopy({ folder, project, stack, environment, logins, secrets }, async (copy) => {
      await copy.fill(configuration, exported, (secretsProviders) =>
        movedState(exported.deployment, { address: sandbox.url, loginOf: loginsIn(resources, source), secretsProviders }),
      );
      return rehearse(copy, resources);
    });
    const report = { stack, leftOut, ...outcome };
    print(flags.json ? JSON.stringify(rehearsalAsJson(report, redact)) : printed([rehearsalSection(report, redact)], flags));
    return report.result === "succeeds" ? exitCodes.done : exitCodes.failed;
  } finally {
    await sandbox.close();
  }
}

/** A preview, and the run if the preview does not fail and the run would only change what there is a copy of. */
async function rehearse(copy: StackCopy, resources: readonly StoredResource[]): Promise<Outcome> {
  const preview = await copy.preview();
  const elsewhere = changedElsewhere(preview);
  if (elsewhere.length > 0) {
    const outcome = await outcomeOf(preview);
    const reason = `The run would also change what other packages manage, of which there is no copy: ${elsewhere.join(", ")}.`;
    return { ...outcome, problems: [...outcome.problems, reason], result: "not rehearsed" };
  }
  if (!preview.isWhole) return outcomeOf(preview);
  return outcomeOf(await copy.up(targetsOf(preview, resources)));
}

function loginsIn(resources: readonly StoredResource[], { usual, providers }: AccountsCopy) {
  const names = new Map(resources.map(({ urn, inputs }) => [urn, plainProperties(inputs)[providerNameKey]]));
  return (resource: StoredResource): string | undefined => {
    const name = names.get(providerUrn(resource) ?? "");
    return typeof name === "string" ? providers.get(name)?.username : usual.username;
  };
}
