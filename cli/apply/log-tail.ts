import { open } from "node:fs/promises";

/** Reads what is added to a file of lines. */
export class LogTail {
  #position = 0;
  #rest = Buffer.alloc(0);

  constructor(private readonly file: string) {}

  /** The whole lines since the last call; none if the file does not exist yet. */
  async lines(): Promise<string> {
    const added = await this.#added();
    const text = Buffer.concat([this.#rest, added]);
    const end = text.lastIndexOf("\n") + 1;
    this.#rest = text.subarray(end);
    return text.toString("utf8", 0, end);
  }

  async #added(): Promise<Buffer> {
    const handle = await open(this.file).catch(() => undefined);
    if (handle === undefined) return Buffer.alloc(0);
    try {
      const { size } = await handle.stat();
      const { buffer, bytesRead } = await handle.read({
        buffer: Buffer.alloc(Math.max(0, size - this.#position)),
        position: this.#position,
      });
      this.#position += bytesRead;
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }
}
