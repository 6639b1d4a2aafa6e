/*
 * Holds the OpenAPI document of the reference against the tools that read it: `npm run openapi`. It has to be clean in redocly and
 * spectral, and a client that openapi-typescript generates from it has to compile strictly and to succeed against the sandbox. The
 * tools are obtained with npm, once; with `--if-possible` their absence is told and no failure.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { lastLines, npm, run } from "./process.mjs";
import { logToStderr, runTool, SetupError, withProgress } from "./report.mjs";
import { root } from "./root.mjs";
import { setUp } from "./setup.mjs";

const sources = join(root, "tools", "openapi");
const document = join(root, "docs", "reference", "openapi.json");
const installationTimeout = 300_000;

/** @returns {Promise<string>} the folder that holds the installed tools */
async function obtainTools() {
  const manifest = await readFile(join(sources, "package.json"));
  const folder = join(root, ".cache", "openapi", createHash("sha256").update(manifest).digest("hex").slice(0, 16));
  if (existsSync(join(folder, "complete"))) return folder;
  await rm(join(root, ".cache", "openapi"), { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), manifest);
  const { status, output } = await withProgress("installing the tools for OpenAPI documents (npm)", logToStderr, () =>
    npm(["install", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder, timeout: installationTimeout }),
  );
  if (status !== 0) throw new SetupError(`The tools could not be installed. npm said:\n${lastLines(output)}`);
  await writeFile(join(folder, "complete"), "");
  return folder;
}

/** @param {string} folder */
async function makeClient(folder) {
  await copyFile(join(sources, "calls.ts.txt"), join(folder, "calls.ts"));
  await writeFile(join(folder, "spectral.json"), JSON.stringify({ extends: ["spectral:oas"] }));
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    module: "nodenext",
    target: "es2022",
    lib: ["es2023", "dom"],
    types: ["node"],
    skipLibCheck: true,
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["calls.ts"] }));
}

await runTool(async () => {
  const ifPossible = process.argv.includes("--if-possible");
  await setUp();
  let folder = "";
  try {
    folder = await obtainTools();
  } catch (error) {
    if (!(ifPossible && error instanceof SetupError)) throw error;
    process.stdout.write(`openapi: SKIPPED, its tools are not to be had here.\n${error.message}\n`);
    return 0;
  }
  await makeClient(folder);
  const { startSandbox } = /** @type {typeof import("../sandbox/index.js")} */ (
    await import(pathToFileURL(join(root, "dist", "sandbox", "index.js")).href)
  );
  const sandbox = await startSandbox();
  try {
    const env = {
      ...process.env,
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
      HOSTING_BASE_URL: sandbox.url,
      HOSTING_USERNAME: "reseller",
      HOSTING_PASSWORD: "sandbox-password",
    };
    const bin = join(folder, "node_modules", ".bin");
    for (const [command, ...args] of [
      [join(bin, "redocly"), "lint", document],
      [join(bin, "spectral"), "lint", "--ruleset", "spectral.json", "--fail-severity", "hint", document],
      [join(bin, "openapi-typescript"), document, "--output", "api.d.ts"],
      [join(bin, "tsc"), "-p", "."],
      [process.execPath, "calls.js"],
    ]) {
      const { status, output } = await run(/** @type {string} */ (command), args, { cwd: folder, env });
      if (status !== 0) {
        process.stdout.write(`${lastLines(output, 60)}\n`);
        return 1;
      }
    }
  } finally {
    await sandbox.close();
  }
  process.stdout.write("openapi: clean in redocly and spectral, and a generated client works\n");
  return 0;
});
