import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { definitions } from "../../proofs/matrix/definitions.js";

describe("the guide", () => {
  it("says in its table what happens to each kind when it is deleted", () => {
    const guide = readFileSync(join(__dirname, "..", "..", "..", "docs", "guide.md"), "utf8");
    const [, section = ""] = guide.split("\n## Deleting\n");
    const kindsInTable = section.split("\n\n")[0]!.matchAll(/^\| ((?:`\w+`(?:, )?)+) *\|/gm);
    const named = [...kindsInTable].flatMap(([, names = ""]) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    for (const { className } of Object.values(definitions))
      assert.ok(named.includes(className), `docs/guide.md needs a row for ${className} in the table under "Deleting"`);
    assert.equal(named.length, Object.keys(definitions).length, "docs/guide.md names each kind once");
  });
});
