import { parseArgs } from "node:util";
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

const tell = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: "boolean", default: false },
      count: { type: "string", default: "100" },
      latency: { type: "string", default: "50" },
      backend: { type: "string", multiple: true, default: [] },
    },
  });
  if (values.help) return tell(help);
  const [count, latency] = [Number(values.count), Number(values.latency)];
  if (!(Number.isInteger(count) && count >= parts && Number.isInteger(latency) && latency >= 0))
    throw new Error(`--count must be a whole number of at least ${parts}, and --latency a number of milliseconds.`);
  const stores = values.backend.length > 0;
  const measured = stores ? [undefined, ...values.backend].flatMap(waysToStore) : ways;
  tell(`${count} webhooks, ${latency} ms of latency\n`);
  tell(row("", "first `up`", "`preview` without changes"));
  tell(row("---", "---:", "---:"));
  for (const way of measured) tell(await measureStack(way, count, latency));
  if (!stores) tell(await measureFleet(count, latency));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
