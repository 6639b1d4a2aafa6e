/*
 * Sets up the checkout and compiles it into dist/: `npm run build`, and before the package is packed.
 */
import { runTool } from "./report.mjs";
import { setUp } from "./setup.mjs";

await runTool(async () => {
  await setUp();
  return 0;
});
