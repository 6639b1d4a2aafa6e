import { parseArgs } from "node:util";
import { type Command, commands, isCommand } from "./command.js";
import { CustomersError, readCustomers } from "./customers.js";
import { UsageError, whole } from "./invocation.js";
import { isService, type Jobs, jobsFor, JobsError, matrixOf, mostJobs, type Service } from "./jobs.js";
import { stacksOf } from "./plan.js";

const usage = `Usage: npm run -s matrix -- ${commands.filter((command) => command !== "retire").join("|")} github|gitlab [options]

Prints the jobs of a CI service that together run a command on the stacks of all customers: each has a part of the stacks and of the
rate window, for --part and --requests of the runner.

  --jobs <n>           at most n jobs (default: 4)
  --window <n>         size of the rate window (default: 1000)
  --customers <file>   the customers, as JSON (default: customers.json)
`;

interface Invocation {
  readonly service: Service;
  readonly jobs: Jobs;
}

function invocationFrom(args: string[]): Invocation {
  const { values, positionals } = parse(args);
  const [command, service, ...others] = positionals;
  if (!isDivided(command) || !isService(service) || others.length > 0) throw new UsageError(usage);
  const wanted = whole("jobs", values.jobs);
  if (wanted > mostJobs[service])
    throw new UsageError(`--jobs ${wanted}: ${service} runs at most ${mostJobs[service]} jobs of a matrix.`);
  const stacks = stacksOf(command, readCustomers(values.customers));
  return { service, jobs: jobsFor(stacks, wanted, whole("window", values.window)) };
}

/** Stacks to retire are named. */
const isDivided = (text: string | undefined): text is Command => isCommand(text) && text !== "retire";

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        jobs: { type: "string", default: "4" },
        window: { type: "string", default: "1000" },
        customers: { type: "string", default: "customers.json" },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`);
  }
}

try {
  const { service, jobs } = invocationFrom(process.argv.slice(2));
  process.stdout.write(`${matrixOf(service, jobs)}\n`);
} catch (error) {
  if (!(error instanceof UsageError || error instanceof CustomersError || error instanceof JobsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
