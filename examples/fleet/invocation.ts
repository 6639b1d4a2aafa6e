import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { readArguments, UsageError, whole } from "./arguments.js";
import { type Command, commands, isCommand } from "./command.js";
import { type Customer, readCustomers } from "./customers.js";
import { type FleetReview, readFleetReview } from "./fleet-review.js";
import { type Part, readPart } from "./part.js";

export const usage = `Usage: npm run fleet -- ${commands.join("|")} [stack…] [options] [-- options of hosting]

Runs a command on the stacks of all customers, or on the named ones; run it from the folder of Pulumi.yaml.
review shows in one comment what an up would do in all stacks; apply does that, and nothing else.
retire deletes stacks that no longer have a customer, with all their objects; it needs their names.

  --customers <file>    the customers, as JSON (default: customers.json)
  --concurrency <n>     stacks that run at the same time (default: one per core, ${availableParallelism()} here)
  --parallel <n>        resources of a stack that run at the same time (default: 8)
  --expect-no-changes   a stack fails if there is something to change, or if it has drifted
  --part <k>/<n>        only the k-th of n parts of the stacks: other jobs run the others
  --requests <n>        send at most n requests in any 15 minutes (default: what the rate window has left)
  --minutes <n>         start no further stack after n minutes; begin with the stacks that were updated longest ago
  --out <folder>        review: where review.md, fleet.json and the review of each stack are written (default: review)
  --whole <link>        review: where all of it is, for the readers of a comment that is shortened
  --digest <digest>     apply: the digest of the review
  --review <file>       apply: the file of the review (default: review/fleet.json); applied.jsonl beside it records what was applied
  --all                 destroy: the stacks of all customers
  --yes                 destroy, retire: do not ask
  --help                print this

What follows \`--\` is for \`hosting review\` or \`hosting apply\` of each stack, such as \`-- --max-deletions domain=0\`.

Environment: HOSTING_BASE_URL, and HOSTING_USERNAME with HOSTING_PASSWORD, or HOSTING_ACCESS_TOKEN; what the Pulumi CLI reads;
FLEET_WEBHOOK_SECRET, sent with the calls of all webhooks.
`;

const options = {
  customers: { type: "string", default: "customers.json" },
  concurrency: { type: "string", default: String(availableParallelism()) },
  parallel: { type: "string" },
  "expect-no-changes": { type: "boolean", default: false },
  part: { type: "string" },
  requests: { type: "string" },
  minutes: { type: "string" },
  out: { type: "string" },
  whole: { type: "string" },
  digest: { type: "string" },
  review: { type: "string" },
  all: { type: "boolean", default: false },
  yes: { type: "boolean", default: false },
} as const;

export interface Invocation {
  readonly command: Command;
  readonly customersFile: string;
  readonly customers: readonly Customer[];
  /** Names of stacks; empty for all. */
  readonly names: readonly string[];
  readonly concurrency: number;
  readonly parallel: number;
  readonly expectNoChanges: boolean;
  /** Run only these stacks; undefined: all. */
  readonly part: Part | undefined;
  /** The requests that this run may send in any 15 minutes; undefined: what the rate window has left. */
  readonly requests: number | undefined;
  /** No further stack starts after so many minutes; undefined: all start. */
  readonly minutes: number | undefined;
  /** For `review`. */
  readonly out: string;
  readonly whole: string | undefined;
  /** What `apply` does; undefined for other commands. */
  readonly reviewed: Reviewed | undefined;
  /** Options for the commands of `hosting`. */
  readonly passedOn: readonly string[];
  /** Do not ask. */
  readonly yes: boolean;
}

/** A review that somebody has approved. */
export interface Reviewed {
  readonly review: FleetReview;
  /** The folder with its file. */
  readonly folder: string;
}

/**
 * @param canAsk whether a user is at the terminal
 * @throws UsageError
 */
export function invocationFrom(given: string[], canAsk: boolean): Invocation {
  const [args, passedOn] = atTerminator(given);
  const { values, positionals } = readArguments(args, options, usage);
  const [command, ...names] = positionals;
  const { all, yes } = values;
  if (!isCommand(command)) throw new UsageError(`Use one of the commands ${commands.join(", ")}.\n\n${usage}`);
  const deletes = command === "destroy" || command === "retire";
  if (deletes && values["expect-no-changes"]) throw new UsageError(`--expect-no-changes does not work with ${command}.`);
  if (all && (command !== "destroy" || names.length > 0)) throw new UsageError("--all only works with destroy, without names.");
  if (yes && !deletes) throw new UsageError("--yes only works with destroy and retire, which ask.");
  if (command === "retire" && names.length === 0) throw new UsageError("Name the stacks to retire.");
  if (command === "destroy" && names.length === 0 && !all && (yes || !canAsk))
    throw new UsageError("destroy without names would delete all customers: name the ones you mean, or use --all.");
  if (deletes && !yes && !canAsk)
    throw new UsageError(`${command} asks before it deletes anything, and nobody is at the terminal: use --yes.`);
  if (values.part !== undefined && (names.length > 0 || command === "retire"))
    throw new UsageError("--part only works with the stacks of all customers, without names.");
  const isReviewed = command === "review" || command === "apply";
  if (isReviewed && (values.parallel !== undefined || values["expect-no-changes"]))
    throw new UsageError(`--parallel and --expect-no-changes do not work with ${command}.`);
  if (!isReviewed && passedOn.length > 0) throw new UsageError("Only review and apply take options after --.");
  if (command !== "review" && (values.out !== undefined || values.whole !== undefined))
    throw new UsageError("--out and --whole only work with review.");
  if (command === "review" && values.part !== undefined)
    throw new UsageError("--part does not work with review: it is one comment.");
  if (values.minutes !== undefined && command === "retire") throw new UsageError("--minutes does not work with retire.");
  const customersFile = resolve(values.customers);
  return {
    command,
    customersFile,
    customers: readCustomers(customersFile),
    names: Array.from(new Set(names)),
    concurrency: whole("concurrency", values.concurrency),
    parallel: whole("parallel", values.parallel ?? "8"),
    expectNoChanges: values["expect-no-changes"],
    part: values.part === undefined ? undefined : partFrom(values.part),
    requests: values.requests === undefined ? undefined : whole("requests", values.requests),
    minutes: values.minutes === undefined ? undefined : minutesFrom(values.minutes),
    out: resolve(values.out ?? "review"),
    whole: values.whole,
    reviewed: reviewedBy(command, values.digest, values.review),
    passedOn,
    yes,
  };
}

/** Arguments before and after a `--`. */
function atTerminator(args: string[]): [string[], string[]] {
  const end = args.indexOf("--");
  return end < 0 ? [args, []] : [args.slice(0, end), args.slice(end + 1)];
}

function reviewedBy(command: Command, digest: string | undefined, given: string | undefined): Reviewed | undefined {
  if (command !== "apply") {
    if (digest === undefined && given === undefined) return undefined;
    throw new UsageError("--digest and --review only work with apply.");
  }
  if (digest === undefined) throw new UsageError("apply needs the --digest of the review, which the comment ends with.");
  const file = resolve(given ?? join("review", "fleet.json"));
  return { review: readFleetReview(file, digest), folder: dirname(file) };
}

function partFrom(text: string): Part {
  const part = readPart(text);
  if (part !== undefined) return part;
  throw new UsageError(`--part ${text}: must be a number and how many there are, such as 2/4.`);
}

function minutesFrom(text: string): number {
  const minutes = /^\d{1,4}(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (minutes > 0) return minutes;
  throw new UsageError(`--minutes must be a number, such as 330 or 0.5.`);
}
