/*
 * Compiles the checkout into dist/ with the installed dependencies: `npm run build`, and before the package is packed.
 */
import { join } from "node:path";
import { makeExecutable } from "./build.mjs";
import { bundleSdk } from "./bundle.mjs";
import { run } from "./process.mjs";
import { root } from "./root.mjs";
import { runTool } from "./report.mjs";

await runTool(async () => {
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const onLine = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);
  const { status } = await run(process.execPath, [compiler, "-p", "tsconfig.json"], { cwd: root, onLine });
  if (status !== 0) return status ?? 1;
  await bundleSdk(root);
  await makeExecutable(root);
  return 0;
});
