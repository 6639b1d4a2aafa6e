import { CommandError, LocalWorkspace, PulumiCommand } from "@pulumi/pulumi/automation";
import { systemClock } from "pulumi-hosting/sdk";
import { asked } from "./consent.js";
import { customersVariable } from "./customers.js";
import { lastWords } from "./end.js";
import { runFleet } from "./fleet.js";
import { type Invocation, invocationFrom, UsageError } from "./invocation.js";
import { askWindow, logIn, stackEnvironment } from "./login.js";
import { planOf } from "./plan.js";
import { statusOf, summary } from "./report.js";
import { runStack } from "./stack.js";
import { Share } from "./share.js";
import { strayStacks } from "./stacks.js";
import { SharedWindow } from "./window.js";

/**
 * The first signal ends the run once the stacks under way have ended. On Ctrl-C the terminal interrupts them too. SIGTERM
 * reaches only the runner, so the runner must interrupt them.
 */
function signals(tell: (line: string) => void) {
  const [stop, interrupt] = [new AbortController(), new AbortController()];
  const onStop = () => {
    if (!stop.signal.aborted) tell("Interrupted: no further stack will start; waiting for those under way.");
    stop.abort();
  };
  process.on("SIGINT", onStop);
  process.on("SIGTERM", () => {
    onStop();
    interrupt.abort();
  });
  return { stop: stop.signal, interrupt: interrupt.signal };
}

async function run(invocation: Invocation): Promise<number> {
  const { command, customers, customersFile, concurrency, parallel, expectNoChanges, requests, yes } = invocation;
  const pulumi = await PulumiCommand.get();
  const project = process.cwd();
  const workspace = await LocalWorkspace.create({ workDir: project, pulumiCommand: pulumi });
  const before = await strayStacks(workspace, customers);
  const { stacks, question } = await planOf(invocation, before, workspace);
  if (question !== undefined && !yes && !(await asked(question, process.stdin, process.stdout)))
    throw new UsageError("Nothing was deleted.");

  const login = await logIn(process.env);
  const environment = { ...stackEnvironment(login), [customersVariable]: customersFile };
  const tell = (line: string) => void process.stdout.write(`${login.secrets.redact(line)}\n`);
  const { stop, interrupt } = signals(tell);
  const shared = { clock: systemClock, tell, signal: stop };
  const room =
    requests === undefined ? new SharedWindow({ ...shared, ask: () => askWindow(login) }) : new Share(requests, shared);
  const options = { command, pulumi, project, environment, parallel, expectNoChanges, signal: interrupt };
  const start = Date.now();
  const outcomes = await runFleet({
    command,
    stacks,
    concurrency,
    room,
    clock: systemClock,
    run: (name) => runStack(name, options),
    runPreview: (name) => runStack(name, { ...options, command: "preview", expectNoChanges: false }),
    tell,
    stop,
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
  }))
    tell(line);
  return statusOf({ outcomes, stray });
}

function wordsOf(error: unknown): string {
  if (error instanceof CommandError) return lastWords(error.message);
  return error instanceof Error ? error.message : String(error);
}

async function main(): Promise<number> {
  const canAsk = process.stdin.isTTY && process.stdout.isTTY;
  return run(invocationFrom(process.argv.slice(2), canAsk));
}

main().then(
  // A signal handler would keep the process from ending.
  (status) => process.exit(status),
  (error: unknown) => {
    process.stderr.write(`${wordsOf(error)}\n`);
    process.exit(2);
  },
);
