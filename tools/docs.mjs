/* Sets the checkout up and writes the reference, docs/reference/, from the sources: `npm run docs`. */
import { runCompiled } from "./compiled.mjs";
import { runTool } from "./report.mjs";

await runTool(() => runCompiled("tools/reference/main.js"));
