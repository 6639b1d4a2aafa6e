import { readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

/** The real path of a file that need not exist, with all links resolved. Rejects if its folder cannot be reached. */
export async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const folder = await realpath(dirname(path));
  const target = await readlink(path).catch(() => undefined);
  return target === undefined ? join(folder, basename(path)) : realPlace(resolve(folder, target));
}

/** A path as a person would type it here. */
export const shortPath = (path: string): string => relative(process.cwd(), path) || ".";

/** A folder in a sentence. */
export const inFolder = (path: string): string => relative(process.cwd(), path) || "this folder";
