import { createHash } from "node:crypto";
import { type FileHandle, open, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type Deployment, entrySchema, replay } from "./replay.js";

const batchSchema = z.object({ entries: z.array(entrySchema).optional() });

interface Stored {
  readonly version: 3;
  readonly deployment: Deployment;
}

/** The CLI accepts a state only if its manifest has the digest of its version. */
function stored(deployment: Deployment): string {
  const version = "benchmark";
  const magic = createHash("sha256").update(version).digest("hex");
  const manifest = { time: new Date().toISOString(), magic, version };
  const state: Stored = { version: 3, deployment: { ...deployment, manifest } };
  return JSON.stringify(state);
}

/** A state in a file, and the journal of the update in progress in another. */
export class Store {
  #applied = 0;

  private constructor(
    private readonly state: string,
    private readonly path: string,
    private readonly journal: FileHandle,
  ) {}

  static async make(folder: string): Promise<Store> {
    const state = join(folder, "state.json");
    const path = join(folder, "journal.jsonl");
    await writeFile(state, stored({ manifest: undefined }));
    return new Store(state, path, await open(path, "a"));
  }

  /** How many entries of the journal were applied to the state so far. */
  get applied(): number {
    return this.#applied;
  }

  /**
   * Appends entries to the journal, and returns once they are on the disk.
   *
   * @param batch the body of a request, which is one line of JSON
   */
  async append(batch: Buffer): Promise<void> {
    await this.journal.appendFile(Buffer.concat([batch, Buffer.from("\n")]));
    await this.journal.sync();
  }

  /** Applies the journal to the state, and empties it. Not during an update, because its entries refer to the state before it. */
  async fold(): Promise<void> {
    const lines = (await readFile(this.path, "utf8")).split("\n").filter((line) => line !== "");
    if (lines.length === 0) return;
    const entries = lines.flatMap((line) => batchSchema.parse(JSON.parse(line)).entries ?? []);
    const { deployment } = JSON.parse(await readFile(this.state, "utf8")) as Stored;
    await writeFile(this.state, stored(replay(deployment, entries)), { flush: true });
    await this.journal.truncate();
    this.#applied += entries.length;
  }

  /** The state as the CLI asks for it. */
  read(): Promise<Buffer> {
    return readFile(this.state);
  }

  async bytes(): Promise<number> {
    return (await stat(this.state)).size;
  }

  close(): Promise<void> {
    return this.journal.close();
  }
}
