import { open, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { UsageError } from "../exit.js";
import { reasonOf } from "../input.js";

/**
 * A file that appears, whole, when everything is written, and that only its owner may read. What is no ordinary file,
 * such as a device, is written to directly.
 */
export class OutputFile {
  #bytes = 0;

  private constructor(
    private readonly path: string,
    private readonly partial: string | undefined,
    private readonly handle: FileHandle,
  ) {}

  /** Makes sure that the file can be written before anything is sent. @throws UsageError */
  static async open(path: string): Promise<OutputFile> {
    try {
      const present = await stat(path).catch(() => undefined);
      if (present?.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
      if (present !== undefined && !present.isFile()) return new OutputFile(path, undefined, await open(path, "w"));
      const partial = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
      return new OutputFile(path, partial, await open(partial, "wx", 0o600));
    } catch (error) {
      throw new UsageError(`--output ${path} cannot be written: ${reasonOf(error)}; nothing was sent`);
    }
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  async write(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    for await (const piece of pieces) {
      await this.handle.writeFile(piece);
      this.#bytes += piece.length;
    }
  }

  /** Puts the file in its place. */
  async finish(): Promise<void> {
    await this.handle.close();
    if (this.partial !== undefined) await rename(this.partial, this.path);
  }

  /** Leaves things as they were. */
  async abandon(): Promise<void> {
    await this.handle.close();
    if (this.partial !== undefined) await rm(this.partial, { force: true });
  }
}
