import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { npm, reasonOf } from "../process.mjs";
import { managerOf } from "./managers.mjs";

/** Milliseconds that one command may take. */
export const timeout = 10 * 60_000;

/**
 * @param {string} folder
 * @param {Readonly<Record<string, string>>} files
 */
export async function writeFiles(folder, files) {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

/**
 * The environment of a user who has this Node, and no settings of the one who runs this.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {string} node
 * @returns {NodeJS.ProcessEnv}
 */
function withNode(env, node) {
  const own = Object.entries(env).filter(([name]) => !/^(npm|HOSTING|PULUMI)_/i.test(name));
  return { ...Object.fromEntries(own), PATH: `${dirname(node)}${delimiter}${env["PATH"] ?? ""}` };
}

/**
 * @typedef {object} Surroundings
 * @property {string} folder an empty one
 * @property {string} tarball of the package
 * @property {string} registry of npm
 * @property {NodeJS.ProcessEnv} env in which the Pulumi CLI is found
 * @property {import("../../sandbox/index.js").Sandbox} sandbox
 *
 * @typedef {object} Place Where the packages are installed.
 * @property {string} folder
 * @property {string} node
 * @property {NodeJS.ProcessEnv} env with a state of its own, and the login at the sandbox
 * @property {import("../../sandbox/index.js").Sandbox} sandbox
 *
 * @typedef {object} Trial What is tried where the packages are installed.
 * @property {readonly string[]} columns what it has a result of
 * @property {(place: Place) => Promise<string[]>} run resolves to the result of each column
 */

/**
 * Installs the packages as a user does.
 *
 * @param {import("./cells.mjs").Cell} cell
 * @param {Surroundings} surroundings
 * @returns {Promise<Place | string>} or why they are not installed
 */
export async function install({ node, pulumi, typescript, manager }, { folder, tarball, registry, env: outer, sandbox }) {
  const how = managerOf(manager, registry);
  if (how === undefined) return "unknown package manager";
  const env = withNode(outer, node);
  await writeFiles(folder, {
    "package.json": JSON.stringify({
      name: "versions",
      private: true,
      dependencies: { "pulumi-hosting": `file:${tarball}`, "@pulumi/pulumi": pulumi },
      devDependencies: { "@types/node": "^20.19.0", typescript },
    }),
    ...how.files,
  });
  const installed = await npm(how.command, { cwd: folder, env, timeout });
  if (installed.status !== 0) return `the installation fails: ${reasonOf(installed.output)}`;

  const state = join(folder, "state");
  await mkdir(state);
  const variables = {
    ...env,
    HOSTING_BASE_URL: sandbox.url,
    HOSTING_USERNAME: "reseller",
    HOSTING_PASSWORD: "sandbox-password",
    PULUMI_BACKEND_URL: `file://${state}`,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_CONFIG_PASSPHRASE: "versions",
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
  return { folder, node, env: variables, sandbox };
}
