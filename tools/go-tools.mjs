import { join } from "node:path";
import { lastLines, run } from "./process.mjs";
import { logToStderr, SetupError, withProgress } from "./report.mjs";

const obtainingTimeout = 900_000;

/**
 * Variables of Go with which modules stay in a folder, and can be deleted with it.
 *
 * @param {string} modules
 */
export const goSettings = (modules) => ({
  GOPATH: modules,
  GOFLAGS: "-mod=readonly -modcacherw -buildvcs=false",
  GOWORK: "off",
  CGO_ENABLED: "0",
});

/**
 * Builds a program with Go, if necessary.
 *
 * @param {object} pinned
 * @param {string} pinned.folder of the module that pins it
 * @param {string} pinned.program the package of its main function
 * @param {string} pinned.modules folder for the modules
 * @returns {Promise<string>} the program
 */
export async function obtainGoTool({ folder, program, modules }) {
  const env = { GOTOOLCHAIN: "local", ...process.env, ...goSettings(modules) };
  const name = program.slice(program.lastIndexOf("/") + 1);
  const file = join(folder, process.platform === "win32" ? `${name}.exe` : name);
  const built = await withProgress(`building ${name} with Go`, logToStderr, () =>
    run("go", ["build", "-o", file, program], { cwd: folder, env, timeout: obtainingTimeout }),
  ).catch(() => {
    throw new SetupError("This needs Go 1.25 or later, as go on the path.");
  });
  if (built.status !== 0) throw new SetupError(`${name} could not be built. Go said:\n${lastLines(built.output)}`);
  return file;
}
