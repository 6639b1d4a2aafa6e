import { contenders, type Contender, stepNames, stepTitles } from "./contenders.js";
import { grouped, markdownTable } from "./section.js";
import { pairedRatio, type Spread } from "./statistics.js";
import type { Line, StepSummary } from "./summary.js";

const none = "-";

const seconds = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
const factor = (value: number): string => `${value.toFixed(value < 2 ? 2 : value < 10 ? 1 : 0)}×`;

/** A middle value with its range, if it has one. */
const inRange = ({ middle, least, greatest }: Spread): string =>
  least === greatest ? factor(middle) : `${factor(middle)} (${factor(least)} to ${factor(greatest)})`;

const placeOf = ({ mix, size, latency }: Line): string[] => [mix === "agency" ? String(size) : `${size} ${mix}`, `${latency} ms`];
const titleOf = ({ contender }: Line): string => contenders[contender].title;

/** A table with a row for each line of a section. */
const table = (rows: readonly (readonly string[])[], ...columns: string[]): string =>
  markdownTable(["", "resources", "latency", ...columns, ...stepNames.map((step) => stepTitles[step])], rows);

const ofSteps = ({ steps }: Line, cell: (step: StepSummary) => string): string[] =>
  stepNames.map((step) => {
    const summary = steps[step];
    return summary === undefined ? none : cell(summary);
  });

/** How many times as long this package takes as each other contender, in runs next to each other. */
const ratioRows = (lines: readonly Line[]): string[][] =>
  lines
    .filter(({ contender }) => contender === "ours")
    .flatMap((line) =>
      lines
        .filter((base) => base.contender !== "ours" && placeOf(base).join() === placeOf(line).join())
        .map((base) => {
          const cells = stepNames.map((step) => {
            const ratio = pairedRatio(line.steps[step]?.secondsByRun ?? [], base.steps[step]?.secondsByRun ?? []);
            return ratio === undefined ? none : inRange(ratio);
          });
          return [titleOf(base), ...placeOf(line), ...cells];
        }),
    );

/** All results, in Markdown. */
export function report(lines: readonly Line[]): string {
  const described = Array.from(new Set(lines.map(({ contender }) => contender)), (name): Contender => contenders[name]);
  const timed = lines.map((line) => [
    titleOf(line),
    ...placeOf(line),
    String(line.runs),
    ...ofSteps(line, (step) => seconds(step.seconds)),
  ]);
  const compared = ratioRows(lines);
  const sent = lines
    .filter(({ steps }) => stepNames.some((step) => (steps[step]?.requests ?? 0) > 0))
    .map((line) => [titleOf(line), ...placeOf(line), ...ofSteps(line, (step) => grouped(step.requests))]);
  return [
    described.map(({ title, description }) => `- **${title}**: ${description}`).join("\n"),
    "### Time",
    "Seconds; the median of several runs, as in all tables.",
    table(timed, "runs"),
    ...(compared.length === 0
      ? []
      : [
          "### Ratios",
          "How many times as long as each other contender pulumi-hosting takes: the median of runs next to each other, the least and greatest.",
          table(compared),
        ]),
    "### Requests",
    "All that reached the server, including logins.",
    table(sent),
  ].join("\n\n");
}
