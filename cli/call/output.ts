import { lstat, open, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { UsageError } from "../shared/exit.js";
import { reasonOf } from "../shared/input.js";
import { realPlace } from "../shared/place.js";

/** Why nothing is written there, and what to do instead. */
class Refusal extends Error {}

/**
 * A file that appears, whole, when everything is written, and that only its owner may read. What is no ordinary file,
 * such as a device, is written to directly.
 */
export class OutputFile {
  #bytes = 0;
  #isKept = false;

  private constructor(
    /** As it was given. */
    readonly path: string,
    private readonly place: string,
    private readonly partial: string | undefined,
    private readonly handle: FileHandle,
    private readonly isNew: boolean,
  ) {}

  /**
   * Makes sure that the file can be written before anything is sent; with `isNew`, that it takes the place of nothing.
   *
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
    if (path === "") throw new Refusal("it is empty; name a file");
    if (path === "-") throw new Refusal("standard output is where the answer goes without --output; ./- names a file");
    const present = await stat(path).catch(() => undefined);
    if (present?.isDirectory()) throw new Refusal("it is a folder");
    if (isNew && (await isTaken(path)))
      throw new Refusal(
        "there is something of that name already, and the answer has a secret that is shown this one time. " +
          "Give the name of a new file",
      );
    if (present !== undefined && !present.isFile()) return new OutputFile(path, path, undefined, await open(path, "w"), isNew);
    if (path.endsWith("/") || path.endsWith(sep)) throw new Refusal("it is the name of a folder");
    const place = await realPlace(path);
    const partial = join(dirname(place), `.${basename(place)}.${process.pid}.part`);
    return new OutputFile(path, place, partial, await open(partial, "wx", 0o600), isNew);
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Writes everything and puts the file in its place. */
  async write(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    for await (const piece of pieces) {
      await this.handle.writeFile(piece);
      this.#bytes += piece.length;
    }
    await this.handle.close();
    if (this.partial === undefined) return;
    // Whoever has taken the name meanwhile keeps it.
    if (this.isNew) await (await open(this.place, "wx", 0o600)).close();
    try {
      await rename(this.partial, this.place);
    } catch (error) {
      if (this.isNew) await rm(this.place, { force: true });
      throw error;
    }
  }

  /** Keeps what could not be put in its place, if all of it was written: `size` bytes. The file that holds it. */
  async keep(size: number): Promise<string | undefined> {
    await this.handle.close();
    if (this.partial === undefined) return undefined;
    const found = await stat(this.partial).catch(() => undefined);
    this.#isKept = found?.size === size;
    return this.#isKept ? this.partial : undefined;
  }

  /** Leaves things as they were, save for what is kept. */
  async abandon(): Promise<void> {
    await this.handle.close();
    if (this.partial !== undefined && !this.#isKept) await rm(this.partial, { force: true });
  }
}

const isTaken = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
