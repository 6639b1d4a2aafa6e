import { readFile, rename, writeFile } from "node:fs/promises";
import { parseExport } from "../stack/deployment.js";
import type { Pulumi } from "../stack/pulumi.js";

/**
 * The state before objects entered it, in a file that only its owner can read, with secrets encrypted. As long as the result is not proven,
 * the name of the file says so: if the command is killed, the next one proves it.
 */
export class Backup {
  /** @param file of the earlier state, once the result is proven */
  constructor(readonly file: string) {}

  get unproven(): string {
    return `${this.file}.unproven`;
  }

  /** URNs of the earlier state, if a killed command has left it; undefined otherwise. */
  async interrupted(): Promise<ReadonlySet<string> | undefined> {
    try {
      const { deployment } = parseExport(await readFile(this.unproven, "utf8"));
      return new Set((deployment.resources ?? []).map(({ urn }) => urn));
    } catch {
      // The state is written only once the whole file is.
      return undefined;
    }
  }

  /** Keeps the present state. */
  async begin(pulumi: Pulumi): Promise<void> {
    // Pulumi keeps the mode of a file that exists.
    await writeFile(this.unproven, "", { mode: 0o600 });
    await pulumi.backUp(this.unproven);
  }

  /** The result is proven, or the state is as before. */
  async end(): Promise<void> {
    await rename(this.unproven, this.file);
  }
}
