import { type ContenderName, contenderNames, type StepName, stepNames } from "./contenders.js";
import type { CycleEntry } from "./results.js";
import { type MixName, mixNames } from "./mix.js";
import { median } from "./statistics.js";

/** One step: medians, and its seconds in each run. */
export interface StepSummary {
  readonly seconds: number;
  /** In the order of the runs; undefined for a run without this step. */
  readonly secondsByRun: readonly (number | undefined)[];
  readonly requests: number;
}

/** Results of one contender with one mix at one size and latency. */
export interface Line {
  readonly contender: ContenderName;
  readonly mix: MixName;
  readonly size: number;
  readonly latency: number;
  readonly runs: number;
  readonly steps: Readonly<Partial<Record<StepName, StepSummary>>>;
}

export interface Summary {
  /** By mix, size, latency and contender. */
  readonly lines: readonly Line[];
  /** What all results share, or all of their different values. */
  readonly machines: readonly string[];
  readonly commands: readonly string[];
  readonly days: readonly string[];
}

function stepSummary(entries: readonly CycleEntry[], step: StepName): StepSummary | undefined {
  const results = entries.flatMap(({ steps }) => steps[step] ?? []);
  if (results.length === 0) return undefined;
  return {
    seconds: median(results.map(({ seconds }) => seconds)),
    secondsByRun: entries.map(({ steps }) => steps[step]?.seconds),
    requests: median(results.map(({ requests }) => requests)),
  };
}

function lineOf(entries: readonly CycleEntry[]): Line {
  const { contender, mix, size, latency } = entries[0]!;
  const steps = stepNames.flatMap((step) => {
    const summary = stepSummary(entries, step);
    return summary === undefined ? [] : [[step, summary] as const];
  });
  return { contender, mix, size, latency, runs: entries.length, steps: Object.fromEntries(steps) };
}

export function summarise(entries: readonly CycleEntry[]): Summary {
  const groups = new Map<string, CycleEntry[]>();
  for (const entry of entries) {
    const key = `${entry.contender} ${entry.mix} ${entry.size} ${entry.latency}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  const order = ({ contender }: Line): number => contenderNames.indexOf(contender);
  const distinct = (values: readonly string[]): string[] => Array.from(new Set(values)).sort();
  return {
    lines: Array.from(groups.values(), lineOf).sort(
      (a, b) =>
        mixNames.indexOf(a.mix) - mixNames.indexOf(b.mix) || a.size - b.size || a.latency - b.latency || order(a) - order(b),
    ),
    machines: distinct(entries.map(({ machine }) => machine)),
    commands: distinct(entries.map(({ command }) => command)),
    days: distinct(entries.map(({ on }) => on)),
  };
}
