import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { goSettings, obtainGoTool } from "../go-tools.mjs";
import { root } from "../root.mjs";
import { countMatches, document, workFolder } from "./check.mjs";

const generator = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen";
const modules = join(root, ".cache", "openapi", "go");

/** @type {import("./check.mjs").Check} */
export const oapiCodegen = {
  name: "oapi-codegen",
  prepare: async () => {
    const files = ["go.mod", "go.sum", "config.yaml", "calls.go"];
    const folder = await workFolder("oapi-codegen", files, ["api"]);
    await mkdir(join(folder, "api"));
    const command = await obtainGoTool({ folder, program: generator, modules });
    const env = goSettings(modules);
    const calls = join(folder, process.platform === "win32" ? "calls.exe" : "calls");
    return {
      folder,
      steps: [
        { command, args: ["-config", "config.yaml", document], silent: true },
        { command: "go", args: ["vet", "./..."], env },
        { command: "go", args: ["build", "-o", calls, "."], env },
        { command: calls, args: [] },
      ],
    };
  },
  countOperations: (folder) =>
    countMatches(join(folder, "api", "api.gen.go"), /^func Parse\w+Response\(rsp \*http\.Response\)/gm),
};
