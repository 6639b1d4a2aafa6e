import { parseArgs } from "node:util";
import { measureAccount } from "./measure.js";
import { print, runProgram } from "../program.js";
import { numberOption } from "../bench/options.js";
import { row } from "../large/stack.js";

const help = `npm run account -- [options]

Measures the commands for an account that exists, with 300 customers: the seed \`large\` of the sandbox, on the real CLI.

  --customers 300   how many of the customers are named
  --latency 0       milliseconds that the server waits before it handles a request
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: "boolean", default: false },
      customers: { type: "string", default: "300" },
      latency: { type: "string", default: "0" },
    },
  });
  if (values.help) return print(help);
  const [customers, latency] = [numberOption("customers", values.customers, 1, 300), numberOption("latency", values.latency, 0)];
  print(`${customers} customers, ${latency} ms of latency\n`);
  print(row("", "requests", "time", "largest process"));
  print(row("---", "---:", "---:", "---:"));
  for await (const line of measureAccount(customers, latency)) print(line);
}

runProgram(main);
