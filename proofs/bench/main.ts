import { join } from "node:path";
import { parseArgs } from "node:util";
import { print, runProgram } from "../program.js";
import { contenderNames, obstacleOf, stepNames } from "./contenders.js";
import { leastSize, mixNames } from "./mix.js";
import { namesOption, numberOption } from "./options.js";
import { commandWith, sectionText } from "./section.js";
import { report } from "./report.js";
import { runAll, type RunOptions } from "./run.js";
import { runSandbox } from "./sandbox/main.js";
import { runStartup } from "./startup.js";
import { summarise } from "./summary.js";

const help = `npm run bench -- [options]

Measures the real Pulumi CLI against the sandbox, with programs of many resources. Compares this package with dynamic providers as
they are usually written, with one that does nothing, and with OpenTofu. Prints tables for docs/contributing/benchmarks.md.

  --sizes 10,50,1000     numbers of resources, each at least ${leastSize}
  --latencies 0          milliseconds that the server waits before it handles a request
  --runs 5               how many times each is measured; the report shows medians
  --contenders idle,ours
                         of: ${contenderNames.join(", ")}
                         opentofu needs TOFU_BIN and RESTAPI_BIN, the paths of tofu and of the provider Mastercard/restapi
  --mix agency           what the programs declare: ${mixNames.join(" or ")}
  --steps ${stepNames.join(",")}
                         the first apply is always included
  --startup              measure the start of the provider process and of a program instead; see -- --startup --help
  --sandbox              measure the sandbox beside Prism and json-server instead; see -- --sandbox --help
`;

const root = join(__dirname, "..", "..", "..");
const folder = join(root, ".cache", "bench");

/** For one command: after three hours it hangs. */
const timeout = 3 * 3_600_000;

/** @returns undefined if only the help is requested */
function optionsFrom(args: readonly string[]): RunOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", default: false },
      sizes: { type: "string", default: "10,50,1000" },
      latencies: { type: "string", default: "0" },
      runs: { type: "string", default: "5" },
      contenders: { type: "string", default: "idle,ours" },
      mix: { type: "string", default: "agency" },
      steps: { type: "string", default: stepNames.join(",") },
    },
  });
  if (values.help) return undefined;
  const numbers = (name: string, text: string, least: number): number[] =>
    text.split(",").map((part) => numberOption(name, part, least));
  const [mix, ...more] = namesOption("mix", values.mix, mixNames);
  if (mix === undefined || more.length > 0) throw new Error("--mix takes one name");
  const contenders = namesOption("contenders", values.contenders, contenderNames);
  const obstacles = contenders.flatMap((name) => obstacleOf(name, mix, process.env) ?? []);
  if (obstacles.length > 0) throw new Error(obstacles.join("\n"));
  return {
    mix,
    sizes: numbers("sizes", values.sizes, leastSize),
    latencies: numbers("latencies", values.latencies, 0),
    runs: numberOption("runs", values.runs, 1),
    contenders,
    steps: namesOption("steps", values.steps, stepNames),
    timeout,
  };
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes("--startup")) return runStartup(args, print);
  if (args.includes("--sandbox")) return runSandbox(args, print);
  const options = optionsFrom(args);
  if (options === undefined) return print(help);
  const table = report(summarise(await runAll(folder, options, print)));
  print(`\n${await sectionText({ table, command: commandWith("npm run bench", args) })}`);
}

runProgram(() => main(process.argv.slice(2)));
