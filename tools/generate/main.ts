import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { declarationFiles } from "./declarations/files.js";
import { entryPath, entrySource } from "./entry.js";
import { referenceFolder, root } from "./files.js";
import { functionsPath, functionsSource } from "./functions.js";
import { referenceFiles } from "./reference.js";
import { readSources } from "./source.js";

/** Writes the reference, and the generated sources: the lookup functions, the entry of the package and its public declarations. */
async function main(): Promise<void> {
  const sources = readSources();
  const files = referenceFiles(sources);
  const folder = join(root, referenceFolder);
  await rm(folder, { recursive: true, force: true });
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await writeFile(join(root, functionsPath), functionsSource());
  await writeFile(join(root, entryPath), entrySource());
  const declarations = declarationFiles(sources);
  for (const [path, text] of declarations) await writeFile(join(root, path), text);
  process.stdout.write(
    `${referenceFolder}: ${files.size} files\n${[functionsPath, entryPath, ...declarations.keys()].join("\n")}\n`,
  );
}

void main();
