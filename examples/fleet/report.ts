import type { Counts, StackResult } from "./stack.js";
import type { WindowState } from "./login.js";

/** What became of a stack; of one that was not started there is no result. */
export interface Outcome {
  readonly name: string;
  readonly result: StackResult | undefined;
  readonly seconds: number;
}

const columns = ["created", "updated", "deleted", "unchanged", "failed"] as const;

const inWords = (counts: Counts): string =>
  columns
    .filter((column) => counts[column] > 0)
    .map((column) => `${counts[column]} ${column}`)
    .join(", ") || "nothing to do";

const rounded = (seconds: number): string => `${seconds.toFixed(1)} s`;

/** What a person reads when a stack has ended. */
export const linesOf = ({ succeeded, counts, drift, reasons }: StackResult, seconds: number): string[] => [
  ...drift.map((line) => `drift: ${line}`),
  ...reasons.map((reason) => `failed: ${reason}`),
  `${succeeded ? "done" : "FAILED"} after ${rounded(seconds)}: ${inWords(counts)}`,
];

const stateOf = ({ result }: Outcome): string => (result === undefined ? "not started" : result.succeeded ? "done" : "FAILED");

/** The table at the end of a run, and what it came to. */
export function summary(outcomes: readonly Outcome[], seconds: number, window: WindowState | undefined): string[] {
  const rows = [
    ["stack", "", ...columns, "seconds"],
    ...outcomes.map((outcome) => [
      outcome.name,
      stateOf(outcome),
      ...columns.map((column) => String(outcome.result?.counts[column] ?? "")),
      outcome.seconds.toFixed(1),
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const table = rows.map((row) =>
    row
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join("  ")
      .trimEnd(),
  );
  const states = ["done", "FAILED", "not started"]
    .map((state) => ({ state, count: outcomes.filter((outcome) => stateOf(outcome) === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state}`);
  const requests =
    window === undefined ? [] : [`${window.limit - window.remaining} of ${window.limit} requests of the rate window are used`];
  return ["", ...table, "", [`${states.join(", ")} after ${rounded(seconds)}`, ...requests].join("; ")];
}
