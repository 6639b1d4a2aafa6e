import assert from "node:assert/strict";

const load = () => import("../../tools/test-arguments.mjs");
const everything = "dist/tests/**/*.test.js";

describe("arguments of npm test", () => {
  it("run everything by default", async () => {
    const { mochaArguments } = await load();
    assert.deepEqual(mochaArguments([], { ci: false, terminal: true }), ["--color", everything]);
  });

  it("allow no focused test in CI, and no colour when piped", async () => {
    const { mochaArguments } = await load();
    assert.deepEqual(mochaArguments([], { ci: true, terminal: false }), ["--forbid-only", "--no-color", everything]);
  });

  it("are passed on to mocha", async () => {
    const { mochaArguments } = await load();
    const args = mochaArguments(["--grep", "webhook"], { ci: false, terminal: true });
    assert.deepEqual(args, ["--color", "--grep", "webhook", everything]);
  });

  it("take the source of a test for the test", async () => {
    const { mochaArguments } = await load();
    const args = mochaArguments(["tests/sdk/path.test.ts", "./tests/tools/lock.test.ts"], { ci: false, terminal: true });
    assert.deepEqual(args, ["--color", "dist/tests/sdk/path.test.js", "dist/tests/tools/lock.test.js"]);
  });
});
