/*
 * Sets the checkout up and records the state that the present release leaves behind, for the tests of all later ones:
 * `npm run record-state`. See tests/recorded/README.md.
 */
import { runCompiled } from "./compiled.mjs";
import { runTool } from "./report.mjs";

await runTool(() => runCompiled("tests/recorded/record.js", { cli: true }));
