import { fileURLToPath } from "node:url";
import { lastLines, run } from "../process.mjs";

const worker = fileURLToPath(new URL("./install-worker.mjs", import.meta.url));

/**
 * Installs the Pulumi CLI with the official installer, through the Automation API. Needs internet access, and fails within
 * seconds without it.
 *
 * @type {import("./obtain.mjs").Source}
 */
export const officialInstaller = {
  what: "the official installer",
  obtain: async ({ version, folder, env }) => {
    const { status, output } = await run(process.execPath, [worker, version, folder], { env, timeout: 10 * 60_000 });
    return status === 0 ? undefined : lastLines(output, 3);
  },
};
