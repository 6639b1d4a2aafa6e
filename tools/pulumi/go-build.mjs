import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { findCommand, pathFolders } from "./path.mjs";
import { lastLines, run } from "../process.mjs";
import { withProgress } from "../report.mjs";
import { isAtLeast, parseVersion } from "../versions.mjs";

const suffix = process.platform === "win32" ? ".exe" : "";

/** The language host is a separate module: its last release precedes the engine's modules. */
const commands = [
  {
    name: "pulumi-language-nodejs",
    module: "language-nodejs",
    package: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
  },
  { name: "pulumi", module: "cli", package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi" },
];

const modulesFolder = (/** @type {string} */ root) => join(root, "tools", "go");

/**
 * @param {string} root
 * @returns {Promise<string>} oldest Go that the engine's go.mod allows
 */
export async function requiredGo(root) {
  const text = await readFile(join(modulesFolder(root), "cli", "go.mod"), "utf8");
  const match = /^go (\S+)$/m.exec(text);
  if (match?.[1] === undefined) throw new Error("tools/go/cli/go.mod names no version of Go");
  return match[1];
}

/**
 * Finds a Go that can build the engine.
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ go: string } | { reason: string }>}
 */
async function findGo(root, env) {
  const required = await requiredGo(root);
  const go = await findCommand("go", pathFolders(env));
  if (go === undefined) return { reason: `no Go on the path (Go ${required} or later is needed)` };
  // In the module's folder, so that a toolchain counts that the user allows Go to switch to.
  const { stdout, output } = await run(go, ["version"], { cwd: join(modulesFolder(root), "cli"), env, timeout: 60_000 });
  const version = /\bgo\d\S*/.exec(stdout)?.[0] ?? "";
  if (parseVersion(version) === undefined) return { reason: `${go} does not report its version: ${lastLines(output, 3)}` };
  if (!isAtLeast(version, required)) return { reason: `${go} is ${version}; Go ${required} or later is needed` };
  return { go };
}

/**
 * @param {string} root
 * @param {string} go
 * @param {(typeof commands)[number]} command
 * @param {import("./obtain.mjs").Request} request
 * @returns {Promise<string | undefined>} why it failed
 */
async function buildCommand(root, go, command, { version, folder, env, log }) {
  const target = join(folder, "bin", command.name + suffix);
  const args = ["build", "-mod=readonly", "-trimpath", "-buildvcs=false", "-v"];
  const flags = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${version}`;
  let downloaded = 0;
  let compiled = 0;
  const { status, output } = await withProgress(`building ${command.name} with Go`, log, (detail) =>
    run(go, [...args, "-ldflags", flags, "-o", target, command.package], {
      cwd: join(modulesFolder(root), command.module),
      env,
      onLine: (line) => {
        if (line.startsWith("go: downloading")) downloaded++;
        else compiled++;
        detail(`${downloaded} modules downloaded, ${compiled} packages compiled`);
      },
    }),
  );
  return status === 0 ? undefined : `${command.name} could not be built:\n${lastLines(output, 10)}`;
}

/**
 * Builds the Pulumi CLI and its language host from Go modules, whose contents go.sum pins. Go downloads them according to its
 * own settings.
 *
 * @param {string} root
 * @returns {import("./obtain.mjs").Source}
 */
export const goModules = (root) => ({
  what: "a build from Go modules",
  obtain: async (request) => {
    const work = join(request.folder, "work");
    const env = {
      // No toolchain is downloaded unless the user lets Go do so.
      GOTOOLCHAIN: "local",
      ...request.env,
      CGO_ENABLED: "0",
      GOWORK: "off",
      GOTMPDIR: work,
    };
    await mkdir(work, { recursive: true });
    const found = await findGo(root, env);
    if ("reason" in found) return found.reason;
    for (const command of commands) {
      const reason = await buildCommand(root, found.go, command, { ...request, env });
      if (reason !== undefined) return reason;
    }
    await rm(work, { recursive: true });
    return undefined;
  },
});
