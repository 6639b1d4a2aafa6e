import { join } from "node:path";
import { run, reasonOf } from "../process.mjs";
import { internals } from "./internals.mjs";
import { timeout, writeFiles } from "./install.mjs";
import { projects } from "./projects.mjs";

/**
 * Compiles and previews each project, and tries what the package uses of Pulumi's SDK without a public type.
 *
 * @type {import("./install.mjs").Trial}
 */
export const previews = {
  columns: [...projects.map(({ name }) => name), "Pulumi's internals"],
  async run(place) {
    const { folder, node, env } = place;
    const results = [];
    for (const [index, { typed, files }] of projects.entries()) {
      const cwd = join(folder, `project-${index}`);
      await writeFiles(cwd, files);
      results.push(await tryProject(cwd, { node, typed, env }));
    }
    return [...results, await internals(place)];
  },
};

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
