import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { entryPath, entrySource } from "./entry.js";
import { root } from "./files.js";
import { functionsPath, functionsSource } from "./functions.js";

/** Writes the generated sources that the public declarations are made of, once compiled: the lookup functions and the package's entry. */
async function main(): Promise<void> {
  await writeFile(join(root, functionsPath), functionsSource());
  await writeFile(join(root, entryPath), entrySource());
  process.stdout.write(`${functionsPath}\n${entryPath}\n`);
}

void main();
