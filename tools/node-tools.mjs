import { existsSync } from "node:fs";
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pinnedFolder } from "./pinned.mjs";
import { lastLines, npm } from "./process.mjs";
import { logToStderr, SetupError, withProgress } from "./report.mjs";

const installationTimeout = 600_000;

/**
 * Installs programs from npm's registry, once for each version of their manifest.
 *
 * @param {string} manifest a package.json that pins them
 * @param {string} kept the folder for this manifest
 * @param {string} what they are, such as `the tools for OpenAPI documents`
 * @returns {Promise<string>} the folder that they are in
 */
export async function obtainNodeTools(manifest, kept, what) {
  const folder = await pinnedFolder(kept, manifest);
  if (existsSync(join(folder, "complete"))) return folder;
  await rm(kept, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await copyFile(manifest, join(folder, "package.json"));
  const { status, output } = await withProgress(`installing ${what} (npm)`, logToStderr, () =>
    npm(["install", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder, timeout: installationTimeout }),
  );
  if (status !== 0) throw new SetupError(`The tools could not be installed. npm said:\n${lastLines(output)}`);
  await writeFile(join(folder, "complete"), "");
  return folder;
}
