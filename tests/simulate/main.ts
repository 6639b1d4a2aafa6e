import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { draw } from "./draw.js";
import { run } from "./engine/run.js";
import type { History } from "./history.js";
import { described, named, signatureOf } from "./report.js";
import { shrink } from "./shrink.js";
import { simulate } from "./simulate.js";

const help = `Usage: npm run simulate -- [options]

Draws histories of stacks, machines and faults from seeds, runs each in one process in which time passes at once, and
checks what holds after every command (docs/contributing/testing-reliability.md).

  --minutes N   run for so long; default 2
  --seed N      the first seed; default: one of the day
  --count N     run so many histories, in place of --minutes
  --threads N   default: as many as there are processors
  --keep DIR    write each finding to a file there
  --replay FILE run the history of such a file, and print the result of each command
`;

const { values } = parseArgs({
  options: {
    minutes: { type: "string" },
    seed: { type: "string" },
    count: { type: "string" },
    threads: { type: "string" },
    keep: { type: "string" },
    replay: { type: "string" },
    help: { type: "boolean" },
  },
});

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const numberOf = (name: "minutes" | "seed" | "count" | "threads", otherwise: number): number => {
  const text = values[name];
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} must be a number`);
  return value;
};

async function main(): Promise<number> {
  if (values.help === true) {
    say(help);
    return 0;
  }
  if (values.replay !== undefined) {
    const history = JSON.parse(readFileSync(values.replay, "utf8")) as History;
    const simulated = await simulate(history, run);
    say(described(history, simulated));
    return simulated.finding === undefined ? 0 : 1;
  }
  const threads = numberOf("threads", availableParallelism());
  const first = numberOf("seed", Math.floor(Date.now() / 86_400_000) * 1_000_000);
  const count = values.count === undefined ? Infinity : numberOf("count", 0);
  const begin = Date.now();
  const end = values.count === undefined ? begin + numberOf("minutes", 2) * 60_000 : Infinity;

  let histories = 0;
  const findings = new Map<string, Found>();
  const listen = (found: Found | undefined): void => {
    histories += 1;
    if (found === undefined || findings.has(found.signature)) return;
    findings.set(found.signature, found);
    say(`Seed ${found.seed}\n${found.text}\n`);
    if (values.keep !== undefined) {
      mkdirSync(values.keep, { recursive: true });
      writeFileSync(join(values.keep, `seed-${found.seed}.json`), `${JSON.stringify(found.history, undefined, 2)}\n`);
    }
  };
  await Promise.all(
    Array.from({ length: threads }, (_, index) => {
      const share = Math.ceil((count - index) / threads);
      return thread({ first: first + index, step: threads, count: share, end }, listen);
    }),
  );
  const minutes = (Date.now() - begin) / 60_000;
  say(
    `${histories} histories from seed ${first} on in ${minutes.toFixed(1)} minutes, ${Math.round(histories / minutes)} a minute: ${findings.size} findings`,
  );
  return findings.size === 0 ? 0 : 1;
}

const thread = (work: Work, listen: (found: Found | undefined) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(__filename, { workerData: work });
    worker.on("message", listen);
    worker.once("error", reject);
    worker.once("exit", () => resolve());
  });

/** Seeds for one thread: every `step`th one from `first` on, while there is time and fewer than `count` have been run. */
interface Work {
  readonly first: number;
  readonly step: number;
  readonly count: number;
  /** Milliseconds since the epoch; Infinity: until all are run. */
  readonly end: number;
}

/** What a history broke. A thread reports each history, and with it the first finding of each signature. */
interface Found {
  readonly seed: number;
  readonly signature: string;
  readonly history: History;
  readonly text: string;
}

/** After this, a finding is reported without further shortening. */
const mostShrinking = 60_000;

const reported = new Set<string>();

async function work({ first, step, count, end }: Work): Promise<void> {
  for (let index = 0; index < count && Date.now() < end; index += 1) {
    const seed = first + index * step;
    const history = draw(seed);
    const { finding } = await simulate(history, run);
    const signature = finding && signatureOf(finding);
    const isNew = signature !== undefined && !reported.has(signature);
    if (isNew) reported.add(signature);
    parentPort?.postMessage(isNew ? await plainest(seed, history, signature) : undefined);
  }
}

async function plainest(seed: number, history: History, signature: string): Promise<Found> {
  const limit = Date.now() + mostShrinking;
  const shows = async (candidate: History): Promise<boolean> => {
    const other = (await simulate(candidate, run)).finding;
    return other !== undefined && signatureOf(other) === signature;
  };
  const shortest = await shrink(history, async (candidate) => Date.now() <= limit && shows(candidate));
  const lasting = named(shortest, (await simulate(shortest, run)).commands);
  const best = (await shows(lasting)) ? lasting : shortest;
  return { seed, signature, history: best, text: described(best, await simulate(best, run)) };
}

if (!isMainThread) void work(workerData as Work);
else
  main().then(
    (status) => (process.exitCode = status),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 2;
    },
  );
