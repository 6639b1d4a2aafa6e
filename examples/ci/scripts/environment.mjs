import { readFile } from "node:fs/promises";

/**
 * The stack of a pipeline with its project, as a review names it: `shop/production`.
 *
 * @param {NodeJS.ProcessEnv} environment of a step in the folder of the project
 */
export async function stackWithProject(environment) {
  const stack = required(environment)("STACK").split("/").at(-1);
  const file = await readFile("Pulumi.yaml", "utf8").catch(() => {
    throw new Error("there is no Pulumi.yaml here: run this in the folder of the Pulumi project");
  });
  const name = /^name:\s*(["']?)([\w.-]+)\1\s*(?:#.*)?$/m.exec(file)?.[2];
  if (name === undefined) throw new Error("Pulumi.yaml has no name of the project");
  return `${name}/${stack}`;
}

/**
 * Reads variables that must be set.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @returns {(name: string) => string}
 */
export const required = (environment) => (name) => {
  const value = environment[name];
  if (value === undefined || value === "") throw new Error(`the variable ${name} is not set`);
  return value;
};
