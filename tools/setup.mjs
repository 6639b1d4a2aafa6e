import { readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { build } from "./build.mjs";
import { installDependencies, linkItself } from "./dependencies.mjs";
import { withLock } from "./lock.mjs";
import { obtainPulumi } from "./pulumi/obtain.mjs";
import { logToStderr, SetupError } from "./report.mjs";
import { root } from "./root.mjs";
import { isAtLeast } from "./versions.mjs";

/**
 * @returns {Promise<{ name: string }>} the manifest of the checkout
 * @throws {SetupError} if the checkout needs a later Node
 */
export async function checkNode() {
  const manifest = /** @type {{ name: string, engines: { node: string } }} */ (
    JSON.parse(await readFile(join(root, "package.json"), "utf8"))
  );
  const minimum = manifest.engines.node.replace(/^>=/, "");
  if (!isAtLeast(process.versions.node, minimum))
    throw new SetupError(`This needs Node ${minimum} or later; ${process.execPath} is ${process.versions.node}.`);
  return manifest;
}

/**
 * The environment in which commands find the Pulumi CLI.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {string} folder
 * @returns {NodeJS.ProcessEnv}
 */
export function withPulumi(env, folder) {
  const rest = Object.entries(env).filter(([name]) => name.toUpperCase() !== "PATH");
  const path = env["PATH"] ?? env["Path"];
  return {
    ...Object.fromEntries(rest),
    PATH: path === undefined ? folder : `${folder}${delimiter}${path}`,
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
}

/**
 * Prepares a checkout: dependencies, the compiled sources in dist/ and, if requested, the Pulumi CLI. What is ready
 * is left alone, so a second call takes only a moment. Several processes may call it at the same time.
 *
 * @param {{ cli?: boolean, log?: import("./report.mjs").Log, beforeBuild?: (root: string) => Promise<void> }} [options]
 * @returns {Promise<{ root: string, env: NodeJS.ProcessEnv }>} the checkout, and the environment for its commands; with `cli`
 *   the folder of the Pulumi CLI is first on its path
 * @throws {SetupError} that says what to do
 */
export async function setUp({ cli = false, log = logToStderr, beforeBuild } = {}) {
  const { name } = await checkNode();
  const onWait = (/** @type {string} */ holder) => {
    log(`waiting for ${holder}, which is setting up the same checkout`);
  };
  await withLock(join(root, ".cache", "setup.lock"), onWait, async () => {
    await installDependencies(root, log);
    await linkItself(root, name);
    await beforeBuild?.(root);
    await build(root, log);
  });
  if (!cli) return { root, env: { ...process.env } };

  const { folder } = await obtainPulumi({ root, log });
  return { root, env: withPulumi(process.env, folder) };
}
