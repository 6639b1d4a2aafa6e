import { rmSync } from "node:fs";
import { mkdir, mkdtemp, readFile, readlink, realpath, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { type Sender, senderSchema, stateOf, thisProcess } from "../../provider/journal/sender.js";
import { CommandError, UsageError } from "./exit.js";
import { reasonOf } from "./input.js";

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

/** Signals that end a process. */
export const endSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Listens to signals. @returns stops that: without a listener, a signal ends the process as if there had been none */
export function onSignals<S extends NodeJS.Signals>(signals: readonly S[], listener: (signal: S) => void): () => void {
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}

/**
 * Does work, and something else first if a signal ends the process meanwhile.
 * @param first synchronous, because the process is about to end
 */
export async function ifEnded<T>(first: (signal: NodeJS.Signals) => void, work: () => Promise<T>): Promise<T> {
  const leave = onSignals(endSignals, (signal) => {
    first(signal);
    leave();
    process.kill(process.pid, signal);
  });
  try {
    return await work();
  } finally {
    leave();
  }
}

/** Does work with a folder of its own, which is removed afterwards, and also if a signal ends the process. */
export async function withTemporaryFolder<T>(purpose: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `hosting-${purpose}-`));
  const options = { recursive: true, force: true } as const;
  try {
    return await ifEnded(
      () => rmSync(folder, options),
      () => work(folder),
    );
  } finally {
    await rm(folder, options);
  }
}

/** Writes a file completely or not at all. What a killed run has left of it is replaced. @throws CommandError */
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

export async function writeAll(folder: string, files: Iterable<readonly [file: string, text: string]>): Promise<void> {
  for (const [file, text] of files) await writeWhole(join(folder, file), text);
}

/**
 * Writes files of a folder.
 * @returns puts them back as they were, without folders in which nothing is left, and returns those that stay because somebody has edited them since
 */
export async function writeForNow(folder: string, files: ReadonlyMap<string, string>): Promise<() => Promise<string[]>> {
  const contentOf = (file: string) => readFile(join(folder, file), "utf8").catch(() => undefined);
  const before = await Promise.all(Array.from(files.keys(), async (file) => [file, await contentOf(file)] as const));
  const undo = async (): Promise<string[]> => {
    const edited: string[] = [];
    for (const [file, content] of before) {
      const present = await contentOf(file);
      if (present === content) continue;
      if (present !== undefined && present !== files.get(file)) edited.push(file);
      else if (content === undefined) await rm(join(folder, file), { force: true });
      else await writeWhole(join(folder, file), content);
    }
    const folders = new Set(Array.from(files.keys(), (file) => dirname(join(folder, file))));
    for (const each of folders) if (each !== folder) await rmdir(each).catch(() => undefined);
    return edited;
  };
  try {
    await writeAll(folder, files);
  } catch (error) {
    await undo();
    throw error;
  }
  return undo;
}

/**
 * Does work that no other process does meanwhile: a file says who does it. What a process left that has ended does not count.
 * @param what the file reserves, and what the other process is, such as `import`
 * @throws UsageError if another process has it, or the file cannot be written
 */
export async function withLock<T>(
  path: string,
  { what, user }: { readonly what: string; readonly user: string },
  work: (release: () => void) => Promise<T>,
): Promise<T> {
  const create = () =>
    writeFile(path, `${JSON.stringify(thisProcess())}\n`, { flag: "wx", mode: 0o600 }).then(
      () => true,
      (error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
        throw new UsageError(`${what} could not be locked: ${reasonOf(error)}`);
      },
    );
  if (!(await create())) {
    const by = await holderIn(path);
    const isLeft = by !== undefined && stateOf(by) === "ended";
    if (isLeft) await rm(path, { force: true });
    const who = by === undefined ? `another ${user}` : `the ${user} with the process id ${by.pid} on ${by.host}`;
    if (!isLeft || !(await create())) throw new UsageError(`${what} is in use by ${who}. If that has ended, delete ${path}.`);
  }
  // Synchronous, because the process may be about to end. What somebody else has deleted need not be.
  const release = () => rmSync(path, { force: true });
  try {
    return await work(release);
  } finally {
    release();
  }
}

/** Undefined if the file does not say it, because it is being written. */
const holderIn = async (path: string): Promise<Sender | undefined> => {
  try {
    return senderSchema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return undefined;
  }
};
