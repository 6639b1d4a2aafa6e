import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./files.js";
import { generatedSources } from "./generated.js";

/** Writes the generated sources, which are compiled before anything else is generated. */
async function main(): Promise<void> {
  for (const [path, text] of generatedSources()) {
    await writeFile(join(root, path), text);
    process.stdout.write(`${path}\n`);
  }
}

void main();
