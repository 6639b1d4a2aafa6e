import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { document, workFolder } from "./check.mjs";
import { obtainNodeTools } from "./tools.mjs";

/** @type {import("./check.mjs").Check} */
export const linters = {
  name: "redocly and spectral",
  prepare: async () => {
    const bin = join(await obtainNodeTools(), "node_modules", ".bin");
    const folder = await workFolder("linters", [], []);
    await writeFile(join(folder, "spectral.json"), JSON.stringify({ extends: ["spectral:oas"] }));
    return {
      folder,
      steps: [
        { command: join(bin, "redocly"), args: ["lint", document] },
        {
          command: join(bin, "spectral"),
          args: ["lint", "--ruleset", "spectral.json", "--fail-severity", "hint", document],
        },
      ],
    };
  },
};
