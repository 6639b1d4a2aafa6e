import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { entryPath, entrySource } from "./entry.js";
import { referenceFolder, root } from "./files.js";
import { functionsPath, functionsSource } from "./functions.js";
import { referenceFiles } from "./reference.js";
import { readSources } from "./source.js";

/** Writes the reference and the generated sources: the lookup functions and the package's entry. `npm run generate`. */
async function main(): Promise<void> {
  const files = referenceFiles(readSources());
  const folder = join(root, referenceFolder);
  await rm(folder, { recursive: true, force: true });
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await writeFile(join(root, functionsPath), functionsSource());
  await writeFile(join(root, entryPath), entrySource());
  process.stdout.write(`${referenceFolder}: ${files.size} files\n`);
}

void main();
