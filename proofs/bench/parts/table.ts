import { contenders } from "../contenders.js";
import { leastSize } from "../mix.js";
import { grouped, inRange } from "../numbers.js";
import { pairedRatio, spreadOf } from "../statistics.js";
import { markdownTable } from "../table.js";
import { type CallName, callNames, type CommandName, commandNames } from "./commands.js";
import { type Mode, modes, type PartsSample, type Sizes } from "./measure.js";
import { type ProgramName, programNames } from "./program.js";

const none = "-";

/** Of ratios that may be close to one. */
const factor = (value: number): string => `${value.toFixed(2)}×`;
const milliseconds = (value: number): string => `${grouped(value)} ms`;
const microseconds = (value: number): string => `${grouped(value)} µs`;

type Values = readonly (number | undefined)[];

const cell = (values: Values, text: (value: number) => string): string => {
  const spread = spreadOf(values.filter((value) => value !== undefined));
  return spread === undefined ? none : inRange(spread, text);
};

const titles: Readonly<Record<Mode, string>> = { preview: "preview of new resources", update: "first apply" };

function programTable(samples: readonly PartsSample[], each: (sizes: Sizes<number>) => number): string {
  const row = (title: string, text: (value: number) => string, valuesOf: (name: ProgramName) => Values): string[] => {
    const ratio = pairedRatio(valuesOf("ours"), valuesOf("idle"));
    return [
      title,
      ...programNames.map((name) => cell(valuesOf(name), text)),
      ratio === undefined ? none : inRange(ratio, factor),
    ];
  };
  const rows = modes.flatMap((mode) => {
    const sizesOf = (name: ProgramName) => samples.map(({ programs }) => programs[name][mode]);
    return [
      row(`program, ${titles[mode]}, ${leastSize} resources`, milliseconds, (name) => sizesOf(name).map(({ few }) => few)),
      row(`program, ${titles[mode]}, each further resource`, microseconds, (name) => sizesOf(name).map(each)),
    ];
  });
  const startup = row("provider process, until its first check is answered", milliseconds, (name) =>
    samples.map(({ startup: { providerCpu, bareProviderCpu } }) => (name === "ours" ? providerCpu : bareProviderCpu)),
  );
  return markdownTable(["", ...programNames.map((name) => contenders[name].title), "ratio"], [...rows, startup]);
}

const commandTitles: Readonly<Record<CommandName, string>> = {
  apply: "first apply",
  preview: "preview without changes",
  refresh: "refresh without changes",
  change: "change of every webhook",
  destroy: "destroy",
};

const callTitles: Readonly<Record<CallName, string>> = {
  check: "check",
  diff: "comparison",
  read: "read",
  write: "create, update or delete",
};

function callTable(samples: readonly PartsSample[], each: (sizes: Sizes<number>) => number): string {
  const valuesOf = (command: CommandName, call: CallName): Values =>
    samples.map(({ calls }) => {
      const [few, many] = [calls.few[command][call], calls.many[command][call]];
      return few === undefined || many === undefined ? undefined : each({ few, many });
    });
  return markdownTable(
    ["", ...callNames.map((call) => callTitles[call])],
    commandNames.map((command) => [
      commandTitles[command],
      ...callNames.map((call) => cell(valuesOf(command, call), microseconds)),
    ]),
  );
}

/**
 * The tables of all runs, in Markdown.
 *
 * @param resources how many there were of the many
 */
export function partsTables(samples: readonly PartsSample[], resources: number): string {
  /** Microseconds of each further resource. */
  const each = ({ few, many }: Sizes<number>): number => ((many - few) * 1000) / (resources - leastSize);
  return [
    programTable(samples, each),
    `Calls of the provider, for each webhook after the first ${leastSize}:`,
    callTable(samples, each),
  ].join("\n\n");
}
