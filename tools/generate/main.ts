import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { referenceFolder, root } from "./files.js";
import { generatedFiles } from "./generated.js";

/** Writes the reference, the public declarations, and what other pages show of the code. */
async function main(): Promise<void> {
  const files = generatedFiles();
  await rm(join(root, referenceFolder), { recursive: true, force: true });
  for (const [path, text] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const isReference = (path: string) => path.startsWith(`${referenceFolder}/`);
  const others = [...files.keys()].filter((path) => !isReference(path));
  process.stdout.write(`${others.join("\n")}\n${referenceFolder}: ${files.size - others.length} files\n`);
}

void main();
