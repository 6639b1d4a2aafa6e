import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { rows } from "../../sdk/operations/rows.js";
import { declarationFiles } from "../../tools/generate/declarations/files.js";
import { root } from "../../tools/generate/files.js";
import { readSources } from "../../tools/generate/source.js";

/** Packages that declarations may import, because users have them installed with this one. */
const allowed = ["@pulumi/policy", "@pulumi/pulumi", "undici"];

/** The declarations of every entry, as the manifest names them. */
const entries = Object.values(
  (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { exports: Record<string, string | { types: string }> })
    .exports,
).flatMap((entry) => (typeof entry === "string" ? [] : [join(root, entry.types)]));

/** The packages that declarations import, directly or indirectly. */
function importedBy(file: string, text: string, seen = new Set([file])): string[] {
  return ts.preProcessFile(text).importedFiles.flatMap(({ fileName }) => {
    if (!fileName.startsWith(".")) return [fileName];
    const next = join(dirname(file), fileName.replace(/\.js$/, ".d.ts"));
    if (seen.has(next)) return [];
    return importedBy(next, readFileSync(next, "utf8"), seen.add(next));
  });
}

describe("the public declarations", function () {
  this.timeout(120_000);

  let files: ReadonlyMap<string, string>;
  before(() => {
    files = declarationFiles(readSources());
  });

  it("show with each call what the table says of it: notes, retry class and evidence", () => {
    const text = files.get("sdk/index.generated.d.ts")!.replace(/\n\s*\* (?!- )/g, " ");
    for (const { purpose, path, method, notes = [], repeat, evidence } of rows) {
      const place = text.indexOf(`\`${method} ${path}\`.`, text.indexOf("interface AuthenticationCalls"));
      const hover = text.slice(place, text.indexOf("*/", place));
      for (const messages of [...notes, `Retry class \`${repeat}\`: `, `Known: statuses ${evidence.status}`])
        assert.ok(hover.includes(messages), `${purpose}: ${messages}\n${hover}`);
    }
  });

  for (const entry of entries)
    it(`import only what users have, and not zod: ${entry.slice(root.length + 1)}`, () => {
      const imported = importedBy(entry, readFileSync(entry, "utf8"));
      assert.deepEqual(
        imported.filter((name) => !allowed.includes(name)),
        [],
      );
    });

  it("would show an import of zod, at once or in another file", () => {
    const entry = join(root, "provider/index.generated.d.ts");
    assert.deepEqual(importedBy(entry, 'import type { z } from "zod";'), ["zod"]);
    assert.ok(importedBy(entry, 'export type { Webhook } from "../dist/sdk/model-types.generated.js";').includes("zod"));
  });
});
