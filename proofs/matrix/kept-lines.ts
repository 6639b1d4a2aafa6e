import { appendFile, mkdir, readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** A result with a text that changes with everything that decides it. */
export interface Digested {
  readonly digest: string;
}

function resultIn<T extends Digested>(line: string): T[] {
  try {
    const value = JSON.parse(line) as Partial<T> | null;
    return typeof value?.digest === "string" ? [value as T] : [];
  } catch {
    return [];
  }
}

/**
 * Reads the results that a file keeps, one on each line of JSON, and makes it ready for more. A line that cannot be read counts as not
 * measured: a run that was killed may have left half of one.
 *
 * @param fresh forgets earlier results
 * @returns all results; only one with the digest of the caller is sure to have the caller's form
 */
export async function openLines<T extends Digested>(file: string, fresh: boolean): Promise<readonly T[]> {
  await mkdir(dirname(file), { recursive: true });
  if (fresh) await rm(file, { force: true });
  const text = await readFile(file, "utf8").catch(() => "");
  // The next result must not join half a line.
  if (text !== "" && !text.endsWith("\n")) await appendFile(file, "\n");
  return text.split("\n").flatMap((line) => resultIn<T>(line));
}

/** Adds results to a file that `openLines` has opened. */
export async function addLines(file: string, results: readonly Digested[]): Promise<void> {
  await appendFile(file, results.map((result) => `${JSON.stringify(result)}\n`).join(""));
}
