import { mkdir, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../shared/exit.js";
import { ifEnded } from "../shared/if-ended.js";
import { reasonOf } from "../shared/input.js";
import { LockFile } from "../shared/lock-file.js";

/** The file that an import has in the folder of the program while it runs. */
export const lockFile = "hosting-import.lock";

/**
 * Does work in a folder that no other import uses meanwhile. The folder is created if it does not exist, and stays if the work leaves something
 * in it.
 *
 * @throws UsageError if another import runs there
 */
export async function withFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  // The work itself refuses a file.
  if ((await stat(folder).catch(() => undefined))?.isDirectory() === false) return work();
  const lock = new LockFile(join(folder, lockFile));
  const isNew = await mkdir(folder, { recursive: true }).then(Boolean, (error: unknown) => {
    throw new UsageError(`${folder} cannot be created: ${reasonOf(error)}`);
  });
  await lock.take(folder, "import");
  try {
    return await ifEnded(() => lock.release(), work);
  } finally {
    lock.release();
    // If it is not empty, it stays.
    if (isNew) await rmdir(folder).catch(() => undefined);
  }
}
