import { readFileSync } from "node:fs";
import { join } from "node:path";
import { declarationFiles } from "./declarations/files.js";
import { entryPath, entrySource } from "./entry.js";
import { referenceFolder, root } from "./files.js";
import { functionsPath, functionsSource } from "./functions.js";
import { pagesWithCounts, withCounts, controlPage, withControlRoutes, decisionsPage, withDecisionTables } from "./page-parts.js";
import { referenceFiles } from "./reference.js";
import { readSources, type Sources } from "./source.js";

/** Pages of which a part is generated, each with the function that writes the part. */
const pages: Readonly<Record<string, (text: string) => string>> = {
  [decisionsPage]: withDecisionTables,
  [controlPage]: withControlRoutes,
  ...Object.fromEntries(pagesWithCounts.map((page) => [page, (text: string) => withCounts(page, text)])),
};

/** The sources that the public declarations are made of, once compiled: the lookup functions and the entry of the package. */
export const generatedSources = (): ReadonlyMap<string, string> =>
  new Map([
    [functionsPath, functionsSource()],
    [entryPath, entrySource()],
  ]);

/** The reference, the public declarations, and pages that show something of the code: texts by their path in the checkout. */
export const generatedFiles = (sources: Sources = readSources()): ReadonlyMap<string, string> =>
  new Map([
    ...[...referenceFiles(sources)].map(([path, text]) => [`${referenceFolder}/${path}`, text] as const),
    ...declarationFiles(sources),
    ...Object.entries(pages).map(([path, update]) => [path, update(readFileSync(join(root, path), "utf8"))] as const),
  ]);
