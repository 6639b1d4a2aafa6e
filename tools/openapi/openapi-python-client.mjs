import { join } from "node:path";
import { countFiles, document, workFolder } from "./check.mjs";
import { obtainPythonTools } from "./tools.mjs";

/** @type {import("./check.mjs").Check} */
export const openapiPythonClient = {
  name: "openapi-python-client",
  prepare: async () => {
    const bin = await obtainPythonTools();
    const folder = await workFolder("openapi-python-client", ["calls.py", "config.yaml"], ["generated"]);
    const generate = ["generate", "--path", document, "--output-path", "generated", "--meta", "none"];
    return {
      folder,
      steps: [
        { command: join(bin, "openapi-python-client"), args: [...generate, "--config", "config.yaml", "--fail-on-warning"] },
        // For a list of unknown shape, the generator casts the elements to the type that they already have.
        { command: join(bin, "mypy"), args: ["--strict", "--disable-error-code", "redundant-cast", "generated", "calls.py"] },
        { command: join(bin, "python"), args: ["calls.py"] },
      ],
    };
  },
  countOperations: (folder) => countFiles(join(folder, "generated", "api"), ".py"),
};
