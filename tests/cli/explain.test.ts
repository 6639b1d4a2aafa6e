import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pagesOf } from "../../cli/explain/command.js";
import { runInProcess } from "../support/hosting-in-process.js";
import { root } from "../support/markdown.js";

describe("hosting explain", function () {
  this.timeout(60_000);
  const pages = pagesOf(readFileSync(join(root, "docs", "messages.md"), "utf8"));

  it("prints the page of each code", async () => {
    for (const { codes, text } of pages)
      for (const code of codes) {
        const { code: status, stdout } = await runInProcess(["explain", code]);
        assert.equal(status, 0, code);
        assert.ok(stdout.includes(text), code);
      }
  });

  it("takes a code in words, as the tables have it", async () => {
    const { code, stdout } = await runInProcess(["explain", "exists", "elsewhere"]);
    assert.equal(code, 0);
    assert.match(stdout, /exists-elsewhere/);
  });

  it("lists all codes", async () => {
    const { code, stdout } = await runInProcess(["explain"]);
    assert.equal(code, 0);
    assert.equal(stdout.trimEnd().split("\n").length, pages.length);
  });

  it("names the code that was meant", async () => {
    const { code, stderr } = await runInProcess(["explain", "exists-elsewere"]);
    assert.equal(code, 2);
    assert.match(stderr, /Did you mean exists-elsewhere/);
  });
});
