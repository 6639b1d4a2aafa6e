/*
 * Checks the OpenAPI document of the reference with the tools that read it: `npm run openapi`. It must pass redocly and
 * spectral. The clients that common generators create from it must compile strictly, have every operation, and work with
 * the sandbox. The tools are installed once, with npm, pip and Go. With `--if-possible`, a missing one is reported and is no failure.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runCheck } from "./openapi/check.mjs";
import { datamodelCodegen } from "./openapi/datamodel-codegen.mjs";
import { heyApi } from "./openapi/hey-api.mjs";
import { linters } from "./openapi/linters.mjs";
import { oapiCodegen } from "./openapi/oapi-codegen.mjs";
import { openapiPythonClient } from "./openapi/openapi-python-client.mjs";
import { openapiTypescript } from "./openapi/openapi-typescript.mjs";
import { duration, runTool, SetupError } from "./report.mjs";
import { root } from "./root.mjs";
import { setUp } from "./setup.mjs";

const checks = [linters, openapiTypescript, heyApi, openapiPythonClient, datamodelCodegen, oapiCodegen];

/**
 * @param {import("./openapi/check.mjs").Check} check
 * @param {boolean} ifPossible
 * @returns {Promise<boolean>} whether it did not fail
 */
async function passes(check, ifPossible) {
  const { startSandbox } = /** @type {typeof import("../sandbox/index.js")} */ (
    await import(pathToFileURL(join(root, "dist", "sandbox", "index.js")).href)
  );
  const started = Date.now();
  const sandbox = await startSandbox();
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    HOSTING_BASE_URL: sandbox.url,
    HOSTING_USERNAME: "reseller",
    HOSTING_PASSWORD: "sandbox-password",
  };
  const tell = (/** @type {string} */ text) => process.stdout.write(`openapi: ${check.name}: ${text}\n`);
  try {
    const result = await runCheck(check, env);
    if ("failure" in result) tell(`FAILED\n${result.failure}`);
    else tell(`passed in ${duration(Date.now() - started)}${result.said === "" ? "" : `: ${result.said}`}`);
    return !("failure" in result);
  } catch (error) {
    if (!(ifPossible && error instanceof SetupError)) throw error;
    tell(`SKIPPED, its tools cannot be installed here.\n${error.message}`);
    return true;
  } finally {
    await sandbox.close();
  }
}

await runTool(async () => {
  const ifPossible = process.argv.includes("--if-possible");
  await setUp();
  let failures = 0;
  for (const check of checks) if (!(await passes(check, ifPossible))) failures++;
  return failures === 0 ? 0 : 1;
});
