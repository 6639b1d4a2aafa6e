import { rm } from "node:fs/promises";
import { join } from "node:path";
import { contenders, type StepName, stepNames, stepTitles } from "./contenders.js";
import { type CycleResult, runCycle } from "./cycle.js";
import type { MixName } from "./mix.js";
import type { Combination, Results } from "./results.js";

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

type Tell = (line: string) => void;

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

async function runOpen(stacks: string, options: RunOptions, results: Results, tell: Tell, stop: AbortSignal): Promise<void> {
  const { steps, runs, timeout } = options;
  const combinations = combinationsOf(options).toSorted((a, b) => a.size - b.size);
  for (let run = 1; run <= runs; run++) {
    // No contender always comes first.
    for (const combination of run % 2 === 1 ? combinations : combinations.toReversed()) {
      if (results.cyclesOf(combination, steps).length >= run) continue;
      stop.throwIfAborted();
      const result = await runCycle(stacks, { ...combination, steps, timeout });
      await results.addCycle(combination, result);
      tell(`${nameOf(combination)}, run ${run} of ${runs}: ${shown(result)}`);
    }
  }
}

/**
 * Measures what has no result yet.
 *
 * @throws Error if a command fails, or `stop` was aborted before everything was measured
 */
export async function runAll(
  folder: string,
  options: RunOptions,
  results: Results,
  tell: Tell,
  stop: AbortSignal,
): Promise<void> {
  const stacks = join(folder, "stacks");
  const clear = () => rm(stacks, { recursive: true, force: true });
  // Remains of an interrupted run.
  await clear();
  await runOpen(stacks, options, results, tell, stop).finally(clear);
}
