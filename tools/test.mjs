/*
 * Sets the checkout up and runs its tests: `npm test`, or `npm test -- <arguments of mocha>`. Test files may be named by their
 * source: `npm test -- tests/sdk/retry.test.ts`.
 */
import { join } from "node:path";
import { run } from "./process.mjs";
import { runTool } from "./report.mjs";
import { setUp } from "./setup.mjs";
import { addCounts, formatCounts, mochaRuns, readCounts } from "./test-runs.mjs";

await runTool(async () => {
  const { root, env } = await setUp({ cli: true });
  const mocha = join(root, "node_modules", "mocha", "bin", "mocha.js");
  const runs = mochaRuns(process.argv.slice(2), { ci: Boolean(env["CI"]), terminal: process.stdout.isTTY });

  let counts = { passed: 0, failed: 0, skipped: 0 };
  let worst = 0;
  /** @type {Promise<void>} */
  let shown = Promise.resolve();
  await Promise.all(
    runs.map(async (args) => {
      const turn = shown;
      /** @type {() => void} */
      let done = () => undefined;
      shown = new Promise((resolve) => (done = resolve));
      /** @type {string[]} */
      const waiting = [];
      let current = false;
      const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);
      // What runs beside the first run is shown after it, so that the two do not mix.
      const flushed = turn.then(() => {
        current = true;
        waiting.splice(0).forEach(print);
      });
      const { status } = await run(process.execPath, [mocha, ...args], {
        cwd: root,
        env,
        onLine: (line) => {
          const read = readCounts(line);
          if (read !== undefined) counts = addCounts(counts, read);
          else if (current) print(line);
          else waiting.push(line);
        },
      });
      worst = Math.max(worst, status ?? 1);
      await flushed;
      done();
    }),
  );
  process.stdout.write(`\n${formatCounts(counts)}\n`);
  return worst;
});
