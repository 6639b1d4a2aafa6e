import { join } from "node:path";
import { runAttached } from "./process.mjs";
import { setUp } from "./setup.mjs";

/**
 * Sets up the checkout and runs one of its compiled programs, without input. What it prints goes where this process prints.
 *
 * @param {string} program below `dist`
 * @param {{ cli?: boolean, args?: readonly string[] }} [options] whether it needs the Pulumi CLI, and its arguments
 * @returns {Promise<number>} its status
 */
export async function runCompiled(program, { cli = false, args = [] } = {}) {
  const { root, env } = await setUp({ cli });
  return (await runAttached(process.execPath, [join(root, "dist", program), ...args], { cwd: root, env })) ?? 1;
}
