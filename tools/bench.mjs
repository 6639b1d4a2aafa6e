/*
 * Sets up the checkout and compares it with dynamic providers as they are usually written, and with the bare client:
 * `npm run bench`; `npm run bench -- --help` shows the options.
 */
import { join } from "node:path";
import { runCompiled } from "./compiled.mjs";
import { installPinned } from "./dependencies.mjs";
import { logToStderr, runTool } from "./report.mjs";
import { root } from "./root.mjs";

await runTool(async () => {
  const args = process.argv.slice(2);
  if (args.includes("--sandbox") && !args.includes("--help")) {
    const folder = join(root, ".cache", "mocks");
    await installPinned(join(root, "tools", "mocks"), folder, logToStderr);
    process.env["MOCKS"] = folder;
  }
  return runCompiled("proofs/bench/main.js", { cli: true, measures: true, args });
});
