import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const compiled = join(__dirname, "..", "..");

/** The compiled sources of a folder. */
async function filesOf(path: string): Promise<readonly string[]> {
  const names = await readdir(join(compiled, path), { recursive: true });
  return names
    .filter((name) => name.endsWith(".js"))
    .sort()
    .map((name) => `${path}/${name}`);
}

/** A text that changes with the compiled sources of folders, which have their names in the checkout. */
export async function digestOf(folders: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const name of (await Promise.all(folders.map(filesOf))).flat())
    hash.update(`${name}\0`).update(await readFile(join(compiled, name)));
  return hash.digest("hex").slice(0, 16);
}
