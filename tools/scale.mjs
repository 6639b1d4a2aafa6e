/*
 * Sets up the checkout and simulates a fleet of thousands of customers: `npm run scale`; `npm run scale -- --help` shows the options.
 */
import { runCompiled } from "./compiled.mjs";
import { runTool } from "./report.mjs";

await runTool(() => runCompiled("proofs/scale/main.js", { cli: true, measures: true, args: process.argv.slice(2) }));
