import { access, constants, readFile, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Snapshot } from "../../sandbox/store.js";
import { UsageError } from "../exit.js";
import { parseJson, reasonOf } from "../input.js";

/** The file a sandbox goes on from, and keeps its state in. */
export class SnapshotFile {
  #writing: Promise<void> = Promise.resolve();

  constructor(readonly path: string) {}

  /** Makes sure that the file can be written later. @throws UsageError */
  async check(): Promise<void> {
    try {
      await access(dirname(this.path), constants.W_OK);
    } catch (error) {
      throw new UsageError(`--snapshot ${this.path} could not be written at the end: ${reasonOf(error)} (its folder)`);
    }
  }

  /** What the file holds; undefined where there is none yet. @throws UsageError */
  async read(): Promise<Snapshot | undefined> {
    let text: string;
    try {
      text = await readFile(this.path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw new UsageError(`--snapshot ${this.path} cannot be read: ${reasonOf(error)}`);
    }
    return parseJson(`--snapshot ${this.path}`, text) as Snapshot;
  }

  /** Puts a whole new file in the place of the old one, after any writing that is under way. */
  write(snapshot: Snapshot): Promise<void> {
    const partial = join(dirname(this.path), `.${basename(this.path)}.${process.pid}.part`);
    this.#writing = this.#writing
      .catch(() => undefined)
      .then(async () => {
        await writeFile(partial, `${JSON.stringify(snapshot)}\n`, { mode: 0o600 });
        await rename(partial, this.path);
      });
    return this.#writing;
  }
}
