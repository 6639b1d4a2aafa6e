/*
 * Sets the checkout up and has the real engine make many resources while requests go wrong at random: `npm run load`, with the
 * options `--count 1000`, `--faults 0.05`, `--parallel 64` and `--seed`, which a run prints.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { runTool } from "./report.mjs";
import { setUp } from "./setup.mjs";

await runTool(async () => {
  const { root, env } = await setUp({ cli: true });
  const script = join(root, "dist", "tests", "load", "main.js");
  const child = spawn(process.execPath, [script, ...process.argv.slice(2)], { cwd: root, env, stdio: "inherit" });
  const [status] = /** @type {[number | null]} */ (await once(child, "close"));
  return status ?? 1;
});
