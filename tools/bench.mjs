/*
 * Sets the checkout up and measures it beside dynamic providers as they are usually written, and beside the bare client:
 * `npm run bench`; `npm run bench -- --help` tells the options.
 */
import { runCompiled } from "./compiled.mjs";
import { runTool } from "./report.mjs";

await runTool(() => runCompiled("proofs/bench/main.js", { cli: true, args: process.argv.slice(2) }));
