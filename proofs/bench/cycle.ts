import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type Backend, backends } from "./backends.js";
import { type Contender, type ContenderName, contenders, type StepName, stepNames } from "./contenders.js";
import type { Plan } from "./mix.js";
import { CountingSandbox, type Requests } from "./traffic.js";
import { type Usage, watch } from "./usage.js";

/** What is measured together: a stack from its first apply to its end. */
export interface CycleOptions {
  readonly contender: ContenderName;
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

const project = "bench";
const stackName = "bench";

/** The user's settings must not affect the measurement. */
const withoutSettings = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(HOSTING|PULUMI|NODE_OPTIONS)/.test(name)));

/** A folder with the stack of a contender, and its own sandbox. */
class Place {
  #backend: Backend | undefined;

  private constructor(
    private readonly folder: string,
    private readonly server: CountingSandbox,
    private readonly contender: Contender,
    private readonly timeout: number,
  ) {}

  /** @param parent inside the checkout, so that programs find packages by name */
  static async make(parent: string, contender: Contender, { latency, timeout }: CycleOptions): Promise<Place> {
    await mkdir(parent, { recursive: true });
    const folder = await mkdtemp(join(parent, "stack-"));
    const server = await CountingSandbox.start({ registrationDelay: 0, rateLimit: false });
    const place = new Place(folder, server, contender, timeout);
    try {
      if (latency > 0)
        server.sandbox.control.faults.add({ operation: "*", occurrence: "always", effect: { kind: "delay", ms: latency } });
      if (contender.stack !== undefined) await place.#makeStack(contender.stack);
      return place;
    } catch (error) {
      await place.dispose();
      throw error;
    }
  }

  async declare(plan: Plan): Promise<void> {
    await writeFile(join(this.folder, "plan.json"), JSON.stringify(plan));
  }

  async measure({ program, args }: NonNullable<Contender["commands"][StepName]>): Promise<StepResult> {
    this.server.take();
    const { seconds, usage } = await this.#run(program === "node" ? process.execPath : program, args);
    return { seconds, requests: this.server.take(), usage };
  }

  stateBytes(): Promise<number | undefined> {
    return this.#backend?.stateBytes() ?? Promise.resolve(undefined);
  }

  /** @throws Error if the state of so many resources was not stored in the way of the contender's backend */
  checkStored(resources: number): void {
    this.#backend?.check(resources);
  }

  async dispose(): Promise<void> {
    await this.server.close();
    await this.#backend?.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #makeStack({ program, backend }: NonNullable<Contender["stack"]>): Promise<void> {
    this.#backend = await backends[backend](join(this.folder, "state"), { project, stack: stackName });
    const runtime = "runtime:\n  name: nodejs\n  options:\n    typescript: false\n";
    await writeFile(join(this.folder, "Pulumi.yaml"), `name: ${project}\nmain: index.js\n${runtime}`);
    await writeFile(join(this.folder, "package.json"), `{ "name": "${project}", "private": true, "main": "index.js" }\n`);
    await writeFile(join(this.folder, "index.js"), `require(${JSON.stringify(program)});\n`);
    await this.#run("pulumi", ["stack", "init", stackName, "--secrets-provider", "passphrase", "--non-interactive"]);
  }

  async #run(file: string, args: readonly string[]): Promise<{ readonly seconds: number; readonly usage: Usage | undefined }> {
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
        ...this.#backend?.environment,
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
  const { size, steps } = options;
  const contender: Contender = contenders[options.contender];
  const place = await Place.make(parent, contender, options);
  try {
    const results: Partial<Record<StepName, StepResult>> = {};
    let stateBytes: number | undefined;
    await place.declare({ size, changed: false });
    for (const step of stepNames) {
      const command = contender.commands[step];
      if (command === undefined || (step !== "apply" && !steps.includes(step))) continue;
      if (step === "change") await place.declare({ size, changed: true });
      results[step] = await place.measure(command);
      if (step !== "apply") continue;
      place.checkStored(size);
      stateBytes = await place.stateBytes();
    }
    return { steps: results, stateBytes };
  } finally {
    await place.dispose();
  }
}
