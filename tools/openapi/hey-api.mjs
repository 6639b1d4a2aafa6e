import { join } from "node:path";
import { countMatches, document } from "./check.mjs";
import { nodeClientFolder } from "./node-client.mjs";

/** @type {import("./check.mjs").Check} */
export const heyApi = {
  name: "hey-api",
  prepare: async () => {
    const { folder, bin } = await nodeClientFolder("hey-api", ["generated"], { module: "nodenext" });
    const generate = ["--input", document, "--output", "generated", "--client", "@hey-api/client-fetch", "--no-log-file"];
    return {
      folder,
      steps: [
        { command: join(bin, "openapi-ts"), args: [...generate, "--silent"], silent: true },
        { command: join(bin, "tsc"), args: ["-p", "."] },
        { command: process.execPath, args: ["calls.js"] },
      ],
    };
  },
  countOperations: (folder) => countMatches(join(folder, "generated", "sdk.gen.ts"), /^export const \w+ = </gm),
};
