import { rm } from "node:fs/promises";
import { join } from "node:path";
import { contenders, type StepName, stepNames, stepTitles } from "./contenders.js";
import { type Combination, type CycleResult, runCycle } from "./cycle.js";
import type { MixName } from "./mix.js";

export interface RunOptions {
  readonly mix: MixName;
  readonly sizes: readonly number[];
  readonly latencies: readonly number[];
  readonly contenders: readonly Combination["contender"][];
  readonly steps: readonly StepName[];
  /** How many times each combination is measured. */
  readonly runs: number;
  /** Milliseconds after which a command is killed. */
  readonly timeout: number;
}

const nameOf = ({ contender, mix, size, latency }: Combination): string =>
  `${contenders[contender].title}, ${size} ${mix === "agency" ? "resources" : mix}, ${latency} ms`;

const shown = (result: CycleResult): string =>
  stepNames
    .flatMap((step) => {
      const found = result.steps[step];
      return found === undefined ? [] : [`${stepTitles[step]} ${found.seconds.toFixed(2)} s`];
    })
    .join(", ");

/** Contenders of the same size and latency are measured next to each other, so that other load on the machine affects them equally. */
const combinationsOf = ({ mix, sizes, latencies, contenders: names }: RunOptions): Combination[] =>
  sizes.flatMap((size) => latencies.flatMap((latency) => names.map((contender) => ({ contender, mix, size, latency }))));

/** @throws Error if a command fails */
export async function runAll(folder: string, options: RunOptions, tell: (line: string) => void): Promise<CycleResult[]> {
  const { steps, runs, timeout } = options;
  const stacks = join(folder, "stacks");
  const clear = () => rm(stacks, { recursive: true, force: true });
  const combinations = combinationsOf(options).toSorted((a, b) => a.size - b.size);
  const results: CycleResult[] = [];
  // Remains of an interrupted run.
  await clear();
  try {
    for (let run = 1; run <= runs; run++)
      // No contender always comes first.
      for (const combination of run % 2 === 1 ? combinations : combinations.toReversed()) {
        const result = await runCycle(stacks, { ...combination, steps, timeout });
        results.push(result);
        tell(`${nameOf(combination)}, run ${run} of ${runs}: ${shown(result)}`);
      }
    return results;
  } finally {
    await clear();
  }
}
