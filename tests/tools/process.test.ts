import assert from "node:assert/strict";

const load = () => import("../../tools/process.mjs");

describe("running a command", () => {
  it("collects its output and status", async () => {
    const { run } = await load();
    const lines: string[] = [];
    const script = "console.log('out'); console.error('err'); process.exitCode = 3";
    const result = await run(process.execPath, ["-e", script], { onLine: (line) => lines.push(line) });
    assert.equal(result.status, 3);
    assert.equal(result.stdout, "out\n");
    assert.deepEqual(lines.sort(), ["err", "out"]);
    assert.match(result.output, /err\n/);
  });

  it("fails if the command does not exist", async () => {
    const { run } = await load();
    await assert.rejects(run("no-such-command-anywhere", []), /ENOENT/);
  });

  it("stops a command and its children after a timeout", async () => {
    const { run } = await load();
    // The result comes only after the background command has closed the output too.
    const { status, output } = await run("sh", ["-c", "sleep 600 & sleep 600"], { timeout: 1_000 });
    assert.equal(status, null);
    assert.equal(output, "stopped after 1000 ms\n");
  });

  it("keeps the last lines of an output", async () => {
    const { lastLines } = await load();
    assert.equal(lastLines("a\n\nb\n  \nc\n", 2), "b\nc");
  });
});
