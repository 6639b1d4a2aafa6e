import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Keeps an answer that nothing shows again in a file that only its owner may read: in the current folder, else in that for
 * temporary files. Undefined where neither takes it.
 */
export async function keepElsewhere(name: string, content: Uint8Array): Promise<string | undefined> {
  for (const folder of [".", tmpdir()]) {
    const path = join(folder, `hosting-${name}.${process.pid}.json`);
    try {
      await writeFile(path, content, { flag: "wx", mode: 0o600 });
      return path;
    } catch {
      // The next folder may take it.
    }
  }
  return undefined;
}
