import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { faultSchema } from "../../sandbox/index.js";
import { sandboxOptionNames } from "../../sandbox/options.js";
import { root } from "../../tools/generate/files.js";

const page = readFileSync(join(root, "docs/how-to/sandbox.md"), "utf8");

/** Names in code at the beginning of the rows of the table below a heading. */
const rowsBelow = (heading: string): string[] => {
  const [section = ""] = page.slice(page.indexOf(`\n## ${heading}\n`) + 1).split(/\n## /);
  return Array.from(section.matchAll(/^\| `([^|]*)` +\|/gm), ([, names]) => names!.split("`, `")).flat();
};

describe("docs/how-to/sandbox.md", () => {
  it("describes every option of startSandbox", () => {
    assert.deepEqual(rowsBelow("Options").sort(), [...sandboxOptionNames].sort());
  });

  it("describes every kind of fault", () => {
    const kinds = faultSchema.shape.effect.options.map(({ shape }) => shape.kind.value);
    assert.deepEqual(rowsBelow("Faults").sort(), kinds.sort());
  });
});
