/*
 * Sets up the checkout and writes what is derived from the sources: the reference in docs/reference/, and the source files named
 * `*.generated.ts`. `npm run generate`, also known as `npm run docs`.
 */
import { runCompiled } from "./compiled.mjs";
import { runTool } from "./report.mjs";

await runTool(() => runCompiled("tools/generate/main.js"));
