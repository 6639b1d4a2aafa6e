import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { lastLines, run } from "../process.mjs";
import { logToStderr, SetupError, withProgress } from "../report.mjs";
import { root } from "../root.mjs";
import { countMatches, document, workFolder } from "./check.mjs";

const obtainingTimeout = 900_000;
const generator = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen";

/** Modules stay in the checkout's cache, and can be deleted with it. */
const settings = {
  GOPATH: join(root, ".cache", "openapi", "go"),
  GOFLAGS: "-mod=readonly -modcacherw -buildvcs=false",
  GOWORK: "off",
  CGO_ENABLED: "0",
};

/**
 * @param {string} folder of the module that pins the generator
 * @returns {Promise<string>} the generator, built if necessary
 */
async function obtainGenerator(folder) {
  const env = { GOTOOLCHAIN: "local", ...process.env, ...settings };
  const program = join(folder, process.platform === "win32" ? "oapi-codegen.exe" : "oapi-codegen");
  const built = await withProgress("building oapi-codegen with Go", logToStderr, () =>
    run("go", ["build", "-o", program, generator], { cwd: folder, env, timeout: obtainingTimeout }),
  ).catch(() => {
    throw new SetupError("This needs Go 1.25 or later, as go on the path.");
  });
  if (built.status !== 0) throw new SetupError(`oapi-codegen could not be built. Go said:\n${lastLines(built.output)}`);
  return program;
}

/** @type {import("./check.mjs").Check} */
export const oapiCodegen = {
  name: "oapi-codegen",
  prepare: async () => {
    const files = ["go.mod", "go.sum", "config.yaml", "calls.go"];
    const folder = await workFolder("oapi-codegen", files, ["api"]);
    await mkdir(join(folder, "api"));
    const command = await obtainGenerator(folder);
    const calls = join(folder, process.platform === "win32" ? "calls.exe" : "calls");
    return {
      folder,
      steps: [
        { command, args: ["-config", "config.yaml", document], silent: true },
        { command: "go", args: ["vet", "./..."], env: settings },
        { command: "go", args: ["build", "-o", calls, "."], env: settings },
        { command: calls, args: [] },
      ],
    };
  },
  countOperations: (folder) =>
    countMatches(join(folder, "api", "api.gen.go"), /^func Parse\w+Response\(rsp \*http\.Response\)/gm),
};
