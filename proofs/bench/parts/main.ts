import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { leastSize } from "../mix.js";
import { grouped, numberOption } from "../numbers.js";
import { publish } from "../section.js";
import { measureParts, type PartsOptions } from "./measure.js";
import { partsTables } from "./table.js";

/** With fewer, the difference between two programs is less than that between two runs. */
const least = 10 * leastSize;

const help = `npm run bench -- --parts [options]

Measures the CPU of the program's process and of the calls of the provider, each without the other and without Pulumi's engine: a stub
answers at once.

  --resources 1000   resources of the larger program, at least ${least}; the smaller one has ${leastSize}
  --runs 7           how many times each is measured; the tables show medians and ranges
  --write            write the tables into docs/contributing/benchmarks.md
`;

const root = resolve(__dirname, "..", "..", "..", "..");

interface Options extends PartsOptions {
  readonly write: boolean;
}

/** @returns undefined if only the help is requested */
function optionsFrom(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", default: false },
      parts: { type: "boolean", default: false },
      resources: { type: "string", default: "1000" },
      runs: { type: "string", default: "7" },
      write: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  return {
    resources: numberOption("resources", values.resources, least),
    runs: numberOption("runs", values.runs, 1),
    write: values.write,
  };
}

/** Measures and reports the parts of a command. */
export async function runParts(args: readonly string[], print: (line: string) => void): Promise<void> {
  const options = optionsFrom(args);
  if (options === undefined) return print(help);
  const { resources, runs, write } = options;
  const samples = await measureParts(join(root, ".cache", "bench"), options, print);
  const caption =
    `CPU, with ${leastSize} and ${grouped(resources)} resources; the median of ${runs} ${runs === 1 ? "run" : "runs"}, ` +
    "and the least and greatest.";
  await publish({ name: "parts", caption, tables: partsTables(samples, resources), args }, { write, print });
}
