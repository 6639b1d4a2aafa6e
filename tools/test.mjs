/*
 * Sets the checkout up and runs its tests: `npm test`, or `npm test -- <arguments of mocha>`. Test files may be named by their
 * source: `npm test -- tests/sdk/retry.test.ts`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { runTool } from "./report.mjs";
import { setUp } from "./setup.mjs";
import { mochaArguments } from "./test-arguments.mjs";

await runTool(async () => {
  const { root, env } = await setUp({ cli: true });
  const mocha = join(root, "node_modules", "mocha", "bin", "mocha.js");
  const args = mochaArguments(process.argv.slice(2), { ci: Boolean(env["CI"]), terminal: process.stdout.isTTY });
  const child = spawn(process.execPath, [mocha, ...args], { cwd: root, env, stdio: "inherit" });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
    process.on(signal, () => {
      child.kill(signal);
    });
  }
  const [status] = /** @type {[number | null]} */ (await once(child, "close"));
  return status ?? 1;
});
