import { existsSync } from "node:fs";
import { mkdir, rmdir, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { projectTextIn } from "../../provider/journal/backend.js";
import { version } from "../../sdk/values/version.js";
import { UsageError } from "../shared/exit.js";
import { ifEnded, withLock } from "../shared/files.js";
import { parseJson, readTextIfThere, reasonOf } from "../shared/input.js";
import { isObject } from "../shared/values.js";
import { readingFile } from "./mapping.js";

/** The file that an import has in the folder of the program while it runs. */
export const lockFile = "hosting-import.lock";

/**
 * Does work in a folder that no other import uses meanwhile. The folder is created if it does not exist, and stays if the work leaves something
 * in it.
 * @throws UsageError if another import runs there
 */
export async function withFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  // The work itself refuses a file.
  if ((await stat(folder).catch(() => undefined))?.isDirectory() === false) return work();
  const isNew = await mkdir(folder, { recursive: true }).then(Boolean, (error: unknown) => {
    throw new UsageError(`${folder} cannot be created: ${reasonOf(error)}`);
  });
  try {
    return await withLock(join(folder, lockFile), { what: folder, user: "import" }, (release) => ifEnded(release, work));
  } finally {
    // If it is not empty, it stays.
    if (isNew) await rmdir(folder).catch(() => undefined);
  }
}

export interface Project {
  readonly name: string;
  /** Whether its files are ECMAScript modules. */
  readonly isModule: boolean;
  /** Files of a new project, by name; none if there is a project. */
  readonly newFiles: ReadonlyMap<string, string>;
}

const projectFile = (folder: string): string | undefined =>
  ["json", "yaml", "yml"].map((extension) => `Pulumi.${extension}`).find((each) => existsSync(join(folder, each)));

export const hasProject = (folder: string): boolean => projectFile(folder) !== undefined;

export async function projectIn(folder: string): Promise<Project> {
  const present = await stat(folder).catch(() => undefined);
  if (present !== undefined && !present.isDirectory()) throw new UsageError(`--out ${folder}: it is not a folder`);
  const file = projectFile(folder);
  if (file === undefined) return newProject(folder);
  const text = (await readTextIfThere(join(folder, file))) ?? "";
  if (!/\bnodejs\b/.test(text)) throw new UsageError(`--out ${folder}: the runtime of its Pulumi project is not nodejs`);
  const name = nameIn(text, file);
  if (name === undefined) throw new UsageError(`--out ${folder}: ${file} does not show the name of the project`);
  return { name, isModule: await hasModules(folder), newFiles: new Map() };
}

function nameIn(text: string, file: string): string | undefined {
  try {
    return projectTextIn(text, file, "name");
  } catch {
    return undefined;
  }
}

async function hasModules(folder: string): Promise<boolean> {
  const file = join(folder, "package.json");
  const text = await readTextIfThere(file);
  const manifest = text === undefined ? undefined : parseJson(file, text);
  return isObject(manifest) && manifest["type"] === "module";
}

/** The last version of Pulumi's package for Node 20. */
const pulumiVersion = Number(process.versions.node.split(".")[0]) < 22 ? "3.248.0" : "^3.248.0";

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

function newProject(folder: string): Project {
  const name = basename(folder).replace(/[^\w.-]+/g, "-") || "imported";
  const manifest = {
    name,
    private: true,
    main: "index.ts",
    dependencies: { "@pulumi/pulumi": pulumiVersion, "pulumi-hosting": `^${version}` },
    devDependencies: { "@types/node": "^20.0.0", typescript: "~5.9.0" },
  };
  const compilerOptions = {
    strict: true,
    target: "es2022",
    module: "commonjs",
    moduleResolution: "node",
    skipLibCheck: true,
    // Pulumi compiles the program itself, and would run compiled files in place of it for ever.
    noEmit: true,
  };
  const files = new Map([
    ["package.json", json(manifest)],
    ["tsconfig.json", json({ compilerOptions })],
    [".gitignore", `node_modules/\n*.before-import.json*\n${readingFile}*\n${lockFile}\n`],
    // The last one: it makes the folder a project, to which nothing is added.
    ["Pulumi.yaml", `name: ${JSON.stringify(name)}\nruntime: nodejs\nmain: index.ts\n`],
  ]);
  return { name, isModule: false, newFiles: new Map(Array.from(files).filter(([file]) => !existsSync(join(folder, file)))) };
}

export function findsPackage(folder: string): boolean {
  try {
    createRequire(join(folder, "index.js")).resolve("pulumi-hosting/provider");
    return true;
  } catch {
    return false;
  }
}
