import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** What lies there: the journals of processes, and the claims to objects, below them. */
export type Part = "journal" | "claims";

/** Where files of one part lie. */
export interface Storage {
  /** Names of the files; none where there is no such place. */
  names(): string[];
  /**
   * `undefined` where there is no such file. `changedAt`: milliseconds since the epoch.
   *
   * @throws where it is there and cannot be read
   */
  read(name: string): { readonly text: string; readonly changedAt: number } | undefined;
  /**
   * @param durable outlasts a failure of the machine, not only of the process
   * @throws where it cannot be written
   */
  append(name: string, text: string, durable: boolean): void;
  /**
   * Writes a file so that nobody ever sees a part of it. Whether it was written: not where there is one already, unless that is replaced.
   *
   * @throws where it cannot be written
   */
  create(name: string, text: string, replaces: boolean): boolean;
  /** @throws where it cannot be removed */
  remove(name: string): void;
}

/** What cannot be written or read here leaves a run with less evidence, and so more careful. */
export function attempt<T>(step: () => T): T | undefined {
  try {
    return step();
  } catch {
    return undefined;
  }
}

/**
 * The system may write a part only, as where that fills the disk, and call it done.
 *
 * @throws where not everything can be written
 */
export function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) written += writeSync(descriptor, bytes, written);
}

export const partOf = (folder: string, part: Part): Storage => folderStorage(part === "journal" ? folder : join(folder, part));

/** Node's own way for all levels at once tries for ever where a file system makes no folders, as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

/** The folder itself may be a file. */
const isAbsence = (error: unknown): boolean => ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");

/** A folder, which is made once something is written. Only its owner can read what is in it. */
export const folderStorage = (folder: string): Storage => ({
  names() {
    try {
      return readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
    } catch {
      return [];
    }
  },
  read(name) {
    try {
      const file = join(folder, name);
      return { text: readFileSync(file, "utf8"), changedAt: statSync(file).mtimeMs };
    } catch (error) {
      if (isAbsence(error)) return undefined;
      throw error;
    }
  },
  append(name, text, durable) {
    makeFolder(folder);
    const descriptor = openSync(join(folder, name), "a", 0o600);
    try {
      writeWhole(descriptor, text);
      if (durable) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  },
  create(name, text, replaces) {
    makeFolder(folder);
    const file = join(folder, name);
    const draft = `${file}.${randomUUID()}`;
    try {
      writeNew(draft, text);
      if (replaces) renameSync(draft, file);
      else linkSync(draft, file);
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EEXIST") return false;
      // Not every file system knows links.
      if (replaces || !existsSync(draft) || code === "ENOSPC") throw error;
      return createInPlace(file, text);
    } finally {
      attempt(() => unlinkSync(draft));
    }
  },
  remove: (name) => unlinkSync(join(folder, name)),
});

function writeNew(file: string, text: string): void {
  const descriptor = openSync(file, "wx", 0o600);
  try {
    writeWhole(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

function createInPlace(file: string, text: string): boolean {
  try {
    writeNew(file, text);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
