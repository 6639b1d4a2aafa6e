import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as node from "../node-tools.mjs";
import { obtainEnvironment } from "../python.mjs";
import { root } from "../root.mjs";

/** The folder of the manifests, and of the programs that use generated clients. */
export const sources = join(root, "tools", "openapi");

const kept = join(root, ".cache", "openapi");

/** @returns {Promise<string>} the folder that holds the tools from npm's registry */
export const obtainNodeTools = () =>
  node.obtainNodeTools(join(sources, "node", "package.json"), join(kept, "node"), "the tools for OpenAPI documents");

/** @returns {Promise<string>} the folder of the programs from PyPI */
export async function obtainPythonTools() {
  const requirements = join(sources, "python", "requirements.txt");
  const hash = createHash("sha256").update(await readFile(requirements));
  const folder = join(kept, "python", hash.digest("hex").slice(0, 16));
  return obtainEnvironment(folder, requirements, "the generators for Python");
}
