/* Sets the checkout up and writes the reference, docs/reference/, from the sources: `npm run docs`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { runTool } from "./report.mjs";
import { setUp } from "./setup.mjs";

await runTool(async () => {
  const { root, env } = await setUp();
  const generator = join(root, "dist", "tools", "reference", "main.js");
  const child = spawn(process.execPath, [generator], { cwd: root, env, stdio: "inherit" });
  const [status] = /** @type {[number | null]} */ (await once(child, "close"));
  return status ?? 1;
});
