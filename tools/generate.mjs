/*
 * Sets the checkout up and writes what follows from the sources: the reference in docs/reference/, the source files named
 * `*.generated.ts`, and the public declarations, `index.generated.d.ts`. `npm run generate`.
 */
import { runCompiled } from "./compiled.mjs";
import { runTool } from "./report.mjs";

await runTool(() => runCompiled("tools/generate/main.js"));
