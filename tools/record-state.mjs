/*
 * Sets the checkout up and records the state that the present release leaves behind, for the tests of all later ones:
 * `npm run record-state`. See tests/recorded/README.md.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { runTool } from "./report.mjs";
import { setUp } from "./setup.mjs";

await runTool(async () => {
  const { root, env } = await setUp({ cli: true });
  const child = spawn(process.execPath, [join(root, "dist", "tests", "recorded", "record.js")], {
    cwd: root,
    env,
    stdio: "inherit",
  });
  const [status] = /** @type {[number | null]} */ (await once(child, "close"));
  return status ?? 1;
});
