/*
 * Sets up the checkout and compares it with dynamic providers as they are usually written, and with the bare client:
 * `npm run bench`; `npm run bench -- --help` shows the options.
 */
import { runCompiled } from "./compiled.mjs";
import { runTool } from "./report.mjs";

await runTool(() => runCompiled("proofs/bench/main.js", { cli: true, measures: true, args: process.argv.slice(2) }));
