import { mkdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CommandError } from "./exit.js";
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
    throw new CommandError(`${path} cannot be written: ${reasonOf(error)}`);
  }
}

/** Writes files of a folder, by name. */
export async function writeAll(folder: string, files: Iterable<readonly [file: string, text: string]>): Promise<void> {
  for (const [file, text] of files) await writeWhole(join(folder, file), text);
}

/**
 * Notes what files of a folder are now, or that there is none.
 *
 * @returns puts them back as they were, without the folders that came with them
 */
export async function keepFiles(folder: string, files: readonly string[]): Promise<() => Promise<void>> {
  const paths = files.map((file) => join(folder, file));
  const before = await Promise.all(paths.map(async (path) => [path, await contentOf(path)] as const));
  const folders = [...new Set([...paths.map(dirname), folder])];
  const isThere = await Promise.all(folders.map((path) => stat(path).then(Boolean, () => false)));
  const newFolders = folders.filter((_, index) => !isThere[index]).sort((a, b) => b.length - a.length);
  return async () => {
    for (const [path, content] of before)
      if (content === undefined) await rm(path, { force: true });
      else if (content !== (await contentOf(path))) await writeWhole(path, content);
    // Whatever else is in a folder by now keeps it.
    for (const path of newFolders) await rmdir(path).catch(() => undefined);
  };
}

const contentOf = (path: string): Promise<string | undefined> => readFile(path, "utf8").catch(() => undefined);
