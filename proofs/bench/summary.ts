import { contenderNames, type StepName, stepNames } from "./contenders.js";
import type { Combination, CycleResult } from "./cycle.js";
import { mixNames } from "./mix.js";
import { median } from "./statistics.js";

/** One step: medians, and its seconds in each run. */
export interface StepSummary {
  readonly seconds: number;
  /** In the order of the runs; undefined for a run without this step. */
  readonly secondsByRun: readonly (number | undefined)[];
  readonly requests: number;
}

/** Results of one contender with one mix at one size and latency. */
export interface Line extends Combination {
  readonly runs: number;
  readonly steps: Readonly<Partial<Record<StepName, StepSummary>>>;
}

function stepSummary(entries: readonly CycleResult[], step: StepName): StepSummary | undefined {
  const results = entries.flatMap(({ steps }) => steps[step] ?? []);
  if (results.length === 0) return undefined;
  return {
    seconds: median(results.map(({ seconds }) => seconds)),
    secondsByRun: entries.map(({ steps }) => steps[step]?.seconds),
    requests: median(results.map(({ requests }) => requests)),
  };
}

function lineOf(entries: readonly CycleResult[]): Line {
  const { contender, mix, size, latency } = entries[0]!;
  const steps = stepNames.flatMap((step) => {
    const summary = stepSummary(entries, step);
    return summary === undefined ? [] : [[step, summary] as const];
  });
  return { contender, mix, size, latency, runs: entries.length, steps: Object.fromEntries(steps) };
}

/** By mix, size, latency and contender. */
export function summarise(results: readonly CycleResult[]): Line[] {
  const groups = new Map<string, CycleResult[]>();
  for (const result of results) {
    const key = `${result.contender} ${result.mix} ${result.size} ${result.latency}`;
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  const order = ({ contender }: Line): number => contenderNames.indexOf(contender);
  return Array.from(groups.values(), lineOf).sort(
    (a, b) =>
      mixNames.indexOf(a.mix) - mixNames.indexOf(b.mix) || a.size - b.size || a.latency - b.latency || order(a) - order(b),
  );
}
