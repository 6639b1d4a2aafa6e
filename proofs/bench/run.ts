import { rm } from "node:fs/promises";
import { join } from "node:path";
import { contenders, type StepName, stepNames, stepTitles } from "./contenders.js";
import { type CycleResult, runCycle } from "./cycle.js";
import type { Combination, Results } from "./results.js";
import { sampleStartup } from "./startup.js";

export interface RunOptions {
  readonly sizes: readonly number[];
  readonly latencies: readonly number[];
  readonly contenders: readonly Combination["contender"][];
  readonly steps: readonly StepName[];
  /** How often each combination is measured. */
  readonly runs: number;
  /** Minutes that repetitions may take: what runs for the first time runs whatever it takes. */
  readonly budget: number;
  /** Milliseconds after which a command is killed. */
  readonly timeout: number;
}

type Tell = (line: string) => void;

const nameOf = ({ contender, size, latency }: Combination): string =>
  `${contenders[contender].title}, ${size} resources, ${latency} ms`;

const secondsOf = ({ steps }: CycleResult): number => stepNames.reduce((sum, step) => sum + (steps[step]?.seconds ?? 0), 0);

const shown = (result: CycleResult): string =>
  stepNames
    .flatMap((step) => {
      const found = result.steps[step];
      return found === undefined ? [] : [`${stepTitles[step]} ${found.seconds.toFixed(2)} s`];
    })
    .join(", ");

/** All contenders of a size and latency stand beside each other, so that what else the machine does meets them alike. */
const combinationsOf = ({ sizes, latencies, contenders: names }: RunOptions): Combination[] =>
  sizes.flatMap((size) => latencies.flatMap((latency) => names.map((contender) => ({ contender, size, latency }))));

async function runOpen(stacks: string, options: RunOptions, results: Results, tell: Tell): Promise<void> {
  const { steps, runs, timeout } = options;
  const end = Date.now() + options.budget * 60_000;
  const combinations = combinationsOf(options).toSorted((a, b) => a.size - b.size);
  for (let run = 1; run <= runs; run++) {
    for (const combination of combinations) {
      const done = results.cyclesOf(combination, steps);
      if (done.length >= run) continue;
      const [first] = done;
      if (first !== undefined && Date.now() + secondsOf(first) * 1000 > end) {
        tell(`${nameOf(combination)}: run ${run} of ${runs} left out, it would go beyond ${options.budget} minutes`);
        continue;
      }
      const result = await runCycle(stacks, { ...combination, steps, timeout });
      await results.addCycle(combination, result);
      tell(`${nameOf(combination)}, run ${run} of ${runs}: ${shown(result)}`);
    }
  }
}

/** Measures what is not among the results yet. */
export async function runAll(folder: string, options: RunOptions, results: Results, tell: Tell): Promise<void> {
  const stacks = join(folder, "stacks");
  const clear = () => rm(stacks, { recursive: true, force: true });
  // What an interrupted run has left.
  await clear();
  await runOpen(stacks, options, results, tell).finally(clear);
}

/** How often the start of the processes is measured: more often than the commands, as it is short. */
const startupRuns = 31;

export async function runStartup(results: Results, tell: Tell): Promise<void> {
  const done = results.entries.filter(({ kind }) => kind === "startup").length;
  for (let run = done + 1; run <= startupRuns; run++) {
    await results.addStartup(await sampleStartup());
    tell(`start of the processes, run ${run} of ${startupRuns}`);
  }
}
