import { unlinkSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { UsageError } from "../shared/exit.js";
import { reasonOf } from "../shared/input.js";
import type { SnapshotFile } from "./snapshot.js";

interface Holder {
  readonly pid: number;
  readonly host: string;
}

/** Reserves a file for one sandbox: two of them would overwrite each other's state. */
export class SnapshotLock {
  readonly #path: string;
  #held = false;

  constructor(private readonly file: SnapshotFile) {
    this.#path = `${file.place}.lock`;
  }

  /** @throws UsageError if another sandbox has the file. */
  async take(): Promise<void> {
    if (await this.#create()) return;
    const holder = await this.#holder();
    // Left by a process that was killed.
    if (holder?.host === hostname() && !isRunning(holder.pid)) {
      await rm(this.#path, { force: true });
      if (await this.#create()) return;
    }
    const who = holder === undefined ? "another sandbox" : `the sandbox with the process id ${holder.pid} on ${holder.host}`;
    throw new UsageError(`--snapshot ${this.file.path} is in use by ${who}. If that sandbox has ended, delete ${this.#path}.`);
  }

  /** Synchronous, because the process is about to end. */
  release(): void {
    if (!this.#held) return;
    this.#held = false;
    try {
      unlinkSync(this.#path);
    } catch {
      // If someone else deleted it, nothing is left to do.
    }
  }

  async #create(): Promise<boolean> {
    const holder: Holder = { pid: process.pid, host: hostname() };
    try {
      await writeFile(this.#path, `${JSON.stringify(holder)}\n`, { flag: "wx", mode: 0o600 });
      return (this.#held = true);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw new UsageError(`--snapshot ${this.file.path} could not be locked: ${reasonOf(error)}`);
    }
  }

  /** Undefined if the file does not say it, because it is being written. */
  async #holder(): Promise<Holder | undefined> {
    try {
      const { pid, host } = JSON.parse(await readFile(this.#path, "utf8")) as Partial<Holder>;
      return typeof pid === "number" && typeof host === "string" ? { pid, host } : undefined;
    } catch {
      return undefined;
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
