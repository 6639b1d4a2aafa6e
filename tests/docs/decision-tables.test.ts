import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { absenceRows } from "../../provider/decisions/absence.js";
import { creationRows } from "../../provider/decisions/creation.js";
import { outcomeRows } from "../../provider/decisions/outcome.js";
import { recoveryRows } from "../../provider/decisions/recovery.js";
import { removalRows } from "../../provider/decisions/removal.js";
import { decisionsPage, withDecisionTables } from "../../tools/generate/page-parts.js";
import { root } from "../../tools/generate/files.js";

describe(decisionsPage, () => {
  const page = readFileSync(join(root, decisionsPage), "utf8");

  it("shows the tables as the code has it; if not, run `npm run generate`", () => {
    assert.equal(withDecisionTables(page), page);
  });

  it("has a line for each row, in order", () => {
    const shown = Array.from(page.matchAll(/^\| (\d+) \|.*\| `([^`]+)` \|$/gm), ([, order, code]) => `${order} ${code}`);
    assert.deepEqual(
      shown,
      [creationRows, outcomeRows, removalRows, absenceRows, recoveryRows].flatMap((rows) =>
        rows.map(({ code }, index) => `${index + 1} ${code}`),
      ),
    );
  });

  it("would show a line that the code does not have", () => {
    assert.notEqual(withDecisionTables(page.replace("| 1 |", "| 0 |")), page.replace("| 1 |", "| 0 |"));
    assert.throws(() => withDecisionTables("# No place for a table\n"));
  });
});
