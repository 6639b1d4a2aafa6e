import { CommandError, LocalWorkspace, PulumiCommand, type Stack } from "@pulumi/pulumi/automation";
import { Secrets, systemClock } from "pulumi-hosting/sdk";
import { asksForHelp, UsageError } from "./arguments.js";
import { applyStack } from "./apply-stack.js";
import { asked } from "./consent.js";
import { customersVariable } from "./customers.js";
import { lastWords } from "./end.js";
import { runFleet } from "./fleet.js";
import { type Invocation, invocationFrom, usage } from "./invocation.js";
import { askWindow, logIn, stackEnvironment } from "./login.js";
import { planOf } from "./plan.js";
import { statusOf, statusOfReview, summary } from "./report.js";
import { reviewStack } from "./review-stack.js";
import { runStack } from "./stack.js";
import type { StackReview } from "./stack-review.js";
import { Share } from "./share.js";
import { byAge, strayStacks } from "./stacks.js";
import { isTimeOver, stopOf } from "./stop.js";
import { SharedWindow } from "./window.js";
import { writeReview } from "./write-review.js";

async function runAll(invocation: Invocation): Promise<number> {
  const { command, customers, customersFile, concurrency, parallel, expectNoChanges, part, requests, minutes, yes } = invocation;
  const { out, reviewed, passedOn } = invocation;
  const secrets = new Secrets();
  const tell = (line: string) => void process.stdout.write(`${secrets.redact(line)}\n`);
  const ending = stopOf({ clock: systemClock, tell, minutes, process });
  const pulumi = await PulumiCommand.get();
  const project = process.cwd();
  const workspace = await LocalWorkspace.create({ workDir: project, pulumiCommand: pulumi });
  const summaries = await workspace.listStacks();
  // One job tells what all of them would.
  const before = part === undefined || part.number === 1 ? strayStacks(summaries, customers) : [];
  const { stacks, question } = await planOf(invocation, before, workspace);
  if (part !== undefined && stacks.length === 0) {
    tell(`Part ${part.number}/${part.of} has no stacks.`);
    return 0;
  }
  if (question !== undefined && !yes && !(await asked(question, process.stdin, process.stdout)))
    throw new UsageError("Nothing was deleted.");

  const login = await logIn(process.env, secrets);
  const environment = { ...stackEnvironment(login, process.env), [customersVariable]: customersFile };
  const shared = { clock: systemClock, tell, signal: ending.stop };
  const room =
    requests === undefined ? new SharedWindow({ ...shared, ask: () => askWindow(login) }) : new Share(requests, shared);
  const options = { command, pulumi, project, environment, parallel, expectNoChanges, signal: ending.interrupt };
  const reviews = new Map<string, StackReview>();
  const select = (stackName: string): Promise<Stack> =>
    LocalWorkspace.createOrSelectStack({ stackName, workDir: project }, { pulumiCommand: pulumi, envVars: environment });
  const ofHosting = { project, environment, passedOn, signal: ending.interrupt, select };
  const run = (name: string) => {
    if (command === "review") return reviewStack(name, { ...ofHosting, out, keep: (of, review) => void reviews.set(of, review) });
    if (reviewed === undefined) return runStack(name, options);
    return applyStack(name, { ...ofHosting, folder: reviewed.folder, stacks: reviewed.review.stacks });
  };
  const start = Date.now();
  const outcomes = await runFleet({
    command,
    stacks: minutes === undefined ? stacks : byAge(stacks, summaries),
    concurrency,
    room,
    clock: systemClock,
    run,
    runPreview: (name) => runStack(name, { ...options, command: "preview", expectNoChanges: false }),
    tell,
    stop: ending.stop,
  });
  // The results of the stacks are reported in any case.
  if (room instanceof SharedWindow) await room.look().catch((error: unknown) => tell(wordsOf(error)));
  const retired = outcomes.filter(({ result }) => command === "retire" && result?.end === "done").map(({ name }) => name);
  const stray = before.filter(({ name }) => !retired.includes(name));
  const seconds = (Date.now() - start) / 1000;
  for (const line of summary({
    command,
    outcomes,
    stray,
    seconds,
    window: room instanceof SharedWindow ? room.state : undefined,
    isTimeOver: isTimeOver(ending),
    hasLoggedIn: login.isNew,
  }))
    tell(line);
  if (command === "review") {
    const { name } = await workspace.projectSettings();
    tell(await writeReview(invocation, { project: name, outcomes, reviews, stray }));
    return statusOfReview(outcomes);
  }
  return statusOf({ outcomes, stray, isTimeOver: isTimeOver(ending) });
}

function wordsOf(error: unknown): string {
  if (error instanceof CommandError) return lastWords(error.message);
  return error instanceof Error ? error.message : String(error);
}

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  if (asksForHelp(args)) {
    process.stdout.write(usage);
    return 0;
  }
  const canAsk = process.stdin.isTTY && process.stdout.isTTY;
  return runAll(invocationFrom(args, canAsk));
}

main().then(
  // A signal handler would keep the process from ending.
  (status) => process.exit(status),
  (error: unknown) => {
    process.stderr.write(`${wordsOf(error)}\n`);
    process.exit(2);
  },
);
