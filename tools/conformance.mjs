/*
 * Runs schemathesis against the sandbox with the OpenAPI document of the reference: `npm run conformance`, or `npm run
 * conformance -- <arguments of schemathesis>`. Needs Python 3.10 with venv, and PyPI once. With `--if-possible` as the first
 * argument, it reports that they are missing and does not fail.
 */
import { join } from "node:path";
import { pinnedFolder, obtainEnvironment } from "./obtain-tools.mjs";
import { run } from "./process.mjs";
import { runTool, SetupError } from "./report.mjs";
import { root } from "./root.mjs";
import { setUp } from "./setup.mjs";

const requirements = join(root, "tools", "schemathesis", "requirements.txt");

/** @returns {Promise<string>} the installed program */
async function obtainSchemathesis() {
  const folder = await pinnedFolder(join(root, ".cache", "schemathesis"), requirements);
  return join(await obtainEnvironment(folder, requirements, "schemathesis"), "schemathesis");
}

await runTool(async () => {
  const [first, ...others] = process.argv.slice(2);
  const ifPossible = first === "--if-possible";
  const args = ifPossible || first === undefined ? others : [first, ...others];
  await setUp();
  let schemathesis;
  try {
    schemathesis = await obtainSchemathesis();
  } catch (error) {
    if (!(ifPossible && error instanceof SetupError)) throw error;
    process.stdout.write(`conformance: SKIPPED, schemathesis cannot be installed here.\n${error.message}\n`);
    return 0;
  }
  const runner = join(root, "dist", "tests", "conformance", "schemathesis.js");
  const document = join(root, "docs", "reference", "openapi.json");
  const { status } = await run(process.execPath, [runner, document, schemathesis, ...args], {
    onLine: (line) => process.stdout.write(`${line}\n`),
  });
  return status ?? 1;
});
