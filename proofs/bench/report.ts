import { basesOf, contenders, type Contender, stepNames, stepTitles } from "./contenders.js";
import { grouped, inRange, megabytes } from "./numbers.js";
import { growth, pairedRatio } from "./statistics.js";
import { type Line, requestsOf, type StepSummary, type Summary } from "./summary.js";
import { markdownTable } from "./table.js";

const none = "-";

const seconds = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
const factor = (value: number): string => `${value.toFixed(value < 1 ? 2 : value < 10 ? 1 : 0)}×`;

const sizeOf = ({ mix }: Line, size: number | string): string => (mix === "agency" ? String(size) : `${size} ${mix}`);
const titleOf = ({ contender }: Line): string => contenders[contender].title;

const headings = stepNames.map((step) => stepTitles[step]);

const ofSteps = ({ steps }: Line, cell: (step: StepSummary) => string): string[] =>
  stepNames.map((step) => {
    const summary = steps[step];
    return summary === undefined ? none : cell(summary);
  });

/** A row for each line. */
function lineTable<L extends Line>(
  lines: readonly L[],
  columns: readonly string[],
  cells: (line: L) => readonly string[],
): string {
  const rows = lines.map((line) => [titleOf(line), sizeOf(line, line.size), `${line.latency} ms`, ...cells(line)]);
  return markdownTable(["", "resources", "latency", ...columns], rows);
}

/** A row for each line, with a cell for each step. */
const stepTable = (lines: readonly Line[], cell: (step: StepSummary) => string): string =>
  lineTable(lines, headings, (line) => ofSteps(line, cell));

const timeTable = (lines: readonly Line[]): string =>
  lineTable(lines, ["runs", ...headings], (line) => [String(line.runs), ...ofSteps(line, (step) => seconds(step.seconds))]);

/** How many times as long each line takes as each line that it is compared with, in runs next to each other. */
function ratioRows(lines: readonly Line[]): string[][] {
  return lines.flatMap((line) =>
    basesOf(line.contender).flatMap((name) => {
      const base = lines.find(
        ({ contender, mix, size, latency }) =>
          contender === name && mix === line.mix && size === line.size && latency === line.latency,
      );
      if (base === undefined) return [];
      const cells = stepNames.map((step) => {
        const ratio = pairedRatio(line.steps[step]?.secondsByRun ?? [], base.steps[step]?.secondsByRun ?? []);
        return ratio === undefined ? none : inRange(ratio, factor);
      });
      return [[`${titleOf(line)} / ${titleOf(base)}`, sizeOf(line, line.size), `${line.latency} ms`, ...cells]];
    }),
  );
}

const hasState = (line: Line): line is Line & { readonly stateBytes: number } => line.stateBytes !== undefined;

const stateTable = (lines: readonly Line[]): string =>
  lineTable(lines.filter(hasState), ["bytes", "bytes per resource"], ({ stateBytes, size }) => [
    grouped(stateBytes),
    grouped(stateBytes / size),
  ]);

const operationsOf = ({ steps }: Line): string[] =>
  Array.from(new Set(stepNames.flatMap((step) => Object.keys(steps[step]?.byOperation ?? {})))).sort();

/** Requests of one line by operation. */
function operationsTable(line: Line): string {
  const count = (operation: string): string[] => ofSteps(line, ({ byOperation }) => grouped(byOperation[operation] ?? 0));
  return markdownTable(
    ["operation", ...headings],
    operationsOf(line).map((operation) => [operation, ...count(operation)]),
  );
}

/** The exponent with which the seconds of each step grow, from each size of a contender to its next. */
function growthRows(lines: readonly Line[]): string[][] {
  return lines.flatMap((to) => {
    const from = lines
      .filter(
        ({ contender, mix, latency, size }) =>
          contender === to.contender && mix === to.mix && latency === to.latency && size < to.size,
      )
      .at(-1);
    if (from === undefined) return [];
    const cells = stepNames.map((step) => {
      const [a, b] = [from.steps[step], to.steps[step]];
      if (a === undefined || b === undefined) return none;
      return growth({ size: from.size, value: a.seconds }, { size: to.size, value: b.seconds }).toFixed(2);
    });
    return [[titleOf(to), sizeOf(to, `${from.size} to ${to.size}`), `${to.latency} ms`, ...cells]];
  });
}

function section(title: string, text: string, table: string): string[] {
  return [`### ${title}`, text, table];
}

function cycleSections(lines: readonly Line[]): string[] {
  const largest = new Map(lines.map((line) => [`${line.contender} ${line.mix}`, line] as const));
  const compared = ratioRows(lines);
  const grown = growthRows(lines);
  const described = Array.from(new Set(lines.map(({ contender }) => contender)), (name): Contender => contenders[name]);
  return [
    described.map(({ title, description }) => `- **${title}**: ${description}`).join("\n"),
    ...section("Time", "Seconds; the median of several runs, as in all tables.", timeTable(lines)),
    ...(compared.length === 0
      ? []
      : section(
          "Ratios",
          "How many times as long the first one takes: the median of the ratios of runs next to each other, and the least and greatest of them.",
          markdownTable(["", "resources", "latency", ...headings], compared),
        )),
    ...(grown.length === 0
      ? []
      : section(
          "Growth",
          "The exponent of the number of resources with which the time grows: 1 is linear, 2 is quadratic.",
          markdownTable(["", "resources", "latency", ...headings], grown),
        )),
    ...section("State", "After the first apply.", stateTable(lines)),
    ...section(
      "Requests",
      "All requests that reached the server, including logins.",
      stepTable(lines, (step) => grouped(requestsOf(step))),
    ),
    ...Array.from(largest.values())
      .filter((line) => line.contender === "ours" && operationsOf(line).length > 0)
      .flatMap((line) => [
        `By operation, ${titleOf(line)}, ${sizeOf(line, line.size)}${line.mix === "agency" ? " resources" : ""}, ${line.latency} ms:`,
        operationsTable(line),
      ]),
    ...section(
      "CPU",
      "Seconds, of the command and all processes that it starts.",
      stepTable(lines, (step) => (step.cpuSeconds === undefined ? none : seconds(step.cpuSeconds))),
    ),
    ...section(
      "Memory",
      "The peak of these processes together, in MB; shared memory counts for each of them.",
      stepTable(lines, (step) => (step.peakMemory === undefined ? none : megabytes(step.peakMemory))),
    ),
  ];
}

/** All results, in Markdown. */
export function report(summary: Summary): string {
  const { lines, machines, commands, days } = summary;
  return [
    `Measured by ${commands.map((command) => `\`${command}\``).join(", ")} on ${days.join(", ")}; ${machines.join("; ")}.`,
    ...(lines.length === 0 ? [] : cycleSections(lines)),
  ].join("\n\n");
}
