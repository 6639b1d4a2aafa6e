import { execFile } from "node:child_process";
import { appendFile } from "node:fs/promises";
import { promisify } from "node:util";
import { CommandError, UsageError } from "../shared/exit.js";
import { reasonOf } from "../shared/input.js";

/** Makes sure that the file can be written later. @throws UsageError */
export async function checkRecordFile(file: string): Promise<void> {
  try {
    await appendFile(file, "");
  } catch (error) {
    throw new UsageError(`--record ${file} cannot be written: ${reasonOf(error)}. Nothing was started.`);
  }
}

export async function appendRecord(
  file: string,
  record: { readonly result: string; readonly [member: string]: unknown },
): Promise<void> {
  try {
    await appendFile(file, `${JSON.stringify(record)}\n`);
  } catch (error) {
    throw new CommandError(
      `The record could not be written to ${file}: ${reasonOf(error)}. The run itself has ended: ${record.result}.`,
    );
  }
}

/** The commit of a folder: that of the pipeline, or else the one that is checked out; undefined if there is none. */
export async function commitOf(folder: string, environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const given = environment["GITHUB_SHA"] || environment["CI_COMMIT_SHA"];
  if (given) return given;
  const asked = promisify(execFile)("git", ["rev-parse", "HEAD"], { cwd: folder, env: environment });
  return asked.then(({ stdout }) => stdout.trim() || undefined).catch(() => undefined);
}
