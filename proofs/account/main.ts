import { parseArgs } from "node:util";
import { measureAccount } from "./measure.js";
import { row } from "../large/stack.js";

const help = `npm run account -- [options]

Measures the commands for an account that exists, with 300 customers: the seed \`large\` of the sandbox, on the real CLI.

  --customers 300   how many of the customers are named
  --latency 0       milliseconds that the server waits before it handles a request
`;

const tell = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: "boolean", default: false },
      customers: { type: "string", default: "300" },
      latency: { type: "string", default: "0" },
    },
  });
  if (values.help) return tell(help);
  const [customers, latency] = [Number(values.customers), Number(values.latency)];
  if (!(Number.isInteger(customers) && customers >= 1 && customers <= 300 && Number.isInteger(latency) && latency >= 0))
    throw new Error("--customers must be a whole number from 1 to 300, and --latency a number of milliseconds.");
  tell(`${customers} customers, ${latency} ms of latency\n`);
  tell(row("", "requests", "time", "largest process"));
  tell(row("---", "---:", "---:", "---:"));
  for await (const line of measureAccount(customers, latency)) tell(line);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
