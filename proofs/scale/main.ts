import { parseArgs } from "node:util";
import { commandWith, sectionText } from "../bench/section.js";
import { print, runProgram } from "../program.js";
import { numberOption } from "../bench/options.js";
import { mostCustomers } from "./customers.js";
import { measure } from "./measure.js";
import { type CaseName, caseNames, type Measured } from "./measured.js";
import { report, timeOf } from "./report.js";
import { type Place, simulate, type Simulated } from "./simulate.js";

const help = `npm run scale -- [options]

Says what a fleet of thousands of customers takes, each with ten objects. Measures each command once on the real engine, for a stack of each
size. Then runs the fleet's runner in simulated time: the measured requests go to the sandbox with its rate window of 1,000 requests in
15 minutes. Prints tables for docs/contributing/benchmarks.md.

  --customers 2000      number of customers, at most ${mostCustomers}
  --in-a-stack 1,10,50  numbers of customers in a stack, from 1, each a divisor of the number of customers; by default those
                        of 1, 10 and 50 that are
  --cores 2             cores of the machine, each of which runs a stack
  --latency 50          milliseconds until the server handles a request
`;

/** The numbers of customers in a stack that are measured where none are given. */
const usualInAStack: readonly number[] = [1, 10, 50];

/** @returns undefined if only the help is requested */
function optionsFrom(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", default: false },
      customers: { type: "string", default: "2000" },
      "in-a-stack": { type: "string" },
      cores: { type: "string", default: "2" },
      latency: { type: "string", default: "50" },
    },
  });
  if (values.help) return undefined;
  const customers = numberOption("customers", values.customers, 1, mostCustomers);
  const given = values["in-a-stack"]?.split(",").map((text) => numberOption("in-a-stack", text, 1, customers));
  if (given !== undefined && (given[0] !== 1 || given.some((count) => customers % count !== 0)))
    throw new Error(`--in-a-stack ${values["in-a-stack"]}: must begin with 1 and contain divisors of ${customers}`);
  const inAStack = given ?? usualInAStack.filter((count) => customers % count === 0);
  return {
    customers,
    inAStack,
    cores: numberOption("cores", values.cores, 1, 256),
    latency: numberOption("latency", values.latency, 0, 60_000),
  };
}

/** Two typical runs: one that the window limits, and one that the machine limits. */
const typical: readonly CaseName[] = ["refresh", "change"];

const otherPlaces = (cores: number): readonly Place[] => [
  { machines: 1, cores: 4 * cores, ownLogins: false },
  { machines: 4, cores, ownLogins: false },
  { machines: 2, cores, ownLogins: true },
];

async function main(args: readonly string[]): Promise<void> {
  const options = optionsFrom(args);
  if (options === undefined) return print(help);
  const { customers, inAStack, cores, latency } = options;
  const measured: Measured[] = [];
  for (const count of inAStack) measured.push(...(await measure(count, customers, latency, print)));
  const run = async (name: CaseName, count: number, place: Place): Promise<Simulated> => {
    const of = (title: CaseName) => measured.find((each) => each.case === title && each.customers === count)!;
    const simulated = await simulate(of(name), of("unchanged"), customers, latency, place);
    print(`${name}, ${count} in a stack, ${place.machines} × ${place.cores} cores: ${timeOf(simulated.hours)}`);
    return simulated;
  };
  const merged: Simulated[] = [];
  for (const name of caseNames)
    for (const count of inAStack) merged.push(await run(name, count, { machines: 1, cores, ownLogins: false }));
  const places: Simulated[] = [];
  for (const name of typical) for (const place of otherPlaces(cores)) places.push(await run(name, 1, place));

  const caption = "Requests, time, and what limits it.";
  const section = { caption, table: report({ merged, places }), command: commandWith("npm run scale", args) };
  print(`\n${await sectionText(section)}`);
}

runProgram(() => main(process.argv.slice(2)));
