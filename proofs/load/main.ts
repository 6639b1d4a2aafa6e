import { parseArgs } from "node:util";
import { Stack } from "../../tests/support/engine.js";
import { type LoadOptions, loadSettings, runLoad, summary } from "./run.js";

/** Puts the provider under load: `node main.js --count 1000 --faults 0.05 --parallel 64 --seed 1`. */

/** Milliseconds that one command may take. */
const timeout = 3_600_000;

function optionsFrom(args: string[]): LoadOptions {
  const { values } = parseArgs({
    args,
    options: {
      count: { type: "string", default: "1000" },
      faults: { type: "string", default: "0.05" },
      parallel: { type: "string", default: "64" },
      seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 32)) },
    },
  });
  const number = (name: keyof typeof values, isRight: (value: number) => boolean): number => {
    const value = Number(values[name]);
    if (isRight(value)) return value;
    throw new Error(`--${name} ${values[name]} is not valid.`);
  };
  const whole = (least: number) => (value: number) => Number.isInteger(value) && value >= least;
  return {
    count: number("count", whole(1)),
    faults: number("faults", (share) => share >= 0 && share <= 1),
    parallel: number("parallel", whole(1)),
    seed: number("seed", whole(0)),
  };
}

async function main(): Promise<number> {
  const options = optionsFrom(process.argv.slice(2));
  const tell = (line: string) => void process.stdout.write(`${line}\n`);
  tell(`Seed ${options.seed}`);
  const stack = await Stack.create({ rateLimit: false }, loadSettings, { timeout });
  try {
    const report = await runLoad(stack, options, tell);
    tell(`\n${summary(report)}`);
    return report.problems.length === 0 ? 0 : 1;
  } finally {
    await stack.dispose();
  }
}

main().then(
  (status) => (process.exitCode = status),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
