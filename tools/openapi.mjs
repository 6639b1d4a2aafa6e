/*
 * Checks the OpenAPI document of the reference with the tools that read it: `npm run openapi`. It must pass redocly and
 * spectral. The clients that common generators create from it must compile strictly, have every operation, and work with
 * the sandbox. The tools are installed once, with npm, pip, Go, Maven and cargo. With `--if-possible`, a missing one is
 * reported and is no failure. Heavy checks run with `--all`, or by their names: `npm run openapi -- openapi-generator-java`.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runCheck } from "./openapi/check.mjs";
import { checks } from "./openapi/checks.mjs";
import { duration, runTool, SetupError } from "./report.mjs";
import { root } from "./root.mjs";
import { setUp } from "./setup.mjs";

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
    const result = await runCheck(check, sandbox, env);
    if ("failure" in result) tell(`FAILED\n${result.failure}`);
    else tell(`passed in ${duration(Date.now() - started)}: ${result.said}`);
    return !("failure" in result);
  } catch (error) {
    if (!(ifPossible && error instanceof SetupError)) throw error;
    tell(`SKIPPED, its tools cannot be installed here.\n${error.message}`);
    return true;
  } finally {
    await sandbox.close();
  }
}

/** @param {readonly string[]} args of the command line */
function chosen(args) {
  const names = args.filter((each) => !each.startsWith("--"));
  const unknown = names.filter((name) => !checks.some((check) => check.name === name));
  if (unknown.length > 0)
    throw new SetupError(`No check is called ${unknown.join(" or ")}. There are ${checks.map(({ name }) => name).join(", ")}.`);
  if (names.length > 0) return checks.filter(({ name }) => names.includes(name));
  return args.includes("--all") ? checks : checks.filter(({ heavy = false }) => !heavy);
}

await runTool(async () => {
  const args = process.argv.slice(2);
  const wanted = chosen(args);
  await setUp();
  let failures = 0;
  for (const check of wanted) if (!(await passes(check, args.includes("--if-possible")))) failures++;
  return failures === 0 ? 0 : 1;
});
