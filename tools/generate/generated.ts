import { readFileSync } from "node:fs";
import { join } from "node:path";
import { declarationFiles } from "./declarations/files.js";
import { referenceFolder, root } from "./files.js";
import { pagesWithCounts, withCounts, controlPage, withControlRoutes, decisionsPage, withDecisionTables } from "./page-parts.js";
import { referenceFiles } from "./reference.js";
import { readSources } from "./source.js";

/** Pages of which a part is generated, each with the function that writes the part. */
const pages: Readonly<Record<string, (text: string) => string>> = {
  [decisionsPage]: withDecisionTables,
  [controlPage]: withControlRoutes,
  ...Object.fromEntries(pagesWithCounts.map((page) => [page, (text: string) => withCounts(page, text)])),
};

/** The reference, the public declarations, and pages that show something of the code: texts by their path in the checkout. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const sources = readSources();
  return new Map([
    ...[...referenceFiles(sources)].map(([path, text]) => [`${referenceFolder}/${path}`, text] as const),
    ...declarationFiles(sources),
    ...Object.entries(pages).map(([path, update]) => [path, update(readFileSync(join(root, path), "utf8"))] as const),
  ]);
}
