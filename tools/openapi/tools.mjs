import { join } from "node:path";
import * as node from "../node-tools.mjs";
import { pinnedFolder } from "../pinned.mjs";
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
  return obtainEnvironment(await pinnedFolder(join(kept, "python"), requirements), requirements, "the generators for Python");
}
