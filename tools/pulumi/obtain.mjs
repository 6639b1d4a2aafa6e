import { chmod, copyFile, mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { withLock } from "../lock.mjs";
import { goModules, requiredGo } from "./go-build.mjs";
import { askVersion, companions, findCommand, findOnPath, minimumVersion } from "./path.mjs";
import { SetupError } from "../report.mjs";
import { fileURLToPath } from "node:url";
import { lastLines, run } from "../process.mjs";

/** The version to obtain if the path has none: the one that tools/go/cli/go.mod builds. */
export const pinnedVersion = "3.259.0";

/**
 * @typedef {object} Request
 * @property {string} version
 * @property {string} folder the destination: commands go into its `bin`
 * @property {NodeJS.ProcessEnv} env
 * @property {import("../report.mjs").Log} log
 *
 * @typedef {object} Source A way to obtain the Pulumi CLI.
 * @property {string} what
 * @property {(request: Request) => Promise<string | undefined>} obtain resolves to the reason if it was not possible
 *
 * @typedef {object} Pulumi
 * @property {string} folder contains the commands
 * @property {"path" | "cache"} from
 */

/**
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @returns {string} folder for what is expensive to rebuild; `PULUMI_HOSTING_CACHE` lets several checkouts share it
 */
export const cacheFolder = (root, env) => resolve(root, env["PULUMI_HOSTING_CACHE"] || ".cache");

/** @param {string} folder */
async function isComplete(folder) {
  for (const command of ["pulumi", ...companions]) {
    if ((await findCommand(command, [folder])) === undefined) return false;
  }
  return true;
}

/**
 * Copies the dynamic provider's start script from the Node SDK next to the engine, as in the official distribution.
 *
 * @param {string} root
 * @param {string} bin
 */
async function addDynamicProvider(root, bin) {
  const [, name] = companions;
  for (const file of [name, `${name}.cmd`]) {
    await copyFile(join(root, "node_modules", "@pulumi", "pulumi", file), join(bin, file));
    await chmod(join(bin, file), 0o755);
  }
}

/**
 * @param {Source} source
 * @param {string} root
 * @param {Request} request
 * @returns {Promise<string | undefined>} why it was not possible
 */
async function obtainFrom(source, root, request) {
  const bin = join(request.folder, "bin");
  await mkdir(bin, { recursive: true });
  const reason = await source.obtain(request);
  if (reason !== undefined) return reason;
  await addDynamicProvider(root, bin);
  if (!(await isComplete(bin))) return "one of the commands is missing";
  const version = await askVersion(join(bin, "pulumi"), request.env);
  return version === `v${request.version}` ? undefined : `it installed ${version || "a pulumi that does not start"}`;
}

/**
 * @param {string} required
 * @param {readonly { what: string, reason: string }[]} tried
 */
const nowhereMessage = (required, tried) =>
  [
    "The Pulumi CLI is missing, and could not be obtained.",
    ...tried.map(({ what, reason }) => `- ${what}: ${reason.replaceAll("\n", "\n  ")}`),
    "Do one of these, and run the command again:",
    `- install Pulumi ${minimumVersion} or later together with its Node.js language host, and put both on the path;`,
    "- run the command once with internet access, so that the official installer works;",
    `- install Go ${required} or later, with access to Go modules, to build the CLI from source (about 6 minutes on 2 cores).`,
  ].join("\n");

/**
 * Finds the Pulumi CLI and its Node language host, or obtains them: from the path, from the cache, with the official
 * installer, or built from Go modules.
 *
 * @param {object} options
 * @param {string} options.root
 * @param {import("../report.mjs").Log} options.log
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {readonly Source[]} [options.sources] in the order to try
 * @returns {Promise<Pulumi>}
 * @throws {SetupError} if none can be obtained
 */
export async function obtainPulumi({ root, log, env = process.env, sources = [officialInstaller, goModules(root)] }) {
  const onPath = await findOnPath(env);
  if ("folder" in onPath) return { folder: onPath.folder, from: "path" };

  const name = `${pinnedVersion}-${process.platform}-${process.arch}`;
  const folder = join(cacheFolder(root, env), "pulumi", name);
  const bin = join(folder, "bin");
  if (await isComplete(bin)) return { folder: bin, from: "cache" };

  const onWait = (/** @type {string} */ holder) => {
    log(`waiting for ${holder}, which is obtaining the Pulumi CLI`);
  };
  await withLock(`${folder}.lock`, onWait, async () => {
    if (await isComplete(bin)) return;
    await removeRemains(folder);
    const tried = [{ what: "pulumi on the path", reason: onPath.reason }];
    for (const [index, source] of sources.entries()) {
      const temporary = `${folder}.part-${index}`;
      try {
        log(`obtaining the Pulumi CLI ${pinnedVersion}: ${source.what}`);
        const reason = await obtainFrom(source, root, { version: pinnedVersion, folder: temporary, env, log });
        if (reason === undefined) {
          await rename(temporary, folder);
          return;
        }
        log(`${source.what}: ${reason}`);
        tried.push({ what: source.what, reason });
      } finally {
        await rm(temporary, { recursive: true, force: true });
      }
    }
    throw new SetupError(nowhereMessage(await requiredGo(root), tried));
  });
  return { folder: bin, from: "cache" };
}

/**
 * Removes what an earlier attempt has left: parts, and an incomplete folder.
 *
 * @param {string} folder
 */
async function removeRemains(folder) {
  const parent = dirname(folder);
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    if (path === folder || path.startsWith(`${folder}.part-`)) await rm(path, { recursive: true, force: true });
  }
}

const worker = fileURLToPath(new URL("./install-worker.mjs", import.meta.url));

/**
 * Installs the Pulumi CLI with the official installer, through the Automation API. Needs internet access, and fails within
 * seconds without it.
 *
 * @type {Source}
 */
export const officialInstaller = {
  what: "the official installer",
  obtain: async ({ version, folder, env }) => {
    const { status, output } = await run(process.execPath, [worker, version, folder], { env, timeout: 10 * 60_000 });
    return status === 0 ? undefined : lastLines(output, 3);
  },
};
