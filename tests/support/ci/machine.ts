import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { lightStart } from "../backend.js";

export type Environment = Readonly<Record<string, string>>;

/** How a job ended. */
export interface Ran {
  readonly succeeded: boolean;
  /** What its scripts printed. */
  readonly output: string;
  /** The summary that it wrote for its readers, on GitHub. */
  readonly summary: string;
  /** Its clone. */
  readonly folder: string;
  /** Variables of each script in turn. */
  readonly environments: readonly Environment[];
}

/** Where jobs run: each in a fresh clone, with the command line installed and a home of its own. */
export class Machine {
  constructor(
    private readonly folder: string,
    private readonly origin: string,
    private readonly path: string,
  ) {}

  /** Clones a branch for a job. */
  async checkout(branch: string): Promise<string> {
    const job = await mkdtemp(join(this.folder, "job-"));
    await git(this.folder, "clone", "--quiet", "--branch", branch, this.origin, join(job, "clone"));
    await mkdir(join(job, "home"));
    const clone = join(job, "clone");
    await mkdir(join(clone, "node_modules", ".bin"), { recursive: true });
    await symlink(join(this.folder, "bin", "hosting"), join(clone, "node_modules", ".bin", "hosting"));
    return clone;
  }

  /** Runs a script as a service does, with these variables only. */
  async bash(flags: readonly string[], script: string, folder: string, variables: Environment) {
    const own = { ...lightStart, PATH: this.path, HOME: join(folder, "..", "home"), PULUMI_SKIP_UPDATE_CHECK: "true" };
    const child = spawn("bash", [...flags, "-c", `exec 2>&1\n${script}`], {
      cwd: folder,
      env: { ...own, ...variables },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close") as Promise<[number | null]>]);
    return { code, output };
  }
}

/** Runs git in a folder, without the settings of the user who runs the tests. */
export async function git(folder: string, ...args: readonly string[]): Promise<string> {
  const identity = ["-c", "user.name=Reviewer", "-c", "user.email=reviewer@agency.example"];
  const child = spawn("git", [...identity, ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close") as Promise<[number | null]>]);
  if (code !== 0) throw new Error(`git ${args.join(" ")} ended with ${code}: ${output}`);
  return output.trim();
}

/** Everything that is in the files of a folder. */
export async function contentsOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name), "latin1"));
  return (await Promise.all(files)).join("\n");
}
