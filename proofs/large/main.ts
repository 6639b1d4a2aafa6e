import { parseArgs } from "node:util";
import { print, runProgram } from "../program.js";
import { numberOption } from "../bench/options.js";
import { measureFleet, parts } from "./fleet.js";
import { measureStack, row } from "./stack.js";
import { ways, waysToStore } from "./ways.js";

const help = `npm run large -- [options]

Measures the benefit of each way to run a large stack. Each row is a separate stack, with an up and a preview, on the real CLI against
the sandbox.

  --count 100         number of resources, at least ${parts}
  --latency 50        milliseconds that the server waits before it handles a request
  --backend ADDRESS   measure each place for the state instead; may be repeated
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: "boolean", default: false },
      count: { type: "string", default: "100" },
      latency: { type: "string", default: "50" },
      backend: { type: "string", multiple: true, default: [] },
    },
  });
  if (values.help) return print(help);
  const [count, latency] = [numberOption("count", values.count, parts), numberOption("latency", values.latency, 0)];
  const stores = values.backend.length > 0;
  const measured = stores ? [undefined, ...values.backend].flatMap(waysToStore) : ways;
  print(`${count} webhooks, ${latency} ms of latency\n`);
  print(row("", "first `up`", "`preview` without changes"));
  print(row("---", "---:", "---:"));
  for (const way of measured) print(await measureStack(way, count, latency));
  if (!stores) print(await measureFleet(count, latency));
}

runProgram(main);
