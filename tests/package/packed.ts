import assert from "node:assert/strict";
import { join, resolve } from "node:path";

const load = () => import("../../tools/process.mjs");

/** Runs a command that must succeed. */
export async function succeed(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const { run, npm } = await load();
  const options = { cwd, env: { ...process.env, ...env }, timeout: 5 * 60_000 };
  const { status, stdout, output } = await (command === "npm" ? npm(args, options) : run(command, args, options));
  assert.equal(status, 0, `${command} ${args.join(" ")}:\n${output}`);
  return stdout;
}

/** The package as it would be published. */
export interface Packed {
  readonly tarball: string;
  readonly files: readonly string[];
}

/** Packs the checkout into a folder. */
export async function pack(folder: string): Promise<Packed> {
  const packed = await succeed("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], resolve("."));
  const [result] = JSON.parse(packed) as { filename: string; files: { path: string }[] }[];
  return { tarball: join(folder, result!.filename), files: result!.files.map(({ path }) => path) };
}
