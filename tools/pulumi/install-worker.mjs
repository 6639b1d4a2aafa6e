/*
 * Separate process for the official installer, so that it can be stopped together with everything it started:
 *
 *     node install-worker.mjs <version> <folder>
 */
import { createRequire } from "node:module";

/** Time for the first answer, in milliseconds: the script is small, and without internet access there is none. */
const patience = 8_000;

const [version, folder] = process.argv.slice(2);
const fetchPatiently = globalThis.fetch;
Object.assign(globalThis, {
  /**
   * @param {string} input
   * @param {RequestInit} init
   */
  fetch: (input, init) => fetchPatiently(input, { ...init, signal: AbortSignal.timeout(patience) }),
});

const require = createRequire(import.meta.url);
/** @type {typeof import("@pulumi/pulumi/automation/index.js")} */
const { PulumiCommand } = require("@pulumi/pulumi/automation");
// The API takes the version as an object of its own dependency.
const { SemVer } = /** @type {{ SemVer: new (version: string) => PulumiCommand["version"] & {} }} */ (
  createRequire(require.resolve("@pulumi/pulumi"))("semver")
);

try {
  if (version === undefined || folder === undefined) throw new Error("version and folder are missing");
  await PulumiCommand.install({ version: new SemVer(version), root: folder });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
