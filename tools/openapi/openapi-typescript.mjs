import { join } from "node:path";
import { document } from "./check.mjs";
import { nodeClientFolder } from "./node-client.mjs";

/** @type {import("./check.mjs").Check} */
export const openapiTypescript = {
  name: "openapi-typescript",
  prepare: async () => {
    const options = { module: "nodenext", exactOptionalPropertyTypes: true };
    const { folder, bin } = await nodeClientFolder("openapi-typescript", ["api.d.ts"], options);
    return {
      folder,
      steps: [
        { command: join(bin, "openapi-typescript"), args: [document, "--output", "api.d.ts"] },
        { command: join(bin, "tsc"), args: ["-p", "."] },
        { command: process.execPath, args: ["calls.js"] },
      ],
    };
  },
};
