import { unlinkSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { type Sender, senderSchema, stateOf, thisProcess } from "../../provider/journal/sender.js";
import { UsageError } from "./exit.js";
import { reasonOf } from "./input.js";

/** A file that reserves something for one process. What a process left that has ended does not count. */
export class LockFile {
  #held = false;

  constructor(readonly path: string) {}

  /**
   * @param what it reserves
   * @param user what the other process is, such as `import`
   * @throws UsageError if another process has it, or the file cannot be written
   */
  async take(what: string, user: string): Promise<void> {
    const isOurs = () =>
      this.#create().catch((error: unknown) => {
        throw new UsageError(`${what} could not be locked: ${reasonOf(error)}`);
      });
    if (await isOurs()) return;
    const by = await this.#holder();
    if (by !== undefined && stateOf(by) === "ended") {
      await rm(this.path, { force: true });
      if (await isOurs()) return;
    }
    const who = by === undefined ? `another ${user}` : `the ${user} with the process id ${by.pid} on ${by.host}`;
    throw new UsageError(`${what} is in use by ${who}. If that has ended, delete ${this.path}.`);
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
