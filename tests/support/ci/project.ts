import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { type Sandbox, startSandbox } from "../../../sandbox/index.js";
import { writeCommand } from "../folder.js";
import { lightStart } from "../backend.js";
import { command } from "../hosting.js";
import { root } from "../markdown.js";
import { type Environment, git, Machine } from "./machine.js";

/** Values that must not appear anywhere in plain text. */
export const planted = {
  key: "planted-value-of-a-header",
  passphrase: "planted-passphrase",
  serviceToken: "planted-token-of-the-service",
} as const;

const program = `const hosting = require("pulumi-hosting");
const pulumi = require("@pulumi/pulumi");
const config = new pulumi.Config();
const key = config.requireSecret("key");
for (const [name, url] of Object.entries(require("./webhooks.json")))
  new hosting.Webhook(name, { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url, headers: { "X-Key": key } });
const tokens = require("./periods.json").map((period) => new hosting.ApplicationToken("pipeline-" + period, { description: "Pipeline " + period }));
exports.username = tokens.at(-1).uuid;
exports.password = tokens.at(-1).token;
`;

/** Declarations of the program. */
export interface Declared {
  readonly webhooks: Readonly<Record<string, string>>;
  readonly periods: readonly string[];
}

/** A git repository with a program, the scripts of the examples and the stack `production`, which a person has applied once. */
export class Project {
  private constructor(
    readonly folder: string,
    readonly sandbox: Sandbox,
    readonly machine: Machine,
    private readonly environment: Environment,
  ) {}

  static async create(declared: Declared): Promise<Project> {
    const parent = join(root, ".cache", "engine-tests");
    await mkdir(parent, { recursive: true });
    const folder = await mkdtemp(join(parent, "ci-"));
    const sandbox = await startSandbox();
    const bin = join(folder, "bin");
    await writeCommand(bin, "hosting", `exec "${process.execPath}" "${command}" "$@"`);
    await writeCommand(bin, "npx", 'exec "$@"');
    const path = [bin, dirname(process.execPath), process.env["PATH"]].join(delimiter);
    const environment = {
      ...lightStart,
      PATH: path,
      HOME: folder,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
      PULUMI_CONFIG_PASSPHRASE: planted.passphrase,
      HOSTING_BASE_URL: sandbox.url,
      HOSTING_USERNAME: "reseller",
      HOSTING_PASSWORD: "sandbox-password",
    };
    const project = new Project(folder, sandbox, new Machine(folder, join(folder, "repository"), path), environment);
    try {
      await project.#begin(declared);
      return project;
    } catch (error) {
      await project.dispose();
      throw error;
    }
  }

  get repository(): string {
    return join(this.folder, "repository");
  }

  get backend(): string {
    return `file://${join(this.folder, "state")}`;
  }

  async #begin(declared: Declared): Promise<void> {
    await Promise.all([this.repository, join(this.folder, "state")].map((each) => mkdir(each)));
    await git(this.repository, "init", "--quiet", "--initial-branch", "main");
    await cp(join(root, "examples", "ci", "scripts"), join(this.repository, "ci"), { recursive: true });
    const files = {
      "Pulumi.yaml": "name: shop\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
      "package.json": '{ "name": "shop", "private": true, "main": "index.js" }\n',
      "package-lock.json": '{ "name": "shop", "lockfileVersion": 3, "packages": {} }\n',
      "index.js": program,
      ".gitignore": "journal/\nreview/\n",
    };
    for (const [name, content] of Object.entries(files)) await writeFile(join(this.repository, name), content);
    await this.pulumi("stack", "init", "production");
    await this.pulumi("config", "set", "--secret", "key", planted.key);
    await this.commit(declared);
    await this.pulumi("up", "--yes", "--skip-preview");
  }

  /** Runs Pulumi as the person who set everything up. */
  async pulumi(...args: readonly string[]): Promise<string> {
    const child = spawn("pulumi", [...args, "--non-interactive"], {
      cwd: this.repository,
      env: this.environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close") as Promise<[number | null]>,
    ]);
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${code}: ${output}${errors}`);
    return output;
  }

  /** The login that the program declares for the pipeline. */
  async login(): Promise<{ username: string; password: string }> {
    const outputs = await this.pulumi("stack", "output", "--show-secrets", "--json", "--stack", "production");
    return JSON.parse(outputs) as { username: string; password: string };
  }

  /** Commits to the branch that is checked out. */
  async commit({ webhooks, periods }: Partial<Declared>): Promise<void> {
    if (webhooks !== undefined) await writeFile(join(this.repository, "webhooks.json"), JSON.stringify(webhooks));
    if (periods !== undefined) await writeFile(join(this.repository, "periods.json"), JSON.stringify(periods));
    await git(this.repository, "add", "--all");
    await git(this.repository, "commit", "--quiet", "--message", "Change what is declared");
  }

  /** Commits to a branch, which begins at the main one if it does not exist. */
  async push(branch: string, declared: Partial<Declared>): Promise<void> {
    const exists = (await git(this.repository, "branch", "--list", branch)) !== "";
    await git(this.repository, "checkout", "--quiet", ...(exists ? [branch] : ["-b", branch, "main"]));
    await this.commit(declared);
  }

  /** @returns the commit of the merge */
  async merge(branch: string): Promise<string> {
    await git(this.repository, "checkout", "--quiet", "main");
    await git(this.repository, "merge", "--quiet", "--no-ff", "--message", `Merge ${branch}`, branch);
    return git(this.repository, "rev-parse", "HEAD");
  }

  /** Names of the folders of jobs. */
  async jobs(): Promise<readonly string[]> {
    return (await readdir(this.folder)).filter((name) => name.startsWith("job-")).map((name) => join(this.folder, name));
  }

  async dispose(): Promise<void> {
    await this.sandbox.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
