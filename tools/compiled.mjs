import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setUp } from "./setup.mjs";

/**
 * Sets up the checkout and runs one of its compiled programs with this process's input and output.
 *
 * @param {string} program below `dist`
 * @param {{ cli?: boolean, args?: readonly string[] }} [options] whether it needs the Pulumi CLI, and its arguments
 * @returns {Promise<number>} its status
 */
export async function runCompiled(program, { cli = false, args = [] } = {}) {
  const { root, env } = await setUp({ cli });
  const child = spawn(process.execPath, [join(root, "dist", program), ...args], { cwd: root, env, stdio: "inherit" });
  const [status] = /** @type {[number | null]} */ (await once(child, "close"));
  return status ?? 1;
}
