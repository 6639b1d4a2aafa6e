import { readText } from "../shared/input.js";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { projectFileAbove, projectTextIn } from "../../provider/journal/backend.js";

/** Files in which package managers note what they installed. */
const lockFiles = ["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb"];

/** The files of a project of which a digest is made; undefined for those that do not exist. */
export async function reviewedFiles(folder: string, stack: string) {
  const [configuration, project, dependencies] = await Promise.all([
    configurationIn(await configurationFileOf(folder, stack)),
    textOf(projectFileAbove(folder)),
    textOf(lockFileAbove(folder)),
  ]);
  return { configuration, project, dependencies };
}

/** The configuration file of a stack; undefined if there is none. */
export async function configurationFileOf(folder: string, stack: string): Promise<string | undefined> {
  const project = projectFileAbove(folder);
  const root = project === undefined ? folder : dirname(project);
  const named =
    project === undefined ? undefined : projectTextIn(await readText("the project file", project), project, "stackConfigDir");
  return [".yaml", ".yml", ".json"]
    .map((extension) => resolve(root, named ?? ".", `Pulumi.${stack}${extension}`))
    .find((file) => existsSync(file));
}

/** The lock file of a folder, or of the nearest folder above it that has one: a workspace has one for all its packages. */
export function lockFileAbove(folder: string): string | undefined {
  const found = lockFiles.map((name) => join(folder, name)).find((file) => existsSync(file));
  const parent = dirname(folder);
  return found ?? (parent === folder ? undefined : lockFileAbove(parent));
}

/** Without the salt: where a stack has no file, each Pulumi command writes one with a new salt. With another salt, no secret can be read. */
const configurationIn = async (file: string | undefined): Promise<string | undefined> =>
  (await textOf(file))?.replace(/^encryptionsalt: .*(?:\r?\n|$)/m, "") || undefined;

const textOf = async (file: string | undefined): Promise<string | undefined> =>
  file === undefined ? undefined : readFile(file, "latin1");
