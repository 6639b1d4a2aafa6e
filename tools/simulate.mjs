/*
 * Sets up the checkout and runs random histories of stacks, machines and faults in one process: `npm run simulate`; `npm run
 * simulate -- --help` shows the options.
 */
import { runCompiled } from "./compiled.mjs";
import { runTool } from "./report.mjs";

await runTool(() => runCompiled("tests/simulate/main.js", { args: process.argv.slice(2) }));
