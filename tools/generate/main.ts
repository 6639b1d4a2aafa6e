import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { decisionsPage, withDecisionTables } from "./decision-tables.js";
import { declarationFiles } from "./declarations/files.js";
import { referenceFolder, root } from "./files.js";
import { referenceFiles } from "./reference.js";
import { readSources } from "./source.js";

/** Writes the reference, the public declarations, and the tables in other pages. */
async function main(): Promise<void> {
  const sources = readSources();
  const files = referenceFiles(sources);
  const folder = join(root, referenceFolder);
  await rm(folder, { recursive: true, force: true });
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const declarations = declarationFiles(sources);
  for (const [path, text] of declarations) await writeFile(join(root, path), text);
  const decisions = join(root, decisionsPage);
  await writeFile(decisions, withDecisionTables(await readFile(decisions, "utf8")));
  process.stdout.write(`${[...declarations.keys()].join("\n")}\n${decisionsPage}\n${referenceFolder}: ${files.size} files\n`);
}

void main();
