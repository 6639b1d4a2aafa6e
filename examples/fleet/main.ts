import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { PulumiCommand } from "@pulumi/pulumi/automation";
import { systemClock } from "pulumi-hosting/sdk";
import { type Command, commands, isCommand } from "./command.js";
import { type Customer, customersVariable, readCustomers } from "./customers.js";
import { runFleet } from "./fleet.js";
import { askWindow, type Login, logIn, stackEnvironment } from "./login.js";
import { summary } from "./report.js";
import { runStack } from "./stack.js";
import { SharedWindow } from "./window.js";

const usage = `Usage: npm run fleet -- ${commands.join("|")} [stack…] [options]

Runs a command on the stacks of all customers, or of those that are named; from the folder of Pulumi.yaml.

  --customers <file>    the customers, as JSON (default: customers.json)
  --concurrency <n>     stacks that run at a time (default: one for each core, ${availableParallelism()} here)
  --parallel <n>        resources of a stack under way at a time (default: 8)
  --expect-no-changes   a stack fails where there is something to change, or that has drifted

Environment: HOSTING_BASE_URL, and HOSTING_USERNAME with HOSTING_PASSWORD, or HOSTING_ACCESS_TOKEN; what the Pulumi CLI reads;
FLEET_WEBHOOK_SECRET, sent along with the calls of all webhooks.
`;

/** The run cannot begin. */
class UsageError extends Error {}

interface Invocation {
  readonly command: Command;
  readonly customersFile: string;
  readonly customers: readonly Customer[];
  readonly concurrency: number;
  readonly parallel: number;
  readonly expectNoChanges: boolean;
}

function invocationFrom(args: string[]): Invocation {
  const { values, positionals } = parse(args);
  const [command, ...names] = positionals;
  if (!isCommand(command)) throw new UsageError(`Give one of the commands ${commands.join(", ")}.\n\n${usage}`);
  if (command === "destroy" && values["expect-no-changes"])
    throw new UsageError("--expect-no-changes makes no sense with destroy.");
  const customersFile = resolve(values.customers);
  return {
    command,
    customersFile,
    customers: selected(readCustomers(customersFile), names),
    concurrency: whole("concurrency", values.concurrency),
    parallel: whole("parallel", values.parallel),
    expectNoChanges: values["expect-no-changes"],
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        customers: { type: "string", default: "customers.json" },
        concurrency: { type: "string", default: String(availableParallelism()) },
        parallel: { type: "string", default: "8" },
        "expect-no-changes": { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`);
  }
}

function whole(name: string, text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new UsageError(`--${name} must be a whole number from 1 to 9999.`);
}

function selected(customers: readonly Customer[], names: readonly string[]): readonly Customer[] {
  const unknown = names.filter((name) => !customers.some((customer) => customer.name === name));
  if (unknown.length > 0) throw new UsageError(`There is no customer ${unknown.join(", ")}.`);
  return names.length === 0 ? customers : customers.filter(({ name }) => names.includes(name));
}

/**
 * The first signal ends the run once the stacks under way have ended: on Ctrl-C the terminal interrupts them as well. SIGTERM
 * reaches the runner alone, so that it has to interrupt them.
 */
function signals(tell: (line: string) => void) {
  const [stop, interrupt] = [new AbortController(), new AbortController()];
  const onStop = () => {
    if (!stop.signal.aborted) tell("Interrupted: no further stack is started, and those under way are waited for.");
    stop.abort();
  };
  process.on("SIGINT", onStop);
  process.on("SIGTERM", () => {
    onStop();
    interrupt.abort();
  });
  return { stop: stop.signal, interrupt: interrupt.signal };
}

async function run(invocation: Invocation, login: Login): Promise<number> {
  const { command, customers, customersFile, concurrency, parallel, expectNoChanges } = invocation;
  const tell = (line: string) => void process.stdout.write(`${login.secrets.redact(line)}\n`);
  const { stop, interrupt } = signals(tell);
  const window = new SharedWindow({ ask: () => askWindow(login), clock: systemClock, tell, signal: stop });
  const pulumi = await PulumiCommand.get();
  const environment = { ...stackEnvironment(login), [customersVariable]: customersFile };
  const options = { command, pulumi, project: process.cwd(), environment, parallel, expectNoChanges, signal: interrupt };
  const start = Date.now();
  const outcomes = await runFleet({
    command,
    customers,
    concurrency,
    window,
    run: (name) => runStack(name, options),
    tell,
    stop,
  });
  // What the stacks came to is told all the same.
  await window.look().catch((error: unknown) => tell(error instanceof Error ? error.message : String(error)));
  for (const line of summary(outcomes, (Date.now() - start) / 1000, window.state)) tell(line);
  return outcomes.every(({ result }) => result?.succeeded === true) ? 0 : 1;
}

async function main(): Promise<number> {
  const invocation = invocationFrom(process.argv.slice(2));
  return run(invocation, await logIn(process.env));
}

main().then(
  // A handler of a signal would keep the process from ending.
  (status) => process.exit(status),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  },
);
