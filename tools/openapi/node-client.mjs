import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { workFolder } from "./check.mjs";
import { obtainNodeTools } from "./tools.mjs";

const strict = {
  strict: true,
  noUncheckedIndexedAccess: true,
  target: "es2022",
  lib: ["es2023", "dom"],
  types: ["node"],
  skipLibCheck: true,
};

/**
 * Prepares a folder in which a client for Node is generated and compiled with `calls.ts`, which calls it.
 *
 * @param {string} name of the check
 * @param {readonly string[]} stale what an earlier run generated
 * @param {object} compilerOptions in addition to the strict ones
 * @returns {Promise<{ folder: string, bin: string }>} the folder, and that of the installed programs
 */
export async function nodeClientFolder(name, stale, compilerOptions) {
  const modules = join(await obtainNodeTools(), "node_modules");
  const folder = await workFolder(name, ["calls.ts.txt"], [...stale, "node_modules"]);
  await symlink(modules, join(folder, "node_modules"), "junction");
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...strict, ...compilerOptions }, files: ["calls.ts"] }),
  );
  return { folder, bin: join(modules, ".bin") };
}
