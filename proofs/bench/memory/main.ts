import { parseArgs } from "node:util";
import { leastSize } from "../mix.js";
import { grouped, megabytes, numberOption } from "../numbers.js";
import { publish } from "../section.js";
import { markdownTable } from "../table.js";
import { type MeasuredMemory, measureMemory, type MemoryOptions } from "./measure.js";

const help = `npm run bench -- --memory [options]

Measures the memory of the provider process alone, with the real Pulumi CLI against the sandbox.

  --resources 3000   resources of the program, at least ${leastSize}
  --objects 20000    objects that the listings of the program's kinds contain
  --write            write the table into docs/contributing/benchmarks.md
`;

const memoryTable = ({ commands }: MeasuredMemory): string =>
  markdownTable(
    ["", "resident, peak", "heap and buffers, peak", "in use, peak", "requests"],
    commands.map(({ title, memory: { resident, used, live }, requests }) => [
      title,
      megabytes(resident),
      megabytes(used),
      live === 0 ? "-" : megabytes(live),
      grouped(requests),
    ]),
  );

interface Options extends MemoryOptions {
  readonly write: boolean;
}

/** @returns undefined if only the help is requested */
function optionsFrom(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", default: false },
      memory: { type: "boolean", default: false },
      resources: { type: "string", default: "3000" },
      objects: { type: "string", default: "20000" },
      write: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  const resources = numberOption("resources", values.resources, leastSize);
  return { resources, objects: numberOption("objects", values.objects, resources), write: values.write };
}

/** Measures and reports the memory of the provider process. */
export async function runMemory(args: readonly string[], print: (line: string) => void): Promise<void> {
  const options = optionsFrom(args);
  if (options === undefined) return print(help);
  const measured = await measureMemory(options, print);
  const caption = `Megabytes, with ${grouped(options.resources)} resources and ${grouped(measured.objects)} objects.`;
  await publish({ name: "memory", caption, tables: memoryTable(measured), args }, { write: options.write, print });
}
