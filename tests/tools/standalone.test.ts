import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { root } from "../../tools/generate/files.js";
import { temporaryFolder } from "../support/folder.js";

describe("npm run standalone", function () {
  this.timeout(120_000);
  const folder = temporaryFolder();

  it("writes one file that runs without the package, and that the container's file copies", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, "tools/standalone.mjs"), "--file"]);
    const written = stdout.trim();
    const container = await readFile(join(root, "sandbox/Dockerfile"), "utf8");
    assert.ok(container.includes(`COPY --from=build /checkout${written.slice(root.length)} /hosting-sandbox.cjs`));
    const alone = join(folder.path, "hosting-sandbox.cjs");
    await copyFile(written, alone);
    const child = spawn(process.execPath, [alone, "--port", "0", "--json"], { cwd: folder.path, env: {} });
    const failed = text(child.stderr);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    try {
      const line = await new Promise<string>((resolve, reject) => {
        child.stdout.once("data", (piece: Buffer) => resolve(piece.toString()));
        void failed.then((messages) => reject(new Error(messages)));
      });
      const { control } = JSON.parse(line) as { control: string };
      assert.equal((await fetch(control)).status, 200);
    } finally {
      child.kill("SIGTERM");
    }
    assert.deepEqual([await ended, await failed], [0, ""]);
  });
});
