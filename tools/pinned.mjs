import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The folder for what a manifest pins: another one for each version of it.
 *
 * @param {string} kept the folder for all of them
 * @param {string} manifest
 * @returns {Promise<string>}
 */
export async function pinnedFolder(kept, manifest) {
  const hash = createHash("sha256").update(await readFile(manifest));
  return join(kept, hash.digest("hex").slice(0, 16));
}
