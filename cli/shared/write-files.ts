import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CommandError, exitCodes } from "./exit.js";
import { reasonOf } from "./input.js";

/**
 * Writes a file completely or not at all. What a killed run has left of it is replaced.
 *
 * @throws CommandError
 */
export async function writeWhole(path: string, text: string, mode?: number): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, text, { mode });
    await rename(temporary, path);
  } catch (error) {
    throw new CommandError(`${path} cannot be written: ${reasonOf(error)}`, exitCodes.failed);
  }
}

/** Writes files of a folder, by name. */
export async function writeAll(folder: string, files: Iterable<readonly [file: string, text: string]>): Promise<void> {
  for (const [file, text] of files) await writeWhole(join(folder, file), text);
}
