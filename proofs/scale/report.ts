import { grouped, markdownTable } from "../bench/section.js";
import { caseNames, cases } from "./measured.js";
import type { Place, Simulated } from "./simulate.js";

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

const shown = (run: Simulated): string =>
  [`${grouped(run.reads + run.writes)} requests`, timeOf(run.hours), limitOf(run) ?? "-"].join(", ");

/** A row for each case, and a column for each title of a run. */
function table(runs: readonly Simulated[], titleOf: (run: Simulated) => string): string {
  const titles = Array.from(new Set(runs.map(titleOf)));
  const rows = caseNames
    .map((name) => ({ name, own: runs.filter((run) => run.case === name) }))
    .filter(({ own }) => own.length > 0);
  return markdownTable(
    ["", ...titles],
    rows.map(({ name, own }) => [cases[name], ...titles.map((title) => shown(own.find((run) => titleOf(run) === title)!))]),
  );
}

export interface Results {
  /** With different numbers of customers in a stack, all in one place. */
  readonly merged: readonly Simulated[];
  /** With one customer in a stack, in different places. */
  readonly places: readonly Simulated[];
}

/** All results, in Markdown. */
export const report = ({ merged, places }: Results): string =>
  [
    `On ${inWords(merged[0]!.place)}:`,
    table(merged, ({ customers }) => (customers === 1 ? "a customer in a stack" : `${customers} customers in a stack`)),
    "With one customer in a stack, in other places:",
    table(places, ({ place }) => inWords(place)),
  ].join("\n\n");
