import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { pagesWithCounts, withControlRoutes, withCounts, withDecisionTables } from "../../tools/generate/page-parts.js";
import { referenceFolder, root } from "../../tools/generate/files.js";
import { entryPath, entrySource } from "../../tools/generate/entry.js";
import { functionsPath, functionsSource } from "../../tools/generate/functions.js";
import { generatedFiles } from "../../tools/generate/generated.js";

const textOf = (path: string) => readFileSync(join(root, path), "utf8");

describe("what is generated", function () {
  this.timeout(120_000);

  it("is what the sources say, and nothing else is in the reference; if not, run `npm run generate`", () => {
    const files = new Map([[functionsPath, functionsSource()], [entryPath, entrySource()], ...generatedFiles()]);
    assert.deepEqual(
      [...files].filter(([path, text]) => !existsSync(join(root, path)) || textOf(path) !== text).map(([path]) => path),
      [],
    );
    const there = readdirSync(join(root, referenceFolder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .split(sep)
          .join("/"),
      );
    assert.deepEqual(
      there.filter((path) => !files.has(path)),
      [],
    );
  });

  it("has a place in each page that shows something of the code", () => {
    for (const page of pagesWithCounts) assert.throws(() => withCounts(page, ""), page);
    for (const update of [withDecisionTables, withControlRoutes]) assert.throws(() => update("# No place\n"));
  });
});
