/*
 * Sets up the checkout and runs its tests: `npm test`, or `npm test -- <arguments of mocha>`. Test files may be named by their
 * source: `npm test -- tests/sdk/retry.test.ts`. `npm run test:long` runs the tests that `npm test` leaves out.
 */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { run } from "./process.mjs";
import { runTool } from "./report.mjs";
import { setUp } from "./setup.mjs";
import {
  addCounts,
  endedCounts,
  failuresOf,
  formatCounts,
  mochaRuns,
  needsCli,
  readCounts,
  testFiles,
  worstOf,
} from "./test-runs.mjs";

/** `.ci/run` finds what follows by this line. */
const failuresHeading = "Failed tests, once more:";

await runTool(async () => {
  const [first, ...others] = process.argv.slice(2);
  const long = first === "--long";
  const given = long || first === undefined ? others : [first, ...others];
  const { root, env } = await setUp({ cli: needsCli(given) });
  const mocha = join(root, "node_modules", "mocha", "bin", "mocha.js");
  const runs = mochaRuns(given, await testFiles(root), {
    long,
    ci: Boolean(env["CI"]),
    terminal: process.stdout.isTTY,
  });

  let counts = { passed: 0, failed: 0, skipped: 0 };
  let worst = 0;
  /** @type {string[][]} */
  const failures = [];

  const outputs = runs.map(() => ({ lines: /** @type {string[]} */ ([]), ended: false }));
  let shown = 0;
  // Parallel runs are shown one after another: the first that has not ended while it runs, the others afterwards.
  const show = () => {
    for (let output = outputs[shown]; output !== undefined; output = outputs[(shown += 1)]) {
      for (const line of output.lines.splice(0)) process.stdout.write(`${line}\n`);
      if (!output.ended) return;
    }
  };

  const queue = runs.map((args, index) => ({ args, output: outputs[index] }));
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { args, output } = next;
      let own = { passed: 0, failed: 0, skipped: 0 };
      /** @type {string[]} */
      const lines = [];
      const { status } = await run(process.execPath, [mocha, ...args], {
        cwd: root,
        env,
        onLine: (line) => {
          const read = readCounts(line);
          if (read === undefined) {
            lines.push(line);
            output?.lines.push(line);
          } else own = addCounts(own, read);
          show();
        },
      });
      counts = addCounts(counts, endedCounts(own, status));
      if (status !== 0) failures.push(failuresOf(lines));
      worst = worstOf(worst, status);
      if (output !== undefined) output.ended = true;
      show();
    }
  };
  // More than there are processors, as tests wait as well.
  await Promise.all(Array.from({ length: availableParallelism() + 2 }, work));
  if (runs.length > 1 && failures.length > 0) process.stdout.write(`\n${failuresHeading}\n${failures.flat().join("\n")}\n`);
  process.stdout.write(`\n${formatCounts(counts)}\n`);
  return worst;
});
