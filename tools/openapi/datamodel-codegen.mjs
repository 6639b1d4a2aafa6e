import { join } from "node:path";
import { document, workFolder } from "./check.mjs";
import { obtainPythonTools } from "./tools.mjs";

/** @type {import("./check.mjs").Check} */
export const datamodelCodegen = {
  name: "datamodel-codegen",
  prepare: async () => {
    const bin = await obtainPythonTools();
    const folder = await workFolder("datamodel-codegen", ["calls.py"], ["generated.py"]);
    const generate = ["--input", document, "--input-file-type", "openapi", "--output", "generated.py"];
    // Otherwise a nested object gets the name of a model of the document.
    const naming = ["--naming-strategy", "parent-prefixed"];
    const style = ["--output-model-type", "pydantic_v2.BaseModel", "--use-annotated", "--formatters", "builtin"];
    return {
      folder,
      steps: [
        // It reports what it does not understand as a warning.
        {
          command: join(bin, "python"),
          args: ["-W", "error", "-m", "datamodel_code_generator", ...generate, ...naming, ...style],
          silent: true,
        },
        { command: join(bin, "mypy"), args: ["--strict", "generated.py", "calls.py"] },
        { command: join(bin, "python"), args: ["calls.py"] },
      ],
    };
  },
};
