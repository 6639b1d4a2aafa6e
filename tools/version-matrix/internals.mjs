import { copyFile, mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { run, reasonOf } from "../process.mjs";
import { root } from "../root.mjs";
import { timeout } from "./install.mjs";

const test = join("dist", "tests", "pulumi", "internals.test.js");
const mocha = join(root, "node_modules", "mocha", "bin", "mocha.js");

/**
 * Runs the test of what the package uses of Pulumi's SDK without a public type. It runs inside of the installed package, so that it loads
 * the SDK that the package loads.
 *
 * @param {import("./install.mjs").Place} place
 */
export async function internals({ folder, node, env }) {
  const file = join(await realpath(join(folder, "node_modules", "pulumi-hosting")), test);
  await mkdir(join(file, ".."), { recursive: true });
  await copyFile(join(root, test), file);
  const { status, output } = await run(node, [mocha, "--no-config", file], { cwd: folder, env, timeout });
  return status === 0 ? "ok" : `fails: ${reasonOf(output)}`;
}
