import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const load = () => import("../../tools/process.mjs");

/** A process that has ended, but that nobody has reaped yet, has no command. */
function hasEnded(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8") === "";
  } catch {
    return true;
  }
}

describe("running a command", () => {
  it("stops a command and its children after a timeout", async () => {
    const { run } = await load();
    // The result comes only after the background command has closed the output too.
    const { status, output } = await run("sh", ["-c", "sleep 600 & sleep 600"], { timeout: 1_000 });
    assert.equal(status, null);
    assert.equal(output, "stopped after 1000 ms\n");
  });

  it("passes a signal on, and ends what ignores it", async function () {
    this.timeout(30_000);
    const tool = pathToFileURL(join(__dirname, "..", "..", "..", "tools", "process.mjs")).href;
    const stubborn = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('pid ' + process.pid)";
    const script = `
      const { run } = await import(${JSON.stringify(tool)});
      const next = () => run(process.execPath, ["-e", ${JSON.stringify(stubborn)}], { onLine: (line) => console.log(line) });
      await Promise.all([next().then(next), next()]);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    const pids: number[] = [];
    const lines = createInterface({ input: child.stdout });
    lines.on("line", (line) => {
      pids.push(Number(line.slice("pid ".length)));
      if (pids.length === 2) child.kill("SIGTERM");
    });
    const [, signal] = (await once(child, "close")) as [number | null, string];
    assert.equal(signal, "SIGTERM");
    assert.equal(pids.length, 2, "nothing is started after the signal");
    while (!pids.every(hasEnded)) await new Promise((resolve) => setTimeout(resolve, 20));
  });
});
