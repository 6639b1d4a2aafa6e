/*
 * Sets up the checkout and measures the benefit of each way to run a large stack: `npm run large`, with the options
 * `--count 100` and `--latency 50`, in milliseconds.
 */
import { runCompiled } from "./compiled.mjs";
import { runTool } from "./report.mjs";

await runTool(() => runCompiled("proofs/large/main.js", { cli: true, measures: true, args: process.argv.slice(2) }));
