import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { startSandbox } from "../../sandbox/index.js";
import { type Contender, type ContenderName, contenders, type StepName, stepNames } from "./contenders.js";
import type { MixName } from "./mix.js";
import type { Command } from "./stages.js";

/** What is measured once in each run. */
export interface Combination {
  readonly contender: ContenderName;
  readonly mix: MixName;
  readonly size: number;
  /** Milliseconds that the server waits before it handles a request. */
  readonly latency: number;
}

/** What is measured together: a stack from its first apply to its end. */
export interface CycleOptions extends Combination {
  readonly steps: readonly StepName[];
  /** Milliseconds after which a command is killed. */
  readonly timeout: number;
}

export interface StepResult {
  readonly seconds: number;
  /** All that reached the server. */
  readonly requests: number;
}

export interface CycleResult extends Combination {
  readonly steps: Readonly<Partial<Record<StepName, StepResult>>>;
}

/** The user's settings must not affect the measurement. */
const withoutSettings = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^(HOSTING|PULUMI|NODE_OPTIONS|NODE_COMPILE_CACHE|TF_)/.test(name)),
  );

/** @returns the seconds that a command took */
async function run({ program, args }: Command, cwd: string, env: NodeJS.ProcessEnv, timeout: number): Promise<number> {
  const file = { pulumi: "pulumi", tofu: process.env["TOFU_BIN"] ?? "tofu" }[program];
  const begun = performance.now();
  const child = spawn(file, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], timeout, killSignal: "SIGKILL" });
  const closed = once(child, "close") as Promise<[number | null]>;
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  const seconds = (performance.now() - begun) / 1000;
  if (status !== 0) throw new Error(`${[file, ...args].join(" ")} failed.\n${stdout}${stderr}`);
  return seconds;
}

/**
 * Runs the steps one after another, in a folder and against a sandbox of their own. The first apply is always included, because all
 * others need it.
 *
 * @param parent inside the checkout, so that programs find packages by name
 */
export async function runCycle(parent: string, options: CycleOptions): Promise<CycleResult> {
  const { steps: asked, timeout, ...combination } = options;
  const { mix, size, latency } = combination;
  const contender: Contender = contenders[combination.contender];
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "stack-"));
  let requests = 0;
  const sandbox = await startSandbox({ registrationDelay: 0, rateLimit: false, onRequest: () => void requests++ });
  try {
    const stage = await contender.stage(folder, sandbox.url);
    const environment = {
      ...withoutSettings(process.env),
      PULUMI_HOME: join(folder, "home"),
      PULUMI_CONFIG_PASSPHRASE: "bench",
      PULUMI_SKIP_UPDATE_CHECK: "true",
      HOSTING_BASE_URL: sandbox.url,
      HOSTING_USERNAME: "reseller",
      HOSTING_PASSWORD: "sandbox-password",
      ...stage.environment,
      ...contender.environment,
    };
    for (const command of stage.preparation) await run(command, folder, environment, timeout);
    if (latency > 0) sandbox.control.faults.add({ operation: "*", occurrence: "always", effect: { kind: "delay", ms: latency } });
    const steps: Partial<Record<StepName, StepResult>> = {};
    for (const step of stepNames) {
      if (step !== "apply" && !asked.includes(step)) continue;
      if (step === "apply" || step === "change") await stage.declare({ mix, size, changed: step === "change" });
      requests = 0;
      const seconds = await run(contender.commands[step], folder, environment, timeout);
      steps[step] = { seconds, requests };
    }
    return { ...combination, steps };
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}
