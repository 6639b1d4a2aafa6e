import { randomUUID } from "node:crypto";
import {
  closeSync,
  type Dirent,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
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
  /** Names of the folders in it; none where there is no such place. */
  folders(): string[];
  /** A folder in it, which is made once something is written there. */
  folder(name: string): Storage;
  /** Where a file lies, as a person finds it. */
  path(name: string): string;
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
   * Writes a file anew so that nobody ever sees a part of it, whoever writes it at the same time and wherever that ends.
   *
   * @throws where it cannot be written; then it is as it was
   */
  write(name: string, text: string): void;
  /** @throws where it cannot be removed */
  remove(name: string): void;
  /** Removes the place itself where nothing is in it. */
  removeIfEmpty(): void;
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
  names: () => entriesOf(folder).flatMap((entry) => (entry.name.endsWith(".jsonl") ? entry.name : [])),
  folders: () => entriesOf(folder).flatMap((entry) => (entry.isDirectory() ? entry.name : [])),
  folder: (name) => folderStorage(join(folder, name)),
  path: (name) => join(folder, name),
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
  write(name, text) {
    const draft = join(folder, `${name}.${randomUUID()}`);
    const descriptor = openNew(folder, draft);
    try {
      try {
        writeWhole(descriptor, text);
      } finally {
        closeSync(descriptor);
      }
      renameSync(draft, join(folder, name));
    } catch (error) {
      attempt(() => unlinkSync(draft));
      throw error;
    }
  },
  remove: (name) => unlinkSync(join(folder, name)),
  removeIfEmpty: () => void attempt(() => rmdirSync(folder)),
});

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** So often a folder is made that others remove as empty in the same moment. */
const mostFolders = 5;

/** A file that is not there yet, in a folder that somebody else may remove as long as it is empty. */
function openNew(folder: string, file: string, tries = mostFolders): number {
  makeFolder(folder);
  try {
    return openSync(file, "wx", 0o600);
  } catch (error) {
    if (tries === 1 || !isAbsence(error)) throw error;
    return openNew(folder, file, tries - 1);
  }
}
