import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { temporaryFolder } from "../support/folder.js";

describe("the end of a test run", function () {
  this.timeout(60_000);
  const folder = temporaryFolder();

  async function runMocha(source: string) {
    const file = join(folder.path, "sample.cjs");
    await writeFile(file, source);
    const mocha = resolve("node_modules/mocha/bin/mocha.js");
    const args = [mocha, "--no-config", "--no-package", "--reporter", resolve("tools/reporter.cjs")];
    const { status, stdout } = spawnSync(process.execPath, [...args, "--reporter-option", "restTime=500", file], {
      encoding: "utf8",
    });
    return { status, stdout, lastLine: stdout.trimEnd().split("\n").at(-1) };
  }

  it("prints the numbers of passed and failed tests", async () => {
    const passing = await runMocha(`it("a", () => {}); it("b", () => {});`);
    assert.deepEqual([passing.status, passing.lastLine], [0, "2 passed, 0 failed"]);

    const mixed = await runMocha(`it("a", () => {}); it("b", () => { throw new Error("no"); }); it.skip("c", () => {});`);
    assert.deepEqual([mixed.status, mixed.lastLine], [1, "1 passed, 1 failed, 1 skipped"]);
    assert.ok(!mixed.stdout.includes("\u001b["), "colour in piped output");
  });

  it("is a failure if a test has left something running", async () => {
    const { status, stdout, lastLine } = await runMocha(`it("a", () => { setInterval(() => {}, 1000); });`);
    assert.equal(status, 1);
    assert.match(stdout, /left something running: .*Timeout/);
    assert.equal(lastLine, "1 passed, 1 failed");
  });
});
