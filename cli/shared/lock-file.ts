import { unlinkSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { type Sender, senderSchema, stateOf, thisProcess } from "../../provider/journal/sender.js";

/** Another process has it. */
export interface Taken {
  readonly by: Sender | undefined;
}

/** A file that reserves something for one process. What a process left that has ended does not count. */
export class LockFile {
  #held = false;

  constructor(readonly path: string) {}

  /**
   * @returns undefined if this process has it now; otherwise which one has it, if the file says so
   * @throws the system's error if the file cannot be written
   */
  async take(): Promise<Taken | undefined> {
    if (await this.#create()) return undefined;
    const holder = await this.#holder();
    if (holder !== undefined && stateOf(holder) === "ended") {
      await rm(this.path, { force: true });
      if (await this.#create()) return undefined;
    }
    return { by: holder };
  }

  /** Synchronous, because the process may be about to end. */
  release(): void {
    if (!this.#held) return;
    this.#held = false;
    try {
      unlinkSync(this.path);
    } catch {
      // If someone else deleted it, nothing is left to do.
    }
  }

  async #create(): Promise<boolean> {
    try {
      await writeFile(this.path, `${JSON.stringify(thisProcess())}\n`, { flag: "wx", mode: 0o600 });
      return (this.#held = true);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw error;
    }
  }

  /** Undefined if the file does not say it, because it is being written. */
  async #holder(): Promise<Sender | undefined> {
    try {
      return senderSchema.parse(JSON.parse(await readFile(this.path, "utf8")));
    } catch {
      return undefined;
    }
  }
}
