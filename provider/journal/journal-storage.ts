import { randomUUID } from "node:crypto";
import {
  closeSync,
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

/** A place for files. */
export interface Storage {
  /** Names of the files; empty if the place does not exist. */
  names(): string[];
  /** Names of the folders in it; empty if the place does not exist. */
  folders(): string[];
  /** A folder in it, created on the first write. */
  folder(name: string): Storage;
  path(name: string): string;
  /**
   * `undefined` if the file does not exist.
   *
   * @throws if the file exists but cannot be read
   */
  read(name: string): string | undefined;
  /** When a file was last written, in milliseconds since the epoch; `undefined` if it does not exist or cannot be asked for it. */
  changedAt(name: string): number | undefined;
  /** Size of a file in bytes; `undefined` if it does not exist or cannot be asked for it. */
  size(name: string): number | undefined;
  /**
   * @param durable whether the line must survive a crash of the machine, not only of the process
   * @throws if it cannot be written
   */
  append(name: string, text: string, durable: boolean): void;
  /**
   * Replaces a file atomically: nobody ever reads part of it, even if others write it at the same time or this process is killed.
   *
   * @throws if it cannot be written; the file is then unchanged
   */
  write(name: string, text: string): void;
  remove(name: string): void;
  removeIfEmpty(): void;
}

/** Ignores errors: a record that cannot be read or written leaves a run with less evidence, which makes it more careful. */
export function attempt<T>(step: () => T): T | undefined {
  try {
    return step();
  } catch {
    return undefined;
  }
}

/**
 * A single write may be partial and still succeed, for example when it fills the disk.
 *
 * @throws if not everything can be written
 */
export function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) written += writeSync(descriptor, bytes, written);
}

/** Node names the file in the error of a call that gets a path, but not in that of a call that gets a descriptor. */
function naming<T>(file: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof Error && (error as NodeJS.ErrnoException).path === undefined) error.message += ` '${file}'`;
    throw error;
  }
}

/** Node's `recursive` option loops forever on a file system that creates no folders, such as /proc. */
function makeFolder(folder: string): void {
  const parent = dirname(folder);
  if (parent === folder || existsSync(folder)) return;
  makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may create it at the same time.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** `ENOTDIR`: the folder itself may be a file. */
const isAbsence = (error: unknown): boolean => ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");

/** A folder that is created on the first write. Only its owner can read the contents. */
export const folderStorage = (folder: string): Storage => ({
  names: () => (attempt(() => readdirSync(folder)) ?? []).filter((name) => name.endsWith(".jsonl")),
  folders: () =>
    (attempt(() => readdirSync(folder, { withFileTypes: true })) ?? []).flatMap((entry) =>
      entry.isDirectory() ? entry.name : [],
    ),
  folder: (name) => folderStorage(join(folder, name)),
  path: (name) => join(folder, name),
  read(name) {
    try {
      const file = join(folder, name);
      return naming(file, () => readFileSync(file, "utf8"));
    } catch (error) {
      if (isAbsence(error)) return undefined;
      throw error;
    }
  },
  changedAt: (name) => attempt(() => statSync(join(folder, name)).mtimeMs),
  size: (name) => attempt(() => statSync(join(folder, name)).size),
  append(name, text, durable) {
    const file = join(folder, name);
    const descriptor = openIn(folder, file, { flags: "a" });
    try {
      naming(file, () => {
        writeWhole(descriptor, text);
        if (durable) fsyncSync(descriptor);
      });
    } finally {
      closeSync(descriptor);
    }
  },
  write(name, text) {
    const draft = join(folder, `${name}.${randomUUID()}`);
    // Most are the first in their folder.
    const descriptor = openIn(folder, draft, { flags: "wx", isNew: true });
    try {
      try {
        naming(draft, () => writeWhole(descriptor, text));
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

/** How many times to create a folder that other processes remove at the same moment because it is empty. */
const mostFolders = 10;

/**
 * Opens a file. Creates its folder if it does not exist; until the file exists, another process may remove its empty folder.
 *
 * @param isNew whether the folder probably does not exist
 */
function openIn(
  folder: string,
  file: string,
  { flags, isNew = false }: { readonly flags: "a" | "wx"; readonly isNew?: boolean },
  tries = mostFolders,
): number {
  try {
    if (isNew) makeFolder(folder);
    return openSync(file, flags, 0o600);
  } catch (error) {
    if (tries === 0 || !isAbsence(error)) throw error;
    return openIn(folder, file, { flags, isNew: true }, tries - 1);
  }
}
