import { access, constants, readFile, rename, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Snapshot } from "../../sandbox/state/snapshot.js";
import { UsageError } from "../shared/exit.js";
import { parseJson, reasonOf } from "../shared/input.js";
import { realPlace } from "../shared/place.js";

/** The file a sandbox goes on from, and keeps its state in. */
export class SnapshotFile {
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    /** As it was given. */
    readonly path: string,
    /** Where that leads: the same for all who share the file. */
    readonly place: string,
  ) {}

  /** Makes sure that the file can be written later. @throws UsageError */
  static async at(path: string): Promise<SnapshotFile> {
    const present = await stat(path).catch(() => undefined);
    // Another file would be put in the place of a device.
    if (path === "" || present?.isFile() === false) throw new UsageError(`--snapshot must name a file, not "${path}"`);
    try {
      const place = await realPlace(path);
      await access(dirname(place), constants.W_OK);
      return new SnapshotFile(path, place);
    } catch (error) {
      throw new UsageError(`--snapshot ${path} could not be written at the end: ${reasonOf(error)} (its folder)`);
    }
  }

  /** What the file holds; undefined where there is none yet. @throws UsageError */
  async read(): Promise<Snapshot | undefined> {
    let text: string;
    try {
      text = await readFile(this.place, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw new UsageError(`--snapshot ${this.path} cannot be read: ${reasonOf(error)}`);
    }
    return parseJson(`--snapshot ${this.path}`, text) as Snapshot;
  }

  /** Puts a whole new file in the place of the old one, after any writing that is under way. */
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
