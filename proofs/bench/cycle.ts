import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type Command, type Contender, type ContenderName, contenders, type StepName, stepNames } from "./contenders.js";
import type { MixName, Plan } from "./mix.js";
import { makeStage, type Stage } from "./stages.js";
import { CountingSandbox, type Requests } from "./traffic.js";
import { type Usage, watch } from "./usage.js";

/** What is measured together: a stack from its first apply to its end. */
export interface CycleOptions {
  readonly contender: ContenderName;
  readonly mix: MixName;
  readonly size: number;
  /** Milliseconds that the server waits before it handles a request. */
  readonly latency: number;
  readonly steps: readonly StepName[];
  /** Milliseconds after which a command is killed. */
  readonly timeout: number;
}

export interface StepResult {
  readonly seconds: number;
  readonly requests: Requests;
  /** Undefined if the system does not report it. */
  readonly usage: Usage | undefined;
}

export interface CycleResult {
  readonly steps: Readonly<Partial<Record<StepName, StepResult>>>;
  /** Bytes of the stored state after the first apply; undefined if there is none. */
  readonly stateBytes: number | undefined;
}

/** The user's settings must not affect the measurement. */
const withoutSettings = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^(HOSTING|PULUMI|NODE_OPTIONS|NODE_COMPILE_CACHE|TF_)/.test(name)),
  );

/** The folder of a contender, and its own sandbox. */
class Place {
  private constructor(
    private readonly folder: string,
    private readonly server: CountingSandbox,
    private readonly stage: Stage,
    private readonly contender: Contender,
    private readonly timeout: number,
  ) {}

  /** @param parent inside the checkout, so that programs find packages by name */
  static async make(parent: string, contender: Contender, { latency, timeout }: CycleOptions): Promise<Place> {
    await mkdir(parent, { recursive: true });
    const folder = await mkdtemp(join(parent, "stack-"));
    const server = await CountingSandbox.start({ registrationDelay: 0, rateLimit: false });
    try {
      const stage = await makeStage(contender.stage, folder, server.sandbox.url);
      const place = new Place(folder, server, stage, contender, timeout);
      await place.#prepare(latency);
      return place;
    } catch (error) {
      await server.close();
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  declare(plan: Plan): Promise<void> {
    return this.stage.declare(plan);
  }

  async measure(command: Command): Promise<StepResult> {
    this.server.take();
    const { seconds, usage } = await this.#run(command);
    return { seconds, requests: this.server.take(), usage };
  }

  /**
   * Bytes of the state after the first apply.
   *
   * @throws Error if it was not stored in the way of the contender
   */
  stored(resources: number): Promise<number | undefined> {
    this.stage.check(resources);
    return this.stage.stateBytes();
  }

  async dispose(): Promise<void> {
    await this.server.close();
    await this.stage.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #prepare(latency: number): Promise<void> {
    try {
      for (const command of this.stage.preparation) await this.#run(command);
    } catch (error) {
      await this.stage.close();
      throw error;
    }
    if (latency > 0)
      this.server.sandbox.control.faults.add({ operation: "*", occurrence: "always", effect: { kind: "delay", ms: latency } });
  }

  async #run({ program, args }: Command): Promise<{ readonly seconds: number; readonly usage: Usage | undefined }> {
    const file = { pulumi: "pulumi", node: process.execPath, tofu: process.env["TOFU_BIN"] ?? "tofu" }[program];
    const begun = performance.now();
    const child = spawn(file, args, {
      cwd: this.folder,
      env: {
        ...withoutSettings(process.env),
        PULUMI_HOME: join(this.folder, "home"),
        PULUMI_CONFIG_PASSPHRASE: "bench",
        PULUMI_SKIP_UPDATE_CHECK: "true",
        HOSTING_BASE_URL: this.server.sandbox.url,
        HOSTING_USERNAME: "reseller",
        HOSTING_PASSWORD: "sandbox-password",
        ...this.stage.environment,
        ...this.contender.environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: this.timeout,
      killSignal: "SIGKILL",
    });
    const closed = once(child, "close") as Promise<[number | null]>;
    const used = child.pid === undefined ? undefined : watch(child.pid);
    const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    const seconds = (performance.now() - begun) / 1000;
    const usage = used?.();
    if (status !== 0) throw new Error(`${this.contender.title}: ${[file, ...args].join(" ")} failed.\n${stdout}${stderr}`);
    return { seconds, usage };
  }
}

/** Runs the steps one after another. The first apply is always included, because all others need it. */
export async function runCycle(parent: string, options: CycleOptions): Promise<CycleResult> {
  const { mix, size, steps } = options;
  const contender: Contender = contenders[options.contender];
  const place = await Place.make(parent, contender, options);
  try {
    const results: Partial<Record<StepName, StepResult>> = {};
    let stateBytes: number | undefined;
    await place.declare({ mix, size, changed: false });
    for (const step of stepNames) {
      const command = contender.commands[step];
      if (command === undefined || (step !== "apply" && !steps.includes(step))) continue;
      if (step === "change") await place.declare({ mix, size, changed: true });
      results[step] = await place.measure(command);
      if (step === "apply") stateBytes = await place.stored(size);
    }
    return { steps: results, stateBytes };
  } finally {
    await place.dispose();
  }
}
