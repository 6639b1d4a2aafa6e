import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { type JournalEntry, type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox/index.js";
import { backendVariables, lightStart } from "./backend.js";
import { type Ended, run } from "./hosting.js";
import { deleteEmptyAttributes } from "./state-files.js";

/** A resource as the test program declares it. */
export interface ResourceSpec {
  /** Name of the class. */
  readonly type: string;
  readonly name: string;
  /** How others refer to it. Default: its name. */
  readonly as?: string;
  readonly args?: unknown;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Read by this id instead of managed. */
  readonly get?: string;
  /** Declared only in a preview, only in a run, or as soon as this output of another resource is known. */
  readonly when?: "preview" | "run" | readonly [string, string];
}

export interface ProgramSpec {
  readonly resources: readonly ResourceSpec[];
  readonly outputs?: unknown;
}

/** One step of a preview or update, as the engine reports it. */
export interface Step {
  readonly op: string;
  readonly name: string;
  /** Paths and kinds of the differing properties. */
  readonly diff: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly status: number | null;
  /** Everything that the user saw. */
  readonly output: string;
  readonly steps: readonly Step[];
  /** The event log as written. */
  readonly events: string;
}

/** A running command. */
export interface Running {
  /** Undefined if it could not be started. */
  readonly pid: number | undefined;
  readonly outcome: Promise<Outcome>;
}

interface EngineEvent {
  readonly resourcePreEvent?: { readonly metadata: Metadata };
}

interface Metadata {
  readonly op: string;
  readonly urn: string;
  readonly type: string;
  readonly detailedDiff?: Readonly<Record<string, { readonly diffKind: string }>> | null;
}

const root = resolve(__dirname, "..", "..", "..");

/** Generous, because a CLI command takes seconds on a busy machine. */
export const commandTimeout = 120_000;

type Environment = Readonly<Record<string, string>>;

/** What belongs to the stack and not to the sandbox. */
export interface StackOptions {
  /** Milliseconds after which a command is killed. */
  readonly timeout?: number;
}

/**
 * A stack of the real Pulumi engine, with its own state, `PULUMI_HOME` and passphrase, against its own sandbox.
 */
export class Stack {
  private constructor(
    readonly folder: string,
    readonly sandbox: Sandbox,
    readonly environment: Environment,
    private readonly timeout: number,
    private readonly release: () => Promise<void>,
  ) {}

  static async create(
    options: SandboxOptions = {},
    environment: Environment = {},
    stackOptions: StackOptions = {},
  ): Promise<Stack> {
    const sandbox = await startSandbox({ registrationDelay: 0, ...options });
    try {
      return await Stack.#on(sandbox, environment, stackOptions, () => sandbox.close());
    } catch (error) {
      await sandbox.close();
      throw error;
    }
  }

  /** A stack as on another machine: it shares only the sandbox, which stays when this stack is disposed of. */
  static beside({ sandbox }: Stack, environment: Environment = {}, options: StackOptions = {}): Promise<Stack> {
    return Stack.#on(sandbox, environment, options, () => Promise.resolve());
  }

  static async #on(
    sandbox: Sandbox,
    environment: Environment,
    { timeout = commandTimeout }: StackOptions,
    release: () => Promise<void>,
  ): Promise<Stack> {
    const parent = join(root, ".cache", "engine-tests");
    await mkdir(parent, { recursive: true });
    const folder = await mkdtemp(join(parent, "stack-"));
    try {
      await writeProject(folder);
      const variables = {
        ...backendVariables(folder),
        ...lightStart,
        PULUMI_HOME: join(folder, "home"),
        PULUMI_CONFIG_PASSPHRASE: "engine-test",
        PULUMI_SKIP_UPDATE_CHECK: "true",
        PULUMI_DEBUG_COMMANDS: "true",
        HOSTING_BASE_URL: sandbox.url,
        HOSTING_USERNAME: "reseller",
        HOSTING_PASSWORD: "sandbox-password",
        ...environment,
      };
      const stack = new Stack(folder, sandbox, variables, timeout, release);
      const { status, output } = await stack.pulumi("stack", "init", "test", "--secrets-provider", "passphrase");
      if (status !== 0) throw new Error(output);
      return stack;
    } catch (error) {
      await removeFolder(folder);
      throw error;
    }
  }

  /** Runs any command of the CLI in the stack's project. */
  async pulumi(...args: string[]): Promise<Outcome> {
    return (await this.start(args)).outcome;
  }

  /** Starts a command, with additional variables if given. */
  async start(args: readonly string[], environment: Environment = {}): Promise<Running> {
    const log = join(this.folder, "events.json");
    await rm(log, { force: true });
    const logs = ["preview", "up", "refresh", "destroy"].includes(args[0] ?? "");
    const flags = logs ? ["--suppress-progress", "--event-log", log] : [];
    const child = spawn("pulumi", [...args, "--non-interactive", "--color", "never", ...flags], {
      cwd: this.folder,
      env: { ...withoutSettings(process.env), ...this.environment, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), this.timeout);
    const ended = async (): Promise<Outcome> => {
      const [stdout, stderr, [status]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, "close") as Promise<[number | null]>,
      ]).finally(() => clearTimeout(timer));
      if (status === null) await deleteEmptyAttributes(join(this.folder, "state"));
      const events = existsSync(log) ? await readFile(log, "utf8") : "";
      return { status, output: stdout + stderr, steps: stepsOf(events), events };
    };
    return { pid: child.pid, outcome: ended() };
  }

  async declare(program: ProgramSpec): Promise<void> {
    await writeFile(join(this.folder, "program.json"), JSON.stringify(program));
  }

  preview = (...flags: string[]): Promise<Outcome> => this.pulumi("preview", "--diff", ...flags);
  up = (...flags: string[]): Promise<Outcome> => this.pulumi("up", "--yes", "--skip-preview", ...flags);
  refresh = (...flags: string[]): Promise<Outcome> => this.pulumi("refresh", "--yes", "--skip-preview", ...flags);
  destroy = (...flags: string[]): Promise<Outcome> => this.pulumi("destroy", "--yes", "--skip-preview", ...flags);

  /** Declares these resources and brings the stack to them. */
  async applied(...resources: readonly ResourceSpec[]): Promise<Outcome> {
    await this.declare({ resources });
    return succeeded(await this.up());
  }

  async previewed(...resources: readonly ResourceSpec[]): Promise<Outcome> {
    await this.declare({ resources });
    return this.preview();
  }

  /** Asserts that Pulumi has nothing to do, even after a refresh. */
  async settled(...flags: string[]): Promise<Outcome> {
    return succeeded(await this.preview("--refresh", "--expect-no-changes", ...flags));
  }

  /** What the package's command gets from the user who works on the stack. */
  get surroundings(): Environment {
    return { HOME: this.folder, ...this.environment };
  }

  /** Runs a command of the package on the stack. */
  hosting(args: readonly string[], environment: Environment = {}): Promise<Ended> {
    return run([...args, "--cwd", this.folder], { env: { ...this.surroundings, ...environment } });
  }

  /** Everything sent that may change something at the provider. */
  writes(): readonly JournalEntry[] {
    return this.sandbox.control.journal
      .requests()
      .filter(
        ({ method, operation = "" }) => method !== "GET" && !["authenticate", "checkDomainAvailability"].includes(operation),
      );
  }

  /** The entries of the state by the names of their resources. */
  async entries(): Promise<Readonly<Record<string, StoredResource>>> {
    return Object.fromEntries((await this.export()).resources.map((each) => [each.urn.split("::").at(-1)!, each]));
  }

  /** The stored state, with encrypted secrets. */
  async export(): Promise<{ text: string; resources: StoredResource[] }> {
    const { output } = succeeded(await this.pulumi("stack", "export"));
    const { deployment } = JSON.parse(output) as { deployment: { resources?: StoredResource[] } };
    return { text: output, resources: deployment.resources ?? [] };
  }

  async importState(text: string): Promise<void> {
    const file = join(this.folder, "import.json");
    await writeFile(file, text);
    succeeded(await this.pulumi("stack", "import", "--file", file));
  }

  async dispose(): Promise<void> {
    await this.release();
    await removeFolder(this.folder);
  }
}

/** A stack for the tests of a suite in sequence, or one for each of them. */
export function useStack(options: SandboxOptions & { readonly anew?: true } = {}, environment: Environment = {}): Stack {
  const { anew, ...ofSandbox } = options;
  let stack: Stack | undefined;
  (anew ? beforeEach : before)(async () => {
    stack = await Stack.create(ofSandbox, environment);
  });
  (anew ? afterEach : after)(() => stack?.dispose());
  return new Proxy({} as Stack, { get: (_, name) => Reflect.get(stack!, name) as unknown });
}

/** The engine's name for a resource of the program without a parent. */
export const urnOf = (className: string, name: string): string =>
  `urn:pulumi:test::engine-test::pulumi-nodejs:dynamic/hosting:${className}::${name}`;

async function writeProject(folder: string): Promise<void> {
  await mkdir(join(folder, "state"));
  await writeFile(
    join(folder, "Pulumi.yaml"),
    "name: engine-test\nmain: index.js\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
  );
  await writeFile(join(folder, "package.json"), '{ "name": "engine-test", "private": true, "main": "index.js" }\n');
  await writeFile(
    join(folder, "index.js"),
    `module.exports = require(${JSON.stringify(join(__dirname, "engine-program.js"))});\n`,
  );
}

const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

export interface StoredResource {
  readonly urn: string;
  readonly id?: string;
  readonly type: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly protect?: boolean;
  /** To be deleted once its replacement exists. */
  readonly delete?: boolean;
  /** Deleted before its replacement, which must still be created. */
  readonly pendingReplacement?: boolean;
  readonly initErrors?: readonly string[];
}

/** Settings of the user who runs the tests must not affect the stacks. */
export const withoutSettings = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(HOSTING|PULUMI)_/.test(name)));

function stepsOf(log: string): Step[] {
  const events = log
    .split("\n")
    // The text after the last line break is empty, or was cut off when the engine was killed.
    .slice(0, -1)
    .map((line) => JSON.parse(line) as EngineEvent);
  return events.flatMap(({ resourcePreEvent }) => {
    if (resourcePreEvent === undefined) return [];
    const { op, urn, type, detailedDiff } = resourcePreEvent.metadata;
    if (!type.startsWith("pulumi-nodejs:dynamic/hosting:")) return [];
    const diff = Object.fromEntries(Object.entries(detailedDiff ?? {}).map(([path, { diffKind }]) => [path, diffKind]));
    return [{ op, name: urn.split("::").at(-1) ?? "", diff }];
  });
}

/** Steps other than `same`, `read` and a mere refresh, as `op name`. */
export const changes = ({ steps }: Outcome): string[] =>
  steps.filter(({ op }) => !["same", "refresh", "read"].includes(op)).map(({ op, name }) => `${op} ${name}`);

export const succeeded = (outcome: Outcome): Outcome => {
  assert.equal(outcome.status, 0, outcome.output);
  return outcome;
};

export const failed = (outcome: Outcome, reason: RegExp): Outcome => {
  assert.notEqual(outcome.status, 0, outcome.output);
  assert.match(outcome.output, reason);
  return outcome;
};
