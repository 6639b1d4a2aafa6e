import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

const compiled = join(__dirname, "..", "..");

/** The compiled sources of a folder, or the file itself. */
async function filesOf(path: string): Promise<readonly string[]> {
  if (!(await stat(join(compiled, path))).isDirectory()) return [path];
  const names = await readdir(join(compiled, path), { recursive: true });
  return names
    .filter((name) => name.endsWith(".js"))
    .sort()
    .map((name) => `${path}/${name}`);
}

/** A text that changes with `more` and with the compiled sources of files and folders, which have their names in the checkout. */
export async function digestOf(paths: readonly string[], more = ""): Promise<string> {
  const hash = createHash("sha256").update(more);
  for (const name of (await Promise.all(paths.map(filesOf))).flat())
    hash.update(`${name}\0`).update(await readFile(join(compiled, name)));
  return hash.digest("hex").slice(0, 16);
}
