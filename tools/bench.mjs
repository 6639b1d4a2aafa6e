/*
 * Sets the checkout up and measures it beside dynamic providers as they are usually written, and beside the bare client:
 * `npm run bench`; `npm run bench -- --help` tells the options.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { runTool } from "./report.mjs";
import { setUp } from "./setup.mjs";

await runTool(async () => {
  const { root, env } = await setUp({ cli: true });
  const script = join(root, "dist", "tests", "bench", "main.js");
  const child = spawn(process.execPath, [script, ...process.argv.slice(2)], { cwd: root, env, stdio: "inherit" });
  const [status] = /** @type {[number | null]} */ (await once(child, "close"));
  return status ?? 1;
});
