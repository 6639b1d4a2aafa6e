import { parseArgs } from "node:util";
import { Stack } from "../../tests/support/engine.js";
import { print, runProgram } from "../program.js";
import { numberOption } from "../bench/options.js";
import { type LoadOptions, loadSettings, runLoad, summary } from "./run.js";

const help = `npm run load -- [options]

Applies a program of many resources on the real engine while requests to the sandbox fail at random, and checks that each resource
exists exactly once.

  --count 1000    number of resources
  --faults 0.05   share of requests that fail, from 0 to 1
  --parallel 64   resources that Pulumi handles at the same time
  --seed N        repeats a run with the same faults; default: a random one
`;

/** Milliseconds that one command may take. */
const timeout = 3_600_000;

/** @returns undefined if only the help is requested */
function optionsFrom(args: string[]): LoadOptions | undefined {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: "boolean", default: false },
      count: { type: "string", default: "1000" },
      faults: { type: "string", default: "0.05" },
      parallel: { type: "string", default: "64" },
      seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 32)) },
    },
  });
  if (values.help) return undefined;
  const faults = Number(values.faults);
  if (!(faults >= 0 && faults <= 1)) throw new Error(`--faults ${values.faults} is not a share.`);
  return {
    count: numberOption("count", values.count, 1),
    faults,
    parallel: numberOption("parallel", values.parallel, 1),
    seed: numberOption("seed", values.seed, 0),
  };
}

async function main(): Promise<number> {
  const options = optionsFrom(process.argv.slice(2));
  if (options === undefined) {
    print(help);
    return 0;
  }
  print(`Seed ${options.seed}`);
  const stack = await Stack.create({ rateLimit: false }, loadSettings, { timeout });
  try {
    const report = await runLoad(stack, options, print);
    print(`\n${summary(report)}`);
    return report.problems.length === 0 ? 0 : 1;
  } finally {
    await stack.dispose();
  }
}

runProgram(main);
