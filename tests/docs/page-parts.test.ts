import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pagesWithCounts, withCounts } from "../../tools/generate/page-parts.js";
import { root } from "../../tools/generate/files.js";

describe("the numbers in the documents", () => {
  for (const page of pagesWithCounts)
    it(`are those of the code; if not, run \`npm run generate\`: ${page}`, () => {
      const text = readFileSync(join(root, page), "utf8");
      assert.equal(withCounts(page, text), text);
      assert.notEqual(withCounts(page, text.replaceAll(/\d/g, "0")), text.replaceAll(/\d/g, "0"));
      assert.throws(() => withCounts(page, ""));
    });
});
