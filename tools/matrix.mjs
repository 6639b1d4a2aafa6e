/*
 * Runs every kind of resource through every operation under every fault, on the real engine against the sandbox: `npm run
 * matrix`; `npm run matrix -- --help` shows the options.
 */
import { join } from "node:path";
import { run } from "./process.mjs";
import { runTool } from "./report.mjs";
import { setUp } from "./setup.mjs";

await runTool(async () => {
  const { root, env } = await setUp({ cli: true });
  const { status } = await run(process.execPath, [join(root, "dist", "proofs", "matrix", "main.js"), ...process.argv.slice(2)], {
    env,
    onLine: (line) => process.stdout.write(`${line}\n`),
  });
  return status ?? 1;
});
