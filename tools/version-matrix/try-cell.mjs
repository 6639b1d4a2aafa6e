import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { npm, run } from "../process.mjs";
import { managerOf } from "./managers.mjs";
import { projects } from "./projects.mjs";

const timeout = 10 * 60_000;

/**
 * @param {string} folder
 * @param {Readonly<Record<string, string>>} files
 */
async function writeFiles(folder, files) {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

/**
 * @param {string} output of a failed command
 * @returns {string} the line that says most
 */
export function reasonOf(output) {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const find = (/** @type {RegExp} */ pattern) => lines.find((line) => pattern.test(line));
  return find(/^\w*Error: /) ?? find(/\berr(or)?\b/i) ?? lines.at(-1) ?? "no output";
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
 * @property {NodeJS.ProcessEnv} login at the sandbox
 */

/**
 * Installs the packages, compiles and previews each project.
 *
 * @param {import("./cells.mjs").Cell} cell
 * @param {Surroundings} surroundings
 * @returns {Promise<string[]>} the result of each project
 */
export async function tryCell({ node, pulumi, typescript, manager }, { folder, tarball, registry, env: outer, login }) {
  const all = (/** @type {string} */ result) => projects.map(() => result);
  const how = managerOf(manager, registry);
  if (how === undefined) return all("not run: unknown package manager");
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
  if (installed.status !== 0) return all(`not run: the installation fails: ${reasonOf(installed.output)}`);

  const state = join(folder, "state");
  await mkdir(state);
  const variables = {
    ...env,
    ...login,
    PULUMI_BACKEND_URL: `file://${state}`,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_CONFIG_PASSPHRASE: "versions",
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
  const results = [];
  for (const [index, { typed, files }] of projects.entries()) {
    const cwd = join(folder, `project-${index}`);
    await writeFiles(cwd, files);
    results.push(await tryProject(cwd, { node, typed, env: variables }));
  }
  return results;
}

/**
 * @param {string} cwd
 * @param {{ node: string, typed: boolean, env: NodeJS.ProcessEnv }} how
 */
async function tryProject(cwd, { node, typed, env }) {
  const compiler = join(cwd, "..", "node_modules", "typescript", "bin", "tsc");
  const quiet = ["--non-interactive", "--color", "never"];
  /** @type {readonly (readonly [string, string, readonly string[]])[]} */
  const steps = [
    ...(typed ? [/** @type {const} */ (["the compiler", node, [compiler, "-p", "."]])] : []),
    ["stack", "pulumi", ["stack", "init", "test", ...quiet]],
    ["preview", "pulumi", ["preview", ...quiet]],
  ];
  for (const [what, command, args] of steps) {
    const { status, output } = await run(command, args, { cwd, env, timeout });
    if (status !== 0) return `${what} fails: ${reasonOf(output)}`;
    if (what === "preview" && !/hosting:Webhook registrations create/.test(output)) return "the preview lacks the resource";
  }
  return "ok";
}
