/*
 * Sets the checkout up and writes what follows from the sources: the reference in docs/reference/, and the source files named
 * `*.generated.ts`. `npm run generate`, with `npm run docs` as another name.
 */
import { runCompiled } from "./compiled.mjs";
import { runTool } from "./report.mjs";

await runTool(() => runCompiled("tools/generate/main.js"));
