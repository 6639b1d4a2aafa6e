import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { journalProblem } from "../../provider/runtime/settings.js";
import { UsageError } from "../shared/exit.js";

/**
 * The folder of the Pulumi project, by default the current one.
 *
 * @throws UsageError if it does not exist
 */
export async function projectFolder(cwd = "."): Promise<string> {
  const folder = resolve(cwd);
  const present = await stat(folder).catch(() => undefined);
  if (present?.isDirectory() !== true) throw new UsageError(`--cwd ${folder}: the folder does not exist`);
  return folder;
}

/** @throws UsageError if the environment does not say where the journal of this machine is */
export function checkJournal(environment: Parameters<typeof journalProblem>[0]): void {
  const misplaced = journalProblem(environment);
  if (misplaced !== undefined) throw new UsageError(misplaced);
}
