/*
 * Sets up the checkout and measures the commands for an account that exists: `npm run account`, with the options `--customers 300` and
 * `--latency 0`, in milliseconds.
 */
import { runCompiled } from "./compiled.mjs";
import { runTool } from "./report.mjs";

await runTool(() => runCompiled("proofs/account/main.js", { cli: true, measures: true, args: process.argv.slice(2) }));
