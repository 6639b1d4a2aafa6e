import assert from "node:assert/strict";
import { join } from "node:path";

const load = () => import("../../tools/test-runs.mjs");
const root = join(__dirname, "..", "..", "..");
const compiled = (...names: string[]) => names.map((name) => `dist/tests/${name}.test.js`);
const short = compiled("engine/lifecycle", "docs/links", "sdk/path", "sdk/retry");
const long = compiled("engine/reads", "package/bundle");
const files = [...long, ...short].sort();

describe("arguments of npm test", () => {
  it("run all but the long tests by default, and the seven kinds on the real engine", async () => {
    const { mochaRuns } = await load();
    const run = (isLong: boolean) => mochaRuns([], files, { ci: false, terminal: true, long: isLong });
    for (const [isLong, expected] of [
      [false, short],
      [true, long],
    ] as const) {
      const runs = run(isLong);
      assert.deepEqual(
        runs.map(([first]) => first),
        runs.map(() => "--color"),
      );
      assert.deepEqual(runs.flatMap(([, ...named]) => named).sort(), [...expected].sort());
    }
  });

  it("run long tests first, each in a process of its own, and the rest by folder", async () => {
    const { balanced } = await load();
    const heavy = compiled("process/deletion", "engine/lifecycle");
    const light = compiled("sdk/path", "sdk/retry", "docs/links");
    assert.deepEqual(balanced([...light, ...heavy]), [
      compiled("engine/lifecycle"),
      compiled("process/deletion"),
      compiled("sdk/path", "sdk/retry"),
      compiled("docs/links"),
    ]);
  });

  it("list no missing file as a long test", async () => {
    const { testFiles } = await load();
    const { weights } = await import("../../tools/test-weights.mjs");
    const there = await testFiles(root);
    for (const name of weights.keys()) assert.ok(there.includes(compiled(name)[0]!), `tools/test-weights.mjs names ${name}`);
  });

  it("need the Pulumi CLI unless they name only tests without it", async () => {
    const { needsCli } = await load();
    assert.ok(
      needsCli([]) &&
        needsCli(["--grep", "webhook"]) &&
        needsCli(["tests/sdk/path.test.ts", "./tests/engine/reads.test.ts"]) &&
        needsCli(["tests/package/package.test.ts"]) &&
        needsCli(["tests/engine"]),
    );
    assert.equal(needsCli(["tests/sdk/path.test.ts", "--bail"]), false);
  });

  it("forbid focused tests in CI, and print no colour when piped", async () => {
    const { mochaRuns } = await load();
    for (const args of mochaRuns([], files, { ci: true, terminal: false }))
      assert.deepEqual(args.slice(0, 2), ["--forbid-only", "--no-color"]);
  });

  it("are passed on to mocha", async () => {
    const { mochaRuns } = await load();
    for (const [isLong, expected] of [
      [false, short],
      [true, long],
    ] as const) {
      const runs = mochaRuns(["--grep", "webhook", "-b"], files, { ci: false, terminal: true, long: isLong });
      assert.deepEqual(runs, [["--color", "--grep", "webhook", "-b", ...[...expected].sort()]]);
    }
  });

  it("are refused if mocha does not know an option, if a value is missing, or if there is no such test", async () => {
    const { mochaRuns } = await load();
    for (const [given, reason] of [
      [["--grpe", "webhook"], /^Unknown option --grpe/],
      [["--grep"], /^--grep needs a value/],
      [["retry"], /^There is no test file retry\. Name one as tests\//],
      [["tests/sdk/retry.ts"], /^There is no test file tests\/sdk\/retry\.ts/],
    ] as const)
      assert.throws(() => mochaRuns(given, files, { ci: false, terminal: true }), { message: reason });
  });

  it("accept a folder", async () => {
    const { mochaRuns } = await load();
    const runs = mochaRuns(["tests/sdk/", "tests/sdk/path.test.ts"], files, { ci: false, terminal: true });
    assert.deepEqual(runs, [["--color", ...compiled("sdk/path", "sdk/retry")]]);
  });

  it("leave out no test", async () => {
    const { mochaRuns, testFiles } = await load();
    const there = await testFiles(root);
    const named = [false, true].flatMap((isLong) =>
      mochaRuns([], there, { ci: false, terminal: false, long: isLong }).flatMap(([, ...files]) => files),
    );
    assert.deepEqual(named.sort(), there);
    assert.ok(there.includes("dist/tests/tools/test-runs.test.js"));
  });
});

describe("counts of several runs", () => {
  it("are read from the reporter's last line, added up and printed the same way", async () => {
    const { addCounts, formatCounts, readCounts } = await load();
    const [a, b] = [readCounts("12 passed, 0 failed"), readCounts("3 passed, 1 failed, 2 skipped")];
    assert.ok(a !== undefined && b !== undefined);
    assert.equal(formatCounts(addCounts(a, b)), "15 passed, 1 failed, 2 skipped");
    assert.equal(formatCounts(a), "12 passed, 0 failed");
  });
});

describe("the failures of a test run", () => {
  it("are what mocha printed about them, with or without colour", async () => {
    const { failuresOf } = await load();
    for (const heading of ["  2 failing", "\u001b[31m  2 failing\u001b[0m"])
      assert.deepEqual(
        failuresOf(["  a suite", "    1) fails", "", "  3 passing (1s)", heading, "", "  1) a suite", "     Error: no"]),
        ["", "  1) a suite", "     Error: no"],
      );
  });
});
