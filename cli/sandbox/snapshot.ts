import { access, constants, rename, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Snapshot } from "../../sandbox/state/snapshot.js";
import { UsageError } from "../shared/exit.js";
import { realPlace } from "../shared/files.js";
import { parseJson, readTextIfThere, reasonOf } from "../shared/input.js";

export class SnapshotFile {
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    readonly path: string,
    /** Its real path, the same for all who share the file. */
    readonly place: string,
  ) {}

  /** Makes sure that the file can be written later. @throws UsageError */
  static async at(path: string): Promise<SnapshotFile> {
    const present = await stat(path).catch(() => undefined);
    // A device would be replaced by a file.
    if (path === "" || present?.isFile() === false) throw new UsageError(`--snapshot must name a file, not "${path}"`);
    try {
      const place = await realPlace(path);
      await access(dirname(place), constants.W_OK);
      return new SnapshotFile(path, place);
    } catch (error) {
      throw new UsageError(`--snapshot ${path}: its folder is not writable: ${reasonOf(error)}`);
    }
  }

  async read(): Promise<Snapshot | undefined> {
    const what = `--snapshot ${this.path}`;
    const text = await readTextIfThere(this.place, what);
    return text === undefined ? undefined : (parseJson(what, text) as Snapshot);
  }

  /** Replaces the whole file, after any writing that is under way. */
  write(snapshot: Snapshot): Promise<void> {
    const partial = join(dirname(this.place), `.${basename(this.place)}.${process.pid}.part`);
    this.#writing = this.#writing
      .catch(() => undefined)
      .then(async () => {
        await writeFile(partial, `${JSON.stringify(snapshot)}\n`, { mode: 0o600 });
        await rename(partial, this.place);
      });
    return this.#writing;
  }
}
