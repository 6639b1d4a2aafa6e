import type { JournalEntry } from "../../sandbox/index.js";
import { changes, type Outcome, type Stack } from "../../tests/support/engine.js";
import { strew } from "./faults.js";
import { load } from "./program.js";

export interface LoadOptions {
  /** Number of resources to create. */
  readonly count: number;
  /** Share of the requests that fail, from 0 to 1. */
  readonly faults: number;
  readonly seed: number;
  /** Number of resources under way at the same time. */
  readonly parallel: number;
}

/** One command of the CLI. */
export interface Command {
  readonly name: string;
  readonly succeeded: boolean;
  readonly seconds: number;
  /** Requests that reached the sandbox, and how many of them met a fault. */
  readonly requests: number;
  readonly faulty: number;
  /** Errors of the failed resources, without repetitions. */
  readonly errors: readonly string[];
}

export interface Report {
  readonly options: LoadOptions;
  readonly commands: readonly Command[];
  /** How many times each kind of fault was met. */
  readonly met: ReadonlyMap<string, number>;
  /** Violations; empty if each resource exists exactly once and nothing is left to do. */
  readonly problems: readonly string[];
}

/** In addition to the first. */
const mostRepetitions = 2;

const errorsIn = ({ output }: Outcome): string[] =>
  Array.from(
    new Set(
      output
        .split("\n")
        .flatMap((line) => /^ {4}error: (?!update failed|preview failed|1 error occurred)(.+)$/.exec(line)?.[1] ?? []),
    ),
  );

/** The settings of a stack that is put under load. */
export const loadSettings = { HOSTING_REQUEST_TIMEOUT: "2s" } as const;

/**
 * Creates many resources at once while requests fail at random, again if necessary, and then checks whether each of
 * them exists exactly once. The last check has no faults.
 */
export async function runLoad(
  stack: Stack,
  options: LoadOptions,
  tell: (line: string) => void = () => undefined,
): Promise<Report> {
  const { control } = stack.sandbox;
  const { resources, operations, amiss } = load(stack.sandbox, options.count);
  await stack.declare({ resources });
  for (const fault of strew(operations, { seed: options.seed, share: options.faults, requests: 4 * options.count }))
    control.faults.add(fault);

  const commands: Command[] = [];
  const met = new Map<string, number>();
  const command = async (name: string, work: () => Promise<Outcome>): Promise<Outcome> => {
    control.journal.clear();
    const seen: JournalEntry[] = [];
    const started = Date.now();
    const outcome = await work();
    seen.push(...control.journal.requests());
    for (const fault of seen.flatMap(({ faults }) => faults)) met.set(fault, (met.get(fault) ?? 0) + 1);
    const done: Command = {
      name,
      succeeded: outcome.status === 0,
      seconds: Math.round((Date.now() - started) / 1000),
      requests: seen.length,
      faulty: seen.filter(({ faults }) => faults.length > 0).length,
      errors: errorsIn(outcome),
    };
    commands.push(done);
    tell(shown(done));
    return outcome;
  };

  const up = () => stack.up("--parallel", String(options.parallel), "--continue-on-error");
  let outcome = await command("up", up);
  for (let again = 0; outcome.status !== 0 && again < mostRepetitions; again++) outcome = await command("up again", up);
  control.faults.clear();
  const preview = await command("preview --refresh", () => stack.preview("--refresh", "--parallel", String(options.parallel)));

  const problems = [
    ...(outcome.status === 0 ? [] : [`The last up failed: ${errorsIn(outcome).join(" | ")}`]),
    ...(preview.status === 0 ? [] : [`The preview failed: ${preview.output}`]),
    ...changes(preview).map((change) => `The preview is not empty: ${change}`),
    ...amiss(),
  ];
  return { options, commands, met, problems };
}

const shown = ({ name, succeeded, seconds, requests, faulty, errors }: Command): string =>
  [
    `${name}: ${succeeded ? "done" : "failed"} after ${seconds} s, ${requests} requests, ${faulty} of them met a fault`,
    ...errors.map((error) => `  ${error}`),
  ].join("\n");

/** The report for the user. */
export function summary({ options: { count, faults, seed, parallel }, met, problems }: Report): string {
  const kinds = Array.from(met, ([kind, times]) => `${kind} ${times}`).sort();
  return [
    `${count} resources, ${parallel} at the same time, ${faults * 100} % of the requests with a fault, seed ${seed}`,
    `Faults met: ${kinds.length === 0 ? "none" : kinds.join(", ")}`,
    problems.length === 0 ? "Each exists exactly once, and nothing is left to do." : problems.join("\n"),
  ].join("\n");
}
