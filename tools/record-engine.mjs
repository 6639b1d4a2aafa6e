/*
 * Sets up the checkout and records what the real engine calls in each scenario of the simulated engine: `npm run record-engine`,
 * or `npm run record-engine -- <scenario>...`.
 */
import { runCompiled } from "./compiled.mjs";
import { runTool } from "./report.mjs";

await runTool(() => runCompiled("tests/simulate/engine/recording/main.js", { cli: true, args: process.argv.slice(2) }));
