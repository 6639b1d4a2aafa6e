import type { Command } from "./command.js";
import type { End } from "./end.js";
import type { WindowState } from "./login.js";
import type { StackResult } from "./stack.js";
import type { StrayStack } from "./stacks.js";

/** The result of a stack; a stack that was not started has none. */
export interface Outcome {
  readonly name: string;
  readonly result: StackResult | undefined;
  readonly seconds: number;
}

const columns = ["created", "updated", "deleted", "unchanged", "failed"] as const;

type Column = (typeof columns)[number];

/** Commands that change nothing. */
const foretelling: readonly Command[] = ["preview", "review"];

const planned: Readonly<Record<Column, string>> = {
  created: "to create",
  updated: "to update",
  deleted: "to delete",
  unchanged: "unchanged",
  failed: "failed",
};

const headingOf = (command: Command, column: Column): string => (foretelling.includes(command) ? planned[column] : column);

function inWords(command: Command, { end, untouched, counts }: StackResult): string {
  const shown = columns.filter((column) => counts[column] > 0).map((column) => `${counts[column]} ${headingOf(command, column)}`);
  if (shown.length > 0) return shown.join(", ");
  if (end === "done") return "nothing to do";
  return untouched ? "nothing was changed" : "no changes reported";
}

const rounded = (seconds: number): string => `${seconds.toFixed(1)} s`;

/** What stands before a reason; `failed` for other ends. */
const reasonLabel: Readonly<Partial<Record<End, string>>> = { EXCEEDS: "above a threshold", REFUSED: "refused" };

/** What the user reads when a stack has ended. */
export const linesOf = (command: Command, result: StackResult, seconds: number): string[] => [
  ...result.drift.map((line) => `drift: ${line}`),
  ...result.reasons.map((reason) => `${reasonLabel[result.end] ?? "failed"}: ${reason}`),
  `${result.end} after ${rounded(seconds)}: ${inWords(command, result)}`,
];

const notStarted = "not started";

const stateOf = ({ result }: Outcome): string => result?.end ?? notStarted;

export interface Run {
  readonly command: Command;
  readonly outcomes: readonly Outcome[];
  /** Stacks without a customer. */
  readonly stray: readonly StrayStack[];
  readonly seconds: number;
  /** Undefined if other runs use it at the same time, or if there is none. */
  readonly window: WindowState | undefined;
  /** Whether no further stack started because the time was over. */
  readonly isTimeOver: boolean;
  /** Whether the run has sent a login. */
  readonly hasLoggedIn: boolean;
}

/** A longer table lists only stacks with something to read about. */
const mostUneventful = 50;

const isEventful = ({ result }: Outcome): boolean =>
  result?.end !== "done" || columns.some((column) => column !== "unchanged" && result.counts[column] > 0);

/** The table at the end of a run, and its result. */
export function summary(run: Run): string[] {
  const { command, outcomes, stray, seconds } = run;
  const listed = outcomes.length > mostUneventful ? outcomes.filter(isEventful) : outcomes;
  const omitted = outcomes.length - listed.length;
  const rows = [
    ["stack", "", ...columns.map((column) => headingOf(command, column)), "seconds"],
    ...listed.map((outcome) => [
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
  const states = ["done", "EXCEEDS", "REFUSED", "FAILED", "LOCKED", "KILLED", notStarted]
    .map((state) => ({ state, count: outcomes.filter((outcome) => stateOf(outcome) === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state}`);
  const rest = omitted === 0 ? [] : [`${omitted} stacks without changes are not listed.`];
  return [
    "",
    ...table,
    ...rest,
    "",
    ...linesOfStray(stray),
    ...(run.isTimeOver && outcomes.some(isLeft) ? [howToGoOn(command), ""] : []),
    `${states.join(", ")} after ${rounded(seconds)}; ${requestsOf(run)}`,
  ];
}

function requestsOf({ outcomes, window, hasLoggedIn }: Run): string {
  if (window !== undefined) return `${window.limit - window.remaining} of ${window.limit} requests of the rate window are used`;
  const started = outcomes.flatMap(({ result }) => result ?? []);
  const sent = started.reduce((sum, { requests }) => sum + (requests ?? 0), 0);
  const least = started.every(({ requests }) => requests !== undefined) ? "" : "at least ";
  return `${least}${sent} requests sent${hasLoggedIn ? ", and the login, which does not count" : ""}`;
}

const isLeft = ({ result }: Outcome): boolean => result === undefined;

const howToGoOn = (command: Command): string =>
  foretelling.includes(command)
    ? `The time was over. A ${command} updates no stack, so the next one begins with the same stacks: name those that are left.`
    : "The time was over. Run the same command again: it begins with the stacks that are left.";

function linesOfStray(stray: readonly StrayStack[]): string[] {
  if (stray.length === 0) return [];
  const width = Math.max(...stray.map(({ name }) => name.length));
  return [
    "Stacks without a customer. Nothing manages their objects:",
    ...stray.map(({ name, entries, movedTo }) =>
      `  ${name.padEnd(width)}  ${entries === undefined ? "" : `${entries} entries`}${movedTo === undefined ? "" : `; its customer is in the stack ${movedTo} now`}`.trimEnd(),
    ),
    "Add the customer to the file again, or delete everything in the stack: npm run fleet -- retire <stack>",
    ...(stray.some(({ movedTo }) => movedTo !== undefined)
      ? ["If a customer has another stack now, move its objects there; retire then removes the empty stack."]
      : []),
    "",
  ];
}

/** The exit status of a review: 1 if a stack would fail or was not reviewed, 4 if one exceeds a threshold. */
export function statusOfReview(outcomes: readonly Outcome[]): number {
  if (outcomes.some(({ result }) => result?.end !== "done" && result?.end !== "EXCEEDS")) return 1;
  return outcomes.some(({ result }) => result?.end === "EXCEEDS") ? 4 : 0;
}

/** The exit status of a run that began. */
export function statusOf({ outcomes, stray, isTimeOver }: Pick<Run, "outcomes" | "stray" | "isTimeOver">): number {
  if (outcomes.some(({ result }) => result !== undefined && result.end !== "done")) return 1;
  if (outcomes.some(isLeft)) return isTimeOver ? 4 : 1;
  return stray.length > 0 ? 3 : 0;
}
