import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { realpath, symlink } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { projectFileAbove } from "../../provider/journal/backend.js";
import { oneLine } from "../shared/one-line.js";
import { UsageError } from "../shared/exit.js";
import { withTemporaryFolder } from "../shared/temporary-folder.js";

/**
 * Does work in the project's folder at the base: in a folder with a Pulumi project, or in a checkout of a git revision, which is removed
 * afterwards. A checkout has the installed packages of the project.
 *
 * @throws UsageError if it is neither
 */
export async function atBase<T>(
  base: string,
  { folder, environment }: { readonly folder: string; readonly environment: NodeJS.ProcessEnv },
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const given = resolve(base);
  if (dirname(projectFileAbove(given) ?? "") === given) return work(given);
  const git = async (...args: readonly string[]): Promise<string> => {
    // A checkout runs no hooks.
    const { stdout } = await promisify(execFile)("git", ["-c", "core.hooksPath=/dev/null", ...args], {
      cwd: folder,
      env: environment,
    });
    return stdout.trim();
  };
  const [root, commit] = await Promise.all([
    git("rev-parse", "--show-toplevel"),
    git("rev-parse", "--verify", "--quiet", "--end-of-options", `${base}^{commit}`),
  ]).catch((error: unknown) => {
    const why = saidIn(error) || "A pipeline has to fetch it first, with enough depth.";
    throw new UsageError(`--base ${base}: neither a folder with a Pulumi project nor a git revision in ${folder}. ${why}`);
  });
  const within = relative(await realpath(root), await realpath(folder));
  return withTemporaryFolder("base", async (place) => {
    const checkout = join(place, "base");
    await git("worktree", "add", "--quiet", "--detach", checkout, commit).catch((error: unknown) => {
      throw new UsageError(`--base ${base}: git could not check it out: ${saidIn(error)}`);
    });
    try {
      const at = join(checkout, within);
      if (!existsSync(at) || projectFileAbove(at) === undefined)
        throw new UsageError(`--base ${base}: it has no such Pulumi project. Without --base, everything is shown as new.`);
      await linkPackages(root, within, checkout);
      return await work(at);
    } finally {
      await git("worktree", "remove", "--force", checkout);
    }
  });
}

/** What git said of its failure. */
const saidIn = (error: unknown): string => oneLine((error as { readonly stderr?: string }).stderr ?? "");

/** Gives a checkout the folders of installed packages that the project sees: those within its repository, and the nearest one above. */
async function linkPackages(root: string, within: string, checkout: string): Promise<void> {
  const folders = within === "" ? [] : within.split(sep);
  for (let depth = 0; depth <= folders.length; depth += 1) {
    const at = join(...folders.slice(0, depth), ".");
    await linkIfThere(join(root, at), join(checkout, at));
  }
  let above = dirname(root);
  while (!(await linkIfThere(above, dirname(checkout))) && above !== dirname(above)) above = dirname(above);
}

async function linkIfThere(from: string, to: string): Promise<boolean> {
  const [packages, link] = [join(from, "node_modules"), join(to, "node_modules")];
  if (!existsSync(packages)) return false;
  if (existsSync(to) && !existsSync(link)) await symlink(packages, link, "dir");
  return true;
}
