import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pagesOf } from "../../cli/explain/command.js";
import { creationRows } from "../../provider/decisions/creation.js";
import { removalRows } from "../../provider/decisions/removal.js";
import { root } from "../support/markdown.js";

/** Codes of rows that refuse. A row of problems that the API tells has a text of its own. */
const ofTables = [...creationRows, ...removalRows]
  .filter(({ acts, code }) => Object.values(acts).includes("refuse") && code !== "problems")
  .map(({ code }) => code);

/** Codes that sources append themselves. */
const ofSources = ["provider", "sdk", "cli"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
  .filter((name) => name.endsWith(".ts"))
  .flatMap((name) => [...readFileSync(join(root, name), "utf8").matchAll(/explainedBy\(\s*"([^"]+)"/g)].map(([, code]) => code!));

describe("docs/messages.md", () => {
  const codes = pagesOf(readFileSync(join(root, "docs", "messages.md"), "utf8")).flatMap((page) => page.codes);

  it("has one page for each code with which a message can end, and no other", () => {
    const all = new Set([...ofTables, ...ofSources].map((code) => code.replaceAll(" ", "-")));
    assert.ok(all.size > 50);
    assert.deepEqual(codes.toSorted(), [...all].sort());
  });
});
