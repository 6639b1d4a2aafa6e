import { grouped, markdownTable } from "../bench/table.js";
import { caseNames, cases, type Measured } from "./measured.js";
import type { Place, Simulated } from "./simulate.js";

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A time in hours, with minutes where the hours round to nothing. */
export function timeOf(hours: number): string {
  if (hours >= 0.05) return `${hours.toFixed(1)} h`;
  const minutes = Math.floor(hours * 60);
  return minutes === 0 ? "under a minute" : `${minutes} min`;
}

/** A core that computes so much of the time is never idle for long. */
const busy = 0.9;

/** What most of a run waits for; undefined if neither cores nor windows are short. */
export function limitOf({ machine, windows, place }: Simulated): "machine" | "window" | undefined {
  if (machine >= busy) return "machine";
  // Nobody waits for the first window of a login.
  return windows > (place.ownLogins ? place.machines : 1) ? "window" : undefined;
}

const inWords = ({ machines, cores, ownLogins }: Place): string =>
  machines === 1
    ? `1 machine, ${cores} cores`
    : `${machines} machines, ${cores} cores each, ${ownLogins ? "a login each" : "as jobs with shares"}`;

const cellsOf = (run: Simulated): string[] => [
  grouped(run.stacks),
  grouped(run.reads),
  grouped(run.writes),
  grouped(run.windows),
  percent(run.window),
  percent(run.machine),
  timeOf(run.hours),
  limitOf(run) ?? "-",
];

const columns = ["stacks", "reads", "changes", "windows", "of them used", "cores busy", "time", "limited by"];

/** What each command on a stack was measured to take. */
const measuredTable = (measured: readonly Measured[]): string =>
  markdownTable(
    ["command on a stack", "customers", "requests", "CPU"],
    caseNames.flatMap((name) =>
      measured
        .filter((each) => each.case === name)
        .map(({ customers, requests, processor }) => [
          cases[name],
          String(customers),
          grouped(requests.length),
          `${processor.toFixed(1)} s`,
        ]),
    ),
  );

const mergedTable = (runs: readonly Simulated[]): string =>
  markdownTable(
    ["", "customers in a stack", ...columns],
    runs.map((run) => [cases[run.case], String(run.customers), ...cellsOf(run)]),
  );

const placesTable = (runs: readonly Simulated[]): string =>
  markdownTable(
    ["", "", ...columns],
    runs.map((run) => [cases[run.case], inWords(run.place), ...cellsOf(run)]),
    2,
  );

export interface Results {
  readonly command: string;
  readonly on: string;
  readonly machine: string;
  readonly measured: readonly Measured[];
  /** With different numbers of customers in a stack, all in one place. */
  readonly merged: readonly Simulated[];
  /** With one customer in a stack, in different places. */
  readonly places: readonly Simulated[];
}

/** All results, in Markdown. */
export const report = ({ command, on, machine, measured, merged, places }: Results): string =>
  [
    `Measured and simulated by \`${command}\` on ${on}; ${machine}.`,
    `On ${inWords(merged[0]!.place)}:`,
    mergedTable(merged),
    "With one customer in a stack, in other places:",
    placesTable(places),
    "Measured on the real engine:",
    measuredTable(measured),
  ].join("\n\n");
