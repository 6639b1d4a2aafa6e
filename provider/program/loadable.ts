import { createRequire } from "node:module";
import { join } from "node:path";
import { once } from "../../sdk/values/once.js";
import { isStartedByEngine, programError } from "../pulumi/runs.js";

const name = "pulumi-hosting";

/** Loads as a module of the project would. */
const requireOf = (project: string): NodeJS.Require => createRequire(join(project, "index.js"));

/**
 * Why Pulumi's dynamic provider process cannot load the provider; undefined if it can. That process runs in the project's folder, and
 * loads the package by its name from there, not from the module that declares the resource.
 */
export function whyNotLoadable(project: string): string | undefined {
  try {
    requireOf(project).resolve(`${name}/provider`);
    return undefined;
  } catch {
    const { version } = createRequire(__filename)(`${name}/package.json`) as { readonly version: string };
    return (
      `Pulumi's provider process cannot load ${name} in ${project}: only a dependency of the project depends on it. Add ` +
      `"${name}": "${version}" to the "dependencies" in ${join(project, "package.json")}, and install again.`
    );
  }
}

/**
 * Ends a program whose resources Pulumi's provider process cannot load. That process would fail with a stack trace, and only at the
 * resource itself, after others were created.
 *
 * @throws pulumi.RunError
 */
export const checkLoadable = once((): void => {
  const problem = isStartedByEngine() ? whyNotLoadable(process.cwd()) : undefined;
  if (problem !== undefined) throw programError(problem);
});
