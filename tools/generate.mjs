/*
 * Sets the checkout up and writes what follows from the sources: the reference in docs/reference/, the source files named
 * `*.generated.ts`, the public declarations, `index.generated.d.ts`, and the tables in docs/contributing/decisions.md. `npm run generate`.
 */
import { runCompiled } from "./compiled.mjs";
import { writeKinds } from "./kinds.mjs";
import { runTool } from "./report.mjs";
import { setUp } from "./setup.mjs";

await runTool(async () => {
  await setUp({ beforeBuild: writeKinds });
  const status = await runCompiled("tools/generate/derived-sources.js");
  // The second program reads these sources compiled.
  return status === 0 ? runCompiled("tools/generate/main.js") : status;
});
