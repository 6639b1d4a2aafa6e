import { parseArgs } from "node:util";
import { numberOption } from "../options.js";
import { commandWith, grouped, markdownTable, sectionText } from "../section.js";
import { median } from "../statistics.js";
import { contendersFrom } from "./contenders.js";
import { factsOf, measure } from "./measure.js";

const help = `npm run bench -- --sandbox [options]

Measures the sandbox beside Prism, which serves the OpenAPI document of the reference, and json-server, which serves the objects of the
seed. They take turns, each time in a new process.

  --runs 5          turns of each; the report shows medians
  --requests 2000   requests of each load
`;

const shown = (value: number): string => (value < 100 ? value.toFixed(1) : grouped(value));

/** The cells of a contender, by the titles of their rows. */
const cellsOf = (runs: readonly Readonly<Record<string, readonly number[]>>[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(runs[0]!).map(([title, values]) => [
      title,
      values.map((_, index) => shown(median(runs.map((run) => run[title]![index]!)))).join(" / "),
    ]),
  );

/** Measures and reports the sandbox and its alternatives. */
export async function runSandbox(args: readonly string[], print: (line: string) => void): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", default: false },
      sandbox: { type: "boolean", default: false },
      runs: { type: "string", default: "5" },
      requests: { type: "string", default: "2000" },
    },
  });
  if (values.help) return print(help);
  const [runs, requests] = [numberOption("runs", values.runs, 1), numberOption("requests", values.requests, 1)];
  const folder = process.env["MOCKS"];
  if (folder === undefined)
    throw new Error("--sandbox needs MOCKS, the folder in which the packages of tools/mocks are installed");
  const measured = new Map<string, Record<string, number[]>[]>();
  for (let run = 1; run <= runs; run++)
    for (const contender of await contendersFrom(folder)) {
      print(`${contender.title}, run ${run}`);
      measured.set(contender.title, [...(measured.get(contender.title) ?? []), await measure(contender, requests)]);
    }
  const columns: Record<string, string>[] = [];
  for (const contender of await contendersFrom(folder))
    columns.push({ ...cellsOf(measured.get(contender.title)!), ...(await factsOf(contender)) });
  const rows = Object.keys(columns[0]!).map((title) => [title, ...columns.map((cells) => cells[title]!)]);
  const caption = `Requests per second / median / 99th percentile of the latency in ms, of ${grouped(requests)} requests; medians of ${runs} runs.`;
  const table = markdownTable(["", ...measured.keys()], rows);
  print(`\n${await sectionText({ caption, table, command: commandWith("npm run bench", args) })}`);
}
