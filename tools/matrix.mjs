/*
 * Sets up the checkout and runs every kind of resource through every operation under every fault, on the real engine against the sandbox:
 * `npm run matrix`; `npm run matrix -- --help` shows the options.
 */
import { runCompiled } from "./compiled.mjs";
import { runTool } from "./report.mjs";

await runTool(() => runCompiled("proofs/matrix/main.js", { cli: true, args: process.argv.slice(2) }));
