/*
 * Sets up the checkout, and creates many resources with the real engine while requests fail at random: `npm run load`, with the
 * options `--count 1000`, `--faults 0.05`, `--parallel 64` and `--seed`, which a run prints.
 */
import { runCompiled } from "./compiled.mjs";
import { runTool } from "./report.mjs";

await runTool(() => runCompiled("proofs/load/main.js", { cli: true, args: process.argv.slice(2) }));
