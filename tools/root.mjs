import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The checkout: the nearest folder above this file that contains package.json. The compiled copy below dist/ finds it too.
 *
 * @returns {string}
 */
function findRoot() {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("no package.json above the tools");
    folder = parent;
  }
  return folder;
}

export const root = findRoot();
