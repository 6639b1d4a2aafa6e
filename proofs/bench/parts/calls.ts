import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { startSandbox } from "../../../sandbox/index.js";
import type { Properties } from "../../../provider/values/properties.js";
import { mistakesKey, providerKey } from "../../../provider/values/reserved-properties.js";
import { unmarked } from "../../../tests/support/provider-calls.js";
import { type CallCpu, type CommandName, commandNames, type Managed, type Task, type TaskResult } from "./commands.js";
import { runProgram, timeout } from "./program.js";
import { StubEngine } from "./stub-engine.js";

/** CPU of the calls of each command. */
export type CommandCpu = Readonly<Record<CommandName, CallCpu>>;

const file = join(__dirname, "..", "programs", "calls.js");

/** The checkout: the process finds the package by its name. */
const root = join(__dirname, "..", "..", "..", "..");

/** Runs one task in a process of its own, which Pulumi's interruption ends. */
async function runTask(task: Task, environment: Readonly<Record<string, string>>): Promise<TaskResult> {
  const engine = await StubEngine.start({ isPreview: task.command === "preview", outputsOf: () => ({}) });
  const child = fork(file, [engine.address], {
    cwd: root,
    env: { PATH: process.env["PATH"], ...environment },
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    timeout,
    killSignal: "SIGKILL",
  });
  const closed = once(child, "close");
  try {
    const printed = Promise.all([text(child.stdout!), text(child.stderr!)]);
    const failed = closed.then(async () => {
      throw new Error(`The calls of ${task.command} failed: ${[...engine.messages, ...(await printed)].join("\n")}`);
    });
    child.send(task);
    const [result] = (await Promise.race([once(child, "message"), failed])) as [TaskResult];
    failed.catch(() => undefined);
    if (engine.refused.length > 0)
      throw new Error(`${task.command} calls what the engine of the benchmark does not have: ${engine.refused.join(", ")}`);
    child.kill("SIGINT");
    return result;
  } finally {
    if (child.exitCode === null && !child.killed) child.kill("SIGKILL");
    await closed;
    engine.close();
  }
}

/** What the program of the benchmark declares as webhooks, as the engine passes it on; by name, because it arrives in any order. */
async function declaredIn(folder: string, size: number, isPreview: boolean): Promise<readonly Properties[]> {
  const { registered } = await runProgram(folder, "ours", { mix: "webhooks", size, changed: false }, isPreview);
  return (
    registered
      .filter(({ inputs }) => providerKey in inputs)
      .toSorted((a, b) => a.name.localeCompare(b.name))
      // The environment of the program is not that of the calls.
      .map(({ inputs: { [mistakesKey]: _, ...inputs } }) => unmarked(inputs) as Properties)
  );
}

const changed = (declared: Properties): Properties => ({ ...declared, url: `${String(declared["url"])}/changed` });

/**
 * Measures the calls of each command on the same webhooks, each command in a process of its own. The server is in this process.
 *
 * @param parent folder in the checkout
 */
export async function measureCalls(parent: string, size: number): Promise<CommandCpu> {
  const folder = await mkdtemp(join(parent, "calls-"));
  const server = await startSandbox({ registrationDelay: 0, rateLimit: false });
  try {
    const environment = {
      HOSTING_BASE_URL: server.url,
      HOSTING_USERNAME: "reseller",
      HOSTING_PASSWORD: "sandbox-password",
      HOSTING_JOURNAL: join(folder, "journal"),
      PULUMI_BACKEND_URL: `file://${folder}`,
    };
    const inUpdate = await declaredIn(folder, size, false);
    const inPreview = await declaredIn(folder, size, true);
    const declaredBy: Readonly<Record<CommandName, readonly Properties[]>> = {
      apply: inUpdate,
      preview: inPreview,
      refresh: inUpdate,
      change: inUpdate.map(changed),
      destroy: inUpdate,
    };
    const measured: Partial<Record<CommandName, CallCpu>> = {};
    let resources: readonly Managed[] = inUpdate.map((declared) => ({ declared, inputs: {}, id: "", state: {} }));
    for (const command of commandNames) {
      const declared = declaredBy[command];
      const result = await runTask(
        { command, resources: resources.map((resource, index) => ({ ...resource, declared: declared[index]! })) },
        environment,
      );
      measured[command] = result.cpu;
      ({ resources } = result);
    }
    return measured as CommandCpu;
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}
