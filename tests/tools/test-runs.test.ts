import assert from "node:assert/strict";
import { join } from "node:path";

const load = () => import("../../tools/test-runs.mjs");
const everything = "dist/tests/**/*.test.js";
const engine = ["dist/tests/engine/a.test.js", "dist/tests/engine/b.test.js"];

describe("arguments of npm test", () => {
  it("run all but the long tests by default, those with processes of their own and those on the real engine beside the others", async () => {
    const { mochaRuns } = await load();
    const short = "dist/tests/engine/lifecycle.test.js";
    const compilers = "dist/tests/package/compilers.test.js";
    const apart = ["dist/tests/process/**/*.test.js", "dist/tests/cli/**/*.test.js"];
    assert.deepEqual(mochaRuns([], [...engine, short], { ci: false, terminal: true }), [
      ["--color", ...["dist/tests/engine/**", compilers, ...apart].flatMap((pattern) => ["--ignore", pattern]), everything],
      ["--color", ...apart],
      ["--color", short],
    ]);
    assert.deepEqual(mochaRuns([], [...engine, short], { ci: false, terminal: true, long: true }), [
      ["--color", engine[0]],
      ["--color", engine[1]],
      ["--color", compilers],
    ]);
  });

  it("need the Pulumi CLI unless only others are named", async () => {
    const { needsCli } = await load();
    assert.ok(
      needsCli([]) && needsCli(["--grep", "webhook"]) && needsCli(["tests/sdk/path.test.ts", "./tests/engine/reads.test.ts"]),
    );
    assert.equal(needsCli(["tests/sdk/path.test.ts", "--bail"]), false);
  });

  it("allow no focused test in CI, and no colour when piped", async () => {
    const { mochaRuns } = await load();
    for (const args of mochaRuns([], engine, { ci: true, terminal: false }))
      assert.deepEqual(args.slice(0, 2), ["--forbid-only", "--no-color"]);
  });

  it("are passed on to mocha", async () => {
    const { mochaRuns } = await load();
    const runs = mochaRuns(["--grep", "webhook"], engine, { ci: false, terminal: true });
    assert.deepEqual(runs, [["--color", "--grep", "webhook", everything]]);
  });

  it("take the source of a test for the test", async () => {
    const { mochaRuns } = await load();
    const runs = mochaRuns(["tests/sdk/path.test.ts", "./tests/tools/lock.test.ts"], engine, { ci: false, terminal: true });
    assert.deepEqual(runs, [["--color", "dist/tests/sdk/path.test.js", "dist/tests/tools/lock.test.js"]]);
  });

  it("leave out no test on the real engine", async () => {
    const { engineFiles } = await load();
    const files = await engineFiles(join(__dirname, "..", "..", ".."));
    assert.ok(files.includes("dist/tests/engine/lifecycle.test.js"));
    assert.equal(new Set(files).size, files.length);
    assert.equal(files[0], "dist/tests/engine/matrix.test.js", "what takes the longest starts first");
  });
});

describe("counts of several runs", () => {
  it("are read off the reporter's last line, added up and written the same way", async () => {
    const { addCounts, formatCounts, readCounts } = await load();
    const [a, b] = [readCounts("12 passed, 0 failed"), readCounts("3 passed, 1 failed, 2 skipped")];
    assert.ok(a !== undefined && b !== undefined);
    assert.equal(formatCounts(addCounts(a, b)), "15 passed, 1 failed, 2 skipped");
    assert.equal(formatCounts(a), "12 passed, 0 failed");
  });

  it("have a failure where a process has died without one", async () => {
    const { endedCounts } = await load();
    const counts = { passed: 0, failed: 0, skipped: 0 };
    assert.equal(endedCounts(counts, 1).failed, 1);
    assert.equal(endedCounts({ ...counts, failed: 2 }, 2).failed, 2);
    assert.deepEqual(endedCounts(counts, 0), counts);
  });

  it("are told from what a test prints", async () => {
    const { readCounts } = await load();
    assert.equal(readCounts("  12 passed, 0 failed"), undefined);
    assert.equal(readCounts("tests: 12 passed, 0 failed"), undefined);
  });
});
