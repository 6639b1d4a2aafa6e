import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox/index.js";
import { hashed } from "../../sandbox/state/credentials.js";
import { backendVariables, lightStart } from "./backend.js";
import { commandTimeout, withoutSettings } from "./engine.js";

const root = resolve(__dirname, "..", "..", "..");
const compiled = join(root, "dist", "examples", "fleet");

export interface Ended {
  readonly status: number | null;
  readonly output: string;
}

/** The fleet's runner on the real engine, in a project with its own state, against its own sandbox. */
export class Fleet {
  private constructor(
    readonly folder: string,
    readonly sandbox: Sandbox,
    private readonly environment: Readonly<Record<string, string>>,
  ) {}

  /** @param token a live token, with which all stacks log in */
  static async create(token: string, options: SandboxOptions = {}, environment: Record<string, string> = {}): Promise<Fleet> {
    const sandbox = await startSandbox({ registrationDelay: 0, ...options });
    sandbox.control.store.sessions.insert({ id: hashed(token), login: "reseller", expires: Infinity });
    const parent = join(root, ".cache", "engine-tests");
    await mkdir(parent, { recursive: true });
    const folder = await mkdtemp(join(parent, "fleet-"));
    await mkdir(join(folder, "state"));
    const project = await readFile(join(root, "examples", "fleet", "Pulumi.yaml"), "utf8");
    const main = relative(folder, join(compiled, "program.js"));
    await writeFile(join(folder, "Pulumi.yaml"), project.replace(/^main: .*$/m, `main: ${main}`));
    return new Fleet(folder, sandbox, {
      ...backendVariables(folder),
      ...lightStart,
      PULUMI_HOME: join(folder, "home"),
      PULUMI_CONFIG_PASSPHRASE: "engine-test",
      PULUMI_SKIP_UPDATE_CHECK: "true",
      HOSTING_BASE_URL: sandbox.url,
      HOSTING_ACCESS_TOKEN: token,
      ...environment,
    });
  }

  async declare(customers: readonly object[]): Promise<void> {
    await writeFile(join(this.folder, "customers.json"), JSON.stringify(customers));
  }

  start(...args: string[]): ChildProcess {
    return this.#spawn(process.execPath, [join(compiled, "main.js"), ...args]);
  }

  async ended(child: ChildProcess): Promise<Ended> {
    const timer = setTimeout(() => child.kill("SIGKILL"), 9 * commandTimeout);
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout!),
      text(child.stderr!),
      once(child, "close") as Promise<[number | null]>,
    ]).finally(() => clearTimeout(timer));
    return { status, output: stdout + stderr };
  }

  run(...args: string[]): Promise<Ended> {
    return this.ended(this.start(...args));
  }

  /** The jobs of a CI service, as the example prints them. */
  matrix(...args: string[]): Promise<Ended> {
    return this.ended(this.#spawn(process.execPath, [join(compiled, "matrix.js"), ...args]));
  }

  pulumi(...args: string[]): Promise<Ended> {
    return this.ended(this.#spawn("pulumi", [...args, "--non-interactive", "--color", "never"]));
  }

  /** A command of the package. */
  hosting(...args: string[]): Promise<Ended> {
    return this.ended(this.#spawn(process.execPath, [join(root, "dist", "cli", "main.js"), ...args]));
  }

  async dispose(): Promise<void> {
    await this.sandbox.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  #spawn(command: string, args: readonly string[]): ChildProcess {
    return spawn(command, args, {
      cwd: this.folder,
      env: { ...withoutSettings(process.env), ...this.environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }
}
