import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { print, runProgram } from "../program.js";
import { planOfChains } from "./chains/plan.js";
import { runChainPlan } from "./chains/run.js";
import { faultIsMet } from "./fault-trial.js";
import { planOfEdits } from "./edit-plan.js";
import { runEditPlan } from "./edit-run.js";
import { type AnyCell, chosen, isChain, isEdit, isFault, nameOfAny } from "./parts.js";
import { cellsOf, planOf } from "./plan.js";
import { formatFailures } from "./report.js";
import { Results } from "./results.js";
import { runPlan } from "./stack-run.js";
import type { CellResult } from "./trial.js";
import { formatChainTable, formatEditTable, formatTable } from "./table.js";

const help = `npm run matrix -- [options] [operation/fault/kind | edits/edit/kind | chains/change/request/fault ...]

Runs every kind of resource through every operation of its lifecycle under every fault, through every engine option and edit
that is not a fault, and chains of them through changes at each level under faults at each request, on the real engine against the
sandbox. Each part of a filter may be *, and parts at the end may be left out: create/reset-after/webhook, adopt, */disk-full, edits,
edits/replace, edits/*/webhook, chains/replace-domain, chains/*/*/kill-engine-after.

  --isolate          one stack for each cell
  --fresh            forget earlier results; otherwise cells that passed with the same sources are not run again
  --jobs N           stacks that run in parallel, and as many that mostly wait (default: the number of processors)
  --budget MINUTES   start nothing more after this time; what is left is listed, and counts as a failure (default: 60)
  --markdown FILE    write the tables for the documentation
  --list             list the cells and run none
`;

const minute = 60_000;

/** @returns undefined if only the help is requested */
function optionsFrom(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      help: { type: "boolean", default: false },
      isolate: { type: "boolean", default: false },
      fresh: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      jobs: { type: "string" },
      budget: { type: "string", default: "60" },
      markdown: { type: "string" },
    },
  });
  if (values.help) return undefined;
  const number = (name: string, text: string): number => {
    const value = Number(text);
    if (!(value > 0)) throw new Error(`--${name} must be a positive number`);
    return value;
  };
  const jobs = values.jobs === undefined ? availableParallelism() : number("jobs", values.jobs);
  const { isolate, fresh, list, markdown } = values;
  return { isolate, fresh, list, jobs, budget: number("budget", values.budget), markdown, filters: positionals };
}

/** The work of one stack. */
interface Work {
  readonly cells: readonly AnyCell[];
  readonly idle: boolean;
  readonly run: () => Promise<CellResult<AnyCell>[]>;
}

function workFor(cells: readonly AnyCell[], isolate: boolean): Work[] {
  const faults = planOf(cells.filter(isFault), isolate).map((plan) => ({
    cells: cellsOf(plan),
    idle: plan.idle,
    run: () => runPlan(plan),
  }));
  const edits = planOfEdits(cells.filter(isEdit), isolate).map((plan) => ({
    cells: plan.cells,
    idle: false,
    run: () => runEditPlan(plan),
  }));
  const chains = planOfChains(cells.filter(isChain), isolate).map((plan) => ({
    cells: plan.cells,
    idle: plan.idle,
    run: () => runChainPlan(plan),
  }));
  return [...faults, ...edits, ...chains];
}

async function resultsOf({ cells, run }: Work): Promise<CellResult<AnyCell>[]> {
  try {
    return await run();
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return cells.map((cell) => ({ cell, problems: [{ check: "the stack", message }] }));
  }
}

async function runAll(all: readonly Work[], jobs: number, end: number, results: Results): Promise<void> {
  let done = 0;
  const work = async (queue: Work[]): Promise<void> => {
    for (let next = queue.shift(); next !== undefined && Date.now() < end; next = queue.shift()) {
      const started = Date.now();
      const found = await resultsOf(next);
      await results.add(found);
      done += 1;
      const failed = found.filter(({ problems }) => problems.length > 0).length;
      const seconds = Math.round((Date.now() - started) / 1000);
      print(`stack ${done} of ${all.length}: ${found.length - failed} of ${found.length} cells passed, ${seconds} s`);
    }
  };
  const queues = [all.filter(({ idle }) => idle), all.filter(({ idle }) => !idle)];
  await Promise.all(queues.flatMap((queue) => Array.from({ length: jobs }, () => work(queue))));
}

async function main(): Promise<number> {
  const options = optionsFrom(process.argv.slice(2));
  if (options === undefined) {
    print(help);
    return 0;
  }
  const wanted = chosen(options.filters);
  if (options.list) {
    for (const cell of wanted) print(nameOfAny(cell));
    return 0;
  }
  const results = await Results.open(options.fresh);
  const open = wanted.filter((cell) => !results.passed(cell));
  const work = workFor(open, options.isolate);
  print(
    `${wanted.length} cells, ${wanted.length - open.length} of them passed before; ${open.length} to run in ${work.length} stacks`,
  );
  const end = Date.now() + options.budget * minute;
  await runAll(work, options.jobs, end, results);
  const unmet = open.filter((cell) => results.problemsOf(cell)?.some(({ check }) => check === faultIsMet));
  if (unmet.length > 0 && !options.isolate) {
    print(
      `${unmet.length} cells did not meet their fault, because others in their stack delayed them: each now gets a stack of its own`,
    );
    await runAll(workFor(unmet, true), options.jobs, end, results);
  }

  const failed = wanted.filter((cell) => (results.problemsOf(cell)?.length ?? 0) > 0);
  const missing = wanted.filter((cell) => results.problemsOf(cell) === undefined);
  const tables = [
    { part: isFault, table: formatTable(results) },
    { part: isEdit, table: formatEditTable(results) },
    { part: isChain, table: formatChainTable(results) },
  ];
  print(formatFailures(failed.map((cell) => ({ cell, problems: results.problemsOf(cell) ?? [] }))));
  for (const { part, table } of tables) if (wanted.some(part)) print(`\n${table}`);
  if (missing.length > 0)
    print(
      `Not run within ${options.budget} minutes; run the same command again to continue with:\n  ${missing.map(nameOfAny).join("\n  ")}`,
    );
  print(`${wanted.length - failed.length - missing.length} passed, ${failed.length} failed, ${missing.length} not run`);
  if (options.markdown !== undefined)
    await writeFile(options.markdown, tables.map(({ table }) => `\`\`\`text\n${table}\`\`\`\n`).join("\n"));
  return failed.length + missing.length === 0 ? 0 : 1;
}

runProgram(main);
