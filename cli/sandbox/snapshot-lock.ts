import { UsageError } from "../shared/exit.js";
import { reasonOf } from "../shared/input.js";
import { LockFile } from "../shared/lock-file.js";
import type { SnapshotFile } from "./snapshot.js";

/** Reserves a file for one sandbox: two of them would overwrite each other's state. */
export class SnapshotLock {
  readonly #lock: LockFile;

  constructor(private readonly file: SnapshotFile) {
    this.#lock = new LockFile(`${file.place}.lock`);
  }

  /** @throws UsageError if another sandbox has the file. */
  async take(): Promise<void> {
    const { path } = this.file;
    const taken = await this.#lock.take().catch((error: unknown) => {
      throw new UsageError(`--snapshot ${path} could not be locked: ${reasonOf(error)}`);
    });
    if (taken === undefined) return;
    const { by } = taken;
    const who = by === undefined ? "another sandbox" : `the sandbox with the process id ${by.pid} on ${by.host}`;
    throw new UsageError(`--snapshot ${path} is in use by ${who}. If that sandbox has ended, delete ${this.#lock.path}.`);
  }

  /** Synchronous, because the process is about to end. */
  release(): void {
    this.#lock.release();
  }
}
