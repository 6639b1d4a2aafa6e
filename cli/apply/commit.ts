import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The commit of a folder: that of the pipeline, or else the one that is checked out; undefined if there is none. */
export async function commitOf(folder: string, environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const given = environment["GITHUB_SHA"] || environment["CI_COMMIT_SHA"];
  if (given) return given;
  const asked = promisify(execFile)("git", ["rev-parse", "HEAD"], { cwd: folder, env: environment });
  return asked.then(({ stdout }) => stdout.trim() || undefined).catch(() => undefined);
}
