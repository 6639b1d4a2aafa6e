/*
 * Sets up the checkout and records the state that this release writes, for the tests of later releases:
 * `npm run record-state`. See tests/recorded/README.md.
 */
import { runCompiled } from "./compiled.mjs";
import { runTool } from "./report.mjs";

await runTool(() => runCompiled("tests/recorded/record.js", { cli: true }));
