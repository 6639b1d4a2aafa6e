import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { runAttached } from "./process.mjs";
import { setUp } from "./setup.mjs";

/**
 * Sets up the checkout and runs one of its compiled programs, without input. What it prints goes where this process prints.
 *
 * @param {string} program below `dist`
 * @param {{ cli?: boolean, measures?: boolean, args?: readonly string[] }} [options] whether it needs the Pulumi CLI, whether it measures
 *   times, for which it waits until no other program of the checkout does, and its arguments
 * @returns {Promise<number>} its status
 */
export async function runCompiled(program, { cli = false, measures = false, args = [] } = {}) {
  const { root, env } = await setUp({ cli });
  const run = async () => (await runAttached(process.execPath, [join(root, "dist", program), ...args], { cwd: root, env })) ?? 1;
  if (!measures || args.includes("--help")) return run();
  const onWait = (/** @type {string} */ holder) => {
    process.stderr.write(`waiting for ${holder}, which measures in the same checkout: two at once would disturb each other\n`);
  };
  return withLock(join(root, ".cache", "measuring.lock"), onWait, run);
}
