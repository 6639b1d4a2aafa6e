import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

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
