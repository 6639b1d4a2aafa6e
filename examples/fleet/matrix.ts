import { asksForHelp, readArguments, UsageError, whole } from "./arguments.js";
import { type Command, commands, isCommand } from "./command.js";
import { CustomersError, readCustomers, stacksIn } from "./customers.js";
import { isService, type Jobs, jobsFor, JobsError, matrixOf, mostJobs, type Service } from "./jobs.js";
import { stacksOf } from "./plan.js";

/** Stacks to retire are named, a review is one comment, and what is applied is known to the review. */
const divided = commands.filter((command) => command !== "retire" && command !== "review" && command !== "apply");

const isDivided = (text: string | undefined): text is Command =>
  isCommand(text) && (divided as readonly Command[]).includes(text);

const usage = `Usage: npm run -s matrix -- ${divided.join("|")} github|gitlab [options]

Prints the jobs of a CI service that together run a command on the stacks of all customers: each has a part of the stacks and of the
rate window, for --part and --requests of the runner.

  --jobs <n>           at most n jobs (default: 1, because more help only if the machine limits)
  --window <n>         size of the rate window (default: 1000)
  --customers <file>   the customers, as JSON (default: customers.json)
`;

const options = {
  jobs: { type: "string", default: "1" },
  window: { type: "string", default: "1000" },
  customers: { type: "string", default: "customers.json" },
} as const;

interface Invocation {
  readonly service: Service;
  readonly jobs: Jobs;
}

function invocationFrom(args: string[]): Invocation {
  const { values, positionals } = readArguments(args, options, usage);
  const [command, service, ...others] = positionals;
  if (!isDivided(command) || !isService(service) || others.length > 0) throw new UsageError(usage);
  const wanted = whole("jobs", values.jobs);
  if (wanted > mostJobs[service])
    throw new UsageError(`--jobs ${wanted}: ${service} runs at most ${mostJobs[service]} jobs of a matrix.`);
  const stacks = stacksOf(command, stacksIn(readCustomers(values.customers)));
  return { service, jobs: jobsFor(stacks, wanted, whole("window", values.window)) };
}

/** What a user reads on stderr if there are fewer jobs than wanted. */
const fewer = ({ count, because }: Jobs): string => `${count} ${count === 1 ? "job" : "jobs"}, because ${because}.`;

function main(args: string[]): void {
  if (asksForHelp(args)) return void process.stdout.write(usage);
  const { service, jobs } = invocationFrom(args);
  if (jobs.because !== undefined) process.stderr.write(`${fewer(jobs)}\n`);
  process.stdout.write(`${matrixOf(service, jobs)}\n`);
}

try {
  main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError || error instanceof CustomersError || error instanceof JobsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
