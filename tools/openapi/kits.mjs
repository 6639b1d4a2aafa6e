import { existsSync } from "node:fs";
import { copyFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { goSettings, obtainEnvironment, obtainGoTool, obtainNodeTools, pinnedFolder } from "../obtain-tools.mjs";
import { SetupError } from "../report.mjs";
import { document, filesBelow, kept, sources } from "./check.mjs";

/**
 * What is done with a generated client in each language: it is compiled strictly together with a program, which then runs.
 *
 * @typedef {import("./check.mjs").Step} Step
 * @typedef {(folder: string) => Promise<Step[]>} Kit
 */

const strict = {
  strict: true,
  noUncheckedIndexedAccess: true,
  target: "es2022",
  module: "nodenext",
  lib: ["es2023", "dom", "dom.iterable"],
  types: ["node"],
  skipLibCheck: true,
};

/** @returns {Promise<string>} the folder that holds the tools from npm's registry */
const openApiTools = () =>
  obtainNodeTools(join(sources, "node", "package.json"), join(kept, "node"), "the tools for OpenAPI documents");

/**
 * @param {"python" | "openapi-generator"} name of the folder with the requirements
 * @returns {Promise<string>} the folder of the programs from PyPI
 */
async function obtainPythonTools(name) {
  const requirements = join(sources, name, "requirements.txt");
  return obtainEnvironment(await pinnedFolder(join(kept, name), requirements), requirements, `the generators of ${name}`);
}

/**
 * @param {string} program from npm's registry
 * @param {readonly string[]} args
 * @returns {Promise<Step>}
 */
export const nodeTool = async (program, args) => ({
  command: join(await openApiTools(), "node_modules", ".bin", program),
  args,
});

/**
 * @param {string} program from PyPI
 * @param {readonly string[]} args
 * @returns {Promise<Step>}
 */
export const pythonTool = async (program, args) => ({ command: join(await obtainPythonTools("python"), program), args });

/**
 * @param {string} generator of openapi-generator
 * @param {string} output
 * @param {Readonly<Record<string, string | boolean>>} properties
 * @returns {Promise<Step>}
 */
export async function openapiGenerator(generator, output, properties) {
  const settings = Object.entries(properties).map(([name, value]) => `${name}=${value}`);
  const only = ["apiTests", "modelTests", "apiDocs", "modelDocs"].map((part) => `${part}=false`).join(",");
  return {
    command: join(await obtainPythonTools("openapi-generator"), "openapi-generator-cli"),
    args: [
      ...["generate", "--input-spec", document, "--generator-name", generator, "--output", output, "--global-property", only],
      ...["--additional-properties", settings.join(",")],
    ],
  };
}

/**
 * @param {object} [compilerOptions] in addition to the strict ones
 * @returns {Kit}
 */
export const typescript = (compilerOptions) => async (folder) => {
  const modules = join(await openApiTools(), "node_modules");
  await rm(join(folder, "node_modules"), { recursive: true, force: true });
  await symlink(modules, join(folder, "node_modules"), "junction");
  await copyFile(join(sources, "node", "support.ts.txt"), join(folder, "support.ts"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...strict, ...compilerOptions }, files: ["calls.ts"] }),
  );
  return [await nodeTool("tsc", ["-p", "."]), { command: process.execPath, args: ["calls.js"] }];
};

/**
 * @param {readonly string[]} checked by mypy
 * @param {"python" | "openapi-generator"} [environment]
 * @returns {Kit}
 */
export const python =
  (checked, environment = "python") =>
  async () => {
    const bin = await obtainPythonTools(environment);
    return [
      { command: join(bin, "mypy"), args: ["--strict", ...checked, "calls.py"] },
      { command: join(bin, "python"), args: ["calls.py"] },
    ];
  };

const goModules = join(kept, "go");

/** @type {Kit} */
export const go = async (folder) => {
  const env = goSettings(goModules);
  const calls = join(folder, process.platform === "win32" ? "calls.exe" : "calls");
  return [
    { command: "go", args: ["vet", "./..."], env },
    { command: "go", args: ["build", "-o", calls, "."], env },
    { command: calls, args: [] },
  ];
};

/**
 * @param {string} folder of the module that pins it
 * @param {string} program the package of its main function
 * @param {readonly string[]} args
 * @returns {Promise<Step>}
 */
export const goTool = async (folder, program, args) => ({
  command: await obtainGoTool({ folder, program, modules: goModules }),
  args,
});

/** @type {Kit} */
export const java = (folder) => {
  const repository = join(kept, "maven");
  const classes = ["-cp", ["classes", join("libraries", "*")].join(process.platform === "win32" ? ";" : ":")];
  const compile = ["-Xlint:all,-deprecation,-path,-processing", "-Werror", "-d", "classes", "Calls.java"];
  return Promise.resolve([
    {
      command: "mvn",
      args: ["-B", "-q", `-Dmaven.repo.local=${repository}`, "dependency:copy-dependencies", "-DoutputDirectory=libraries"],
      fetches: true,
    },
    {
      command: "javac",
      args: async () => [...classes, ...compile, ...(await filesBelow(join(folder, "generated", "src", "main", "java")))],
    },
    { command: "java", args: [...classes, "Calls"] },
  ]);
};

/**
 * With Mono, as Debian has it (mono-devel, libnewtonsoft-json5.0-cil): there is no newer compiler in its packages.
 *
 * @type {Kit}
 */
export const csharp = (folder) => {
  const needed = ["System.ComponentModel.DataAnnotations", "System.Runtime.Serialization", "System.Net.Http", "System.Web"];
  const newtonsoft = "/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll";
  if (!existsSync(newtonsoft)) throw new SetupError("This needs Mono and Newtonsoft.Json, as Debian has them.");
  return Promise.resolve([
    {
      command: "mcs",
      args: async () => [
        ...[
          "-langversion:latest",
          "-out:calls.exe",
          "Calls.cs",
          "Shims.cs",
          ...[newtonsoft, ...needed].map((name) => `-r:${name}`),
        ],
        ...(await filesBelow(join(folder, "generated", "src", "Generated"))).filter((file) => file.endsWith(".cs")),
      ],
    },
    { command: "mono", args: ["calls.exe"] },
  ]);
};

/** @type {Kit} */
export const rust = () =>
  Promise.resolve([
    { command: "cargo", args: ["fetch", "--quiet"], fetches: true },
    { command: "cargo", args: ["run", "--quiet"] },
  ]);

/** Guzzle is on PHP's include path with Debian's package php-guzzlehttp-guzzle. @type {Kit} */
export const php = () =>
  Promise.resolve([
    { command: "php", args: ["-r", 'require "GuzzleHttp/autoload.php";'], fetches: true },
    { command: "php", args: ["calls.php"] },
  ]);
