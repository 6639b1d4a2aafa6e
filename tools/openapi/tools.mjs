import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lastLines, npm } from "../process.mjs";
import { obtainEnvironment } from "../python.mjs";
import { logToStderr, SetupError, withProgress } from "../report.mjs";
import { root } from "../root.mjs";

const installationTimeout = 600_000;

/** The folder of the manifests, and of the programs that use generated clients. */
export const sources = join(root, "tools", "openapi");

/**
 * @param {string} name of the kind of packages
 * @param {readonly string[]} manifests pin what is installed
 * @returns {Promise<{ kept: string, folder: string }>} the folder for this kind, and the one below it for these manifests
 */
async function cacheFor(name, manifests) {
  const hash = createHash("sha256");
  for (const manifest of manifests) hash.update(await readFile(join(sources, manifest)));
  const kept = join(root, ".cache", "openapi", name);
  return { kept, folder: join(kept, hash.digest("hex").slice(0, 16)) };
}

/** @returns {Promise<string>} the folder that holds the tools from npm's registry */
export async function obtainNodeTools() {
  const { kept, folder } = await cacheFor("node", ["node/package.json"]);
  if (existsSync(join(folder, "complete"))) return folder;
  await rm(kept, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), await readFile(join(sources, "node", "package.json")));
  const { status, output } = await withProgress("installing the tools for OpenAPI documents (npm)", logToStderr, () =>
    npm(["install", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder, timeout: installationTimeout }),
  );
  if (status !== 0) throw new SetupError(`The tools could not be installed. npm said:\n${lastLines(output)}`);
  await writeFile(join(folder, "complete"), "");
  return folder;
}

/** @returns {Promise<string>} the folder of the programs from PyPI */
export async function obtainPythonTools() {
  const { folder } = await cacheFor("python", ["python/requirements.txt"]);
  return obtainEnvironment(folder, join(sources, "python", "requirements.txt"), "the generators for Python");
}
