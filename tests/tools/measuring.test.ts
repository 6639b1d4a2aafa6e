import assert from "node:assert/strict";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";

const root = resolve(".");

describe("a command that measures", function () {
  this.timeout(120_000);

  const started: ChildProcessByStdio<null, null, Readable>[] = [];
  after(() => started.forEach((child) => child.kill("SIGKILL")));

  /** Begins a command that its wrong option ends before it measures. */
  const begin = (...args: string[]) => {
    const child = spawn(process.execPath, [join(root, "tools", "program.mjs"), "bench", ...args], {
      cwd: root,
      stdio: ["ignore", "ignore", "pipe"],
    });
    started.push(child);
    child.stderr.setEncoding("utf8");
    return child;
  };

  it("waits for another one of the same checkout, but its help does not", async () => {
    const { withLock } = await import("../../tools/lock.mjs");
    const child = begin("--runs", "none");
    let output = "";
    await withLock(
      join(root, ".cache", "measuring.lock"),
      () => undefined,
      async () => {
        child.stderr.on("data", (part: string) => (output += part));
        while (!output.includes("waiting for ") && child.exitCode === null)
          await Promise.race([once(child.stderr, "data"), once(child, "close")]);
        assert.match(output, new RegExp(`^waiting for process ${process.pid}, which measures in the same checkout`, "m"));
        const help = begin("--help");
        assert.doesNotMatch(await text(help.stderr), /waiting for/);
        assert.equal(child.exitCode, null, output);
      },
    );
    if (child.exitCode === null) await once(child, "close");
    assert.match(output, /\n--runs none: must be a whole number/);
  });
});
