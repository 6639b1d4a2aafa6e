import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { lightStart } from "../support/backend.js";
import { commandTimeout } from "../support/engine.js";

const root = resolve(__dirname, "..", "..", "..");

/** How each example is run here. */
const runs: Readonly<Record<string, string>> = { quickstart: "tools/demo.mjs" };

/** The tests that run the others. */
const testsOf: Readonly<Record<string, string>> = {
  agency: "tests/engine/agency.test.ts",
  ci: "tests/engine/ci-examples.test.ts",
  fleet: "tests/engine/fleet.test.ts",
  logins: "tests/engine/logins.test.ts",
  policy: "tests/engine/policy.test.ts",
  questions: "tests/docs/questions.test.ts",
};

describe("examples", function () {
  this.timeout(5 * commandTimeout);

  it("are all run or have a test", async () => {
    const entries = await readdir(join(root, "examples"), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    assert.deepEqual(folders.sort(), [...Object.keys(runs), ...Object.keys(testsOf)].sort());
    for (const test of Object.values(testsOf)) assert.ok(existsSync(join(root, test)), test);
  });

  for (const [name, script] of Object.entries(runs))
    it(`run completely, from the first preview to the destruction of everything: ${name}`, async () => {
      const child = spawn(process.execPath, [join(root, script)], {
        cwd: root,
        env: { ...process.env, ...lightStart },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const timer = setTimeout(() => child.kill(), 4 * commandTimeout);
      const [stdout, stderr, [status]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, "close") as Promise<[number | null]>,
      ]).finally(() => clearTimeout(timer));
      assert.equal(status, 0, stdout + stderr);
      const [introduction, ...parts] = stdout.split("\n━━ ");
      const announced = Array.from(introduction!.matchAll(/^ {2}(\d\. .*)$/gm), ([, title]) => title);
      assert.deepEqual(
        parts.map((part) => part.split("\n")[0]),
        [...announced, "Done: seven kinds of resources were previewed, created, checked, repaired and deleted."],
      );
      for (const part of parts.slice(0, -1)) assert.match(part, /^\d\. .*\n[A-Z].*\.\n\$ pulumi /, "it says what it proves");
      assert.ok(!stdout.includes("a-password-of-the-agency") && !stdout.includes("a-secret-of-the-agency"));
      assert.ok(!existsSync(join(root, "Pulumi.rehearsal.yaml")), "nothing is left behind");
    });
});
