import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decisionsPage, pagesWithCounts, withCounts, withDecisionTables } from "../../tools/generate/page-parts.js";
import { root } from "../../tools/generate/files.js";

describe("what the generator writes into pages", () => {
  const textOf = (page: string) => readFileSync(join(root, page), "utf8");

  for (const page of pagesWithCounts)
    it(`has the numbers of the code; if not, run \`npm run generate\`: ${page}`, () => {
      const text = textOf(page);
      assert.equal(withCounts(page, text), text);
      assert.notEqual(withCounts(page, text.replaceAll(/\d/g, "0")), text.replaceAll(/\d/g, "0"));
      assert.throws(() => withCounts(page, ""));
    });

  it(`has the decision tables of the code; if not, run \`npm run generate\`: ${decisionsPage}`, () => {
    const page = textOf(decisionsPage);
    assert.equal(withDecisionTables(page), page);
    assert.notEqual(withDecisionTables(page.replace("| 1 |", "| 0 |")), page.replace("| 1 |", "| 0 |"));
    assert.throws(() => withDecisionTables("# No place for a table\n"));
  });
});
