import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pagesWithCounts, withCounts, controlPage, withControlRoutes, decisionsPage, withDecisionTables } from "./page-parts.js";
import { declarationFiles } from "./declarations/files.js";
import { referenceFolder, root } from "./files.js";
import { referenceFiles } from "./reference.js";
import { readSources } from "./source.js";

const pages: Readonly<Record<string, (text: string) => string>> = {
  [decisionsPage]: withDecisionTables,
  [controlPage]: withControlRoutes,
  ...Object.fromEntries(pagesWithCounts.map((page) => [page, (text: string) => withCounts(page, text)])),
};

/** Writes the reference, the public declarations, and what other pages show of the code. */
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
  for (const [path, update] of Object.entries(pages)) {
    const text = await readFile(join(root, path), "utf8");
    await writeFile(join(root, path), update(text));
  }
  const written = [...declarations.keys(), ...Object.keys(pages)].join("\n");
  process.stdout.write(`${written}\n${referenceFolder}: ${files.size} files\n`);
}

void main();
