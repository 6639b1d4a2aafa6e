import { execFile } from "node:child_process";
import { appendFile } from "node:fs/promises";
import { promisify } from "node:util";
import { CommandError, UsageError } from "../shared/exit.js";
import { reasonOf } from "../shared/input.js";

/** How an application ended: `other` did something besides its preview. */
export type ApplyResult = "applied" | "other" | "failed" | "refused";

export interface ApplyRecord {
  readonly at: string;
  readonly stack: string;
  readonly digest: string;
  /** The digest of what the run previewed, if that is another one. */
  readonly previewed?: string | undefined;
  readonly commit?: string | undefined;
  /** Flags of the run that decide what it does. */
  readonly options: readonly string[];
  /** The reason of `--force`, if something else was applied than reviewed. */
  readonly force?: string | undefined;
  /** Who approved it, as `--approvers` names them, if an approval was asked for. */
  readonly approvedBy?: string | undefined;
  readonly result: ApplyResult;
  readonly changes: Readonly<Record<string, number>>;
  readonly orders: number;
  /** Number of calls whose result is not known: see `hosting recover`. */
  readonly unsettled: number;
}

/** Makes sure that the file can be written later. @throws UsageError */
export async function checkRecordFile(file: string): Promise<void> {
  try {
    await appendFile(file, "");
  } catch (error) {
    throw new UsageError(`--record ${file} cannot be written: ${reasonOf(error)}. Nothing was started.`);
  }
}

export async function appendRecord(file: string, record: ApplyRecord): Promise<void> {
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
