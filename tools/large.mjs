/*
 * Sets the checkout up and measures what each way to run a large stack is worth: `npm run large`, with the options
 * `--count 100` and `--latency 50`, in milliseconds.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { runTool } from "./report.mjs";
import { setUp } from "./setup.mjs";

await runTool(async () => {
  const { root, env } = await setUp({ cli: true });
  const script = join(root, "dist", "tests", "large", "main.js");
  const child = spawn(process.execPath, [script, ...process.argv.slice(2)], { cwd: root, env, stdio: "inherit" });
  const [status] = /** @type {[number | null]} */ (await once(child, "close"));
  return status ?? 1;
});
