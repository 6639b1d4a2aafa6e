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

describe("the result of npm test", () => {
  it("is a failure if a process of its tests was killed", async () => {
    const { endedCounts, worstOf } = await load();
    assert.deepEqual([worstOf(0, null), worstOf(2, null), worstOf(0, 3), worstOf(0, 0)], [1, 2, 3, 0]);
    assert.equal(endedCounts({ passed: 3, failed: 0, skipped: 0 }, null).failed, 1);
  });
});
