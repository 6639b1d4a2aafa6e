import { type FileHandle, lstat, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, sep } from "node:path";
import { UsageError } from "../shared/exit.js";
import { realPlace } from "../shared/files.js";
import { reasonOf } from "../shared/input.js";

/**
 * Saves an answer that cannot be read again in a file that only its owner may read: in the current folder, or else in the folder for
 * temporary files. Undefined if neither works.
 */
export async function keepElsewhere(name: string, content: Uint8Array): Promise<string | undefined> {
  for (const folder of [".", tmpdir()]) {
    const path = join(folder, `hosting-${name}.${process.pid}.json`);
    try {
      await writeFile(path, content, { flag: "wx", mode: 0o600 });
      return path;
    } catch {
      // Try the next folder.
    }
  }
  return undefined;
}

/** Why the file cannot be written, and what to do instead. */
class Refusal extends Error {}

/**
 * A file that appears only when everything is written, and that only its owner may read. If it is not an ordinary file,
 * such as a device, it is written to directly.
 */
export class OutputFile {
  #bytes = 0;
  #isKept = false;

  private constructor(
    /** As the user gave it. */
    readonly path: string,
    private readonly place: string,
    private readonly partial: string | undefined,
    private readonly handle: FileHandle,
    private readonly isNew: boolean,
  ) {}

  /**
   * Makes sure, before anything is sent, that the file can be written; with `isNew`, that it does not exist yet.
   * @throws UsageError
   */
  static async open(path: string, isNew: boolean): Promise<OutputFile> {
    try {
      return await OutputFile.#open(path, isNew);
    } catch (error) {
      const reason = error instanceof Refusal ? error.message : reasonOf(error);
      throw new UsageError(`--output ${path === "" ? '""' : path} cannot be written: ${reason}; nothing was sent`);
    }
  }

  static async #open(path: string, isNew: boolean): Promise<OutputFile> {
    if (path === "") throw new Refusal("the name is empty; name a file");
    if (path === "-") throw new Refusal("the answer goes to standard output without --output; ./- names a file");
    const present = await stat(path).catch(() => undefined);
    if (present?.isDirectory()) throw new Refusal("it is a folder");
    // Whatever has the name, even a link that leads nowhere.
    if (isNew && (await lstat(path).catch(() => undefined)) !== undefined)
      throw new Refusal("it already exists, and the answer has a secret that is shown only once. Name a new file");
    if (present !== undefined && !present.isFile()) return new OutputFile(path, path, undefined, await open(path, "w"), isNew);
    if (path.endsWith("/") || path.endsWith(sep)) throw new Refusal("it is the name of a folder");
    const place = await realPlace(path);
    const partial = join(dirname(place), `.${basename(place)}.${process.pid}.part`);
    return new OutputFile(path, place, partial, await open(partial, "wx", 0o600), isNew);
  }

  get bytes(): number {
    return this.#bytes;
  }

  async write(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    for await (const piece of pieces) {
      await this.handle.writeFile(piece);
      this.#bytes += piece.length;
    }
    await this.handle.close();
    if (this.partial === undefined) return;
    // If another process has taken the name meanwhile, it keeps it.
    if (this.isNew) await (await open(this.place, "wx", 0o600)).close();
    try {
      await rename(this.partial, this.place);
    } catch (error) {
      if (this.isNew) await rm(this.place, { force: true });
      throw error;
    }
  }

  /** Keeps the file that could not be moved into place if all `size` bytes were written. Returns its path. */
  async keep(size: number): Promise<string | undefined> {
    await this.handle.close();
    if (this.partial === undefined) return undefined;
    const found = await stat(this.partial).catch(() => undefined);
    this.#isKept = found?.size === size;
    return this.#isKept ? this.partial : undefined;
  }

  async abandon(): Promise<void> {
    await this.handle.close();
    if (this.partial !== undefined && !this.#isKept) await rm(this.partial, { force: true });
  }
}
