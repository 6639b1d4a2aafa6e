/*
 * Runs every check of the sources, however many fail, and lists what all of them found: `npm run verify`.
 */
import { npm } from "./process.mjs";
import { logToStderr, runTool, withProgress } from "./report.mjs";
import { root } from "./root.mjs";
import { setUp } from "./setup.mjs";

const checks = ["new -- check", "format:check", "lint", "lint:examples", "lint:dependencies", "lint:unused"];

await runTool(async () => {
  await setUp();
  /** @type {string[]} */
  const failed = [];
  for (const check of checks) {
    const command = ["run", "--silent", ...check.split(" ")];
    const { status, output } = await withProgress(`npm run ${check}`, logToStderr, () => npm(command, { cwd: root }));
    if (status === 0) continue;
    failed.push(check);
    process.stdout.write(`npm run ${check}:\n${output}\n`);
  }
  if (failed.length > 0) process.stdout.write(`Failed: ${failed.join(", ")}.\n`);
  return failed.length === 0 ? 0 : 1;
});
