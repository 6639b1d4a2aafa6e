import { parentPort, workerData } from "node:worker_threads";
import { draw } from "./draw.js";
import { run } from "./engine/index.js";
import type { History } from "./history.js";
import { described } from "./report.js";
import { named, shrink } from "./shrink.js";
import { type Finding, simulate } from "./simulate.js";

/** Seeds for one thread: every `step`th one from `first` on, while there is time and fewer than `count` have been run. */
export interface Work {
  readonly first: number;
  readonly step: number;
  readonly count: number;
  /** Milliseconds since the epoch; Infinity: until all are run. */
  readonly end: number;
}

/** Reports of a thread: how many histories it has run since its last report, and what the last of them broke. */
export interface Told {
  readonly run: number;
  readonly found?: Found;
}

export interface Found {
  readonly seed: number;
  readonly signature: string;
  readonly history: History;
  readonly text: string;
}

/** After this, a finding is reported without further shortening. */
const mostShrinking = 60_000;

/** The common part of findings with the same cause: everything except numbers and names. */
const signatureOf = ({ invariant, what }: Finding): string =>
  `${invariant}: ${what
    .split("\n")[0]!
    .replace(/urn:pulumi:\S+:(\w+)::[\w-]+/g, "$1")
    .replace(/\b\d[\w/.-]*|\bp\d+|[\w-]+\.de\b|\b5f\w{22}\b/g, "…")
    .replace(/\b(?:during|of) (\w+) of \w+/g, "$1")
    .slice(0, 200)}`;

const told = new Set<string>();

async function work({ first, step, count, end }: Work): Promise<void> {
  let run_ = 0;
  for (let index = 0; index < count && Date.now() < end; index += 1) {
    const seed = first + index * step;
    const history = draw(seed);
    const { finding } = await simulate(history, run);
    run_ += 1;
    if (finding === undefined || told.has(signatureOf(finding))) {
      if (run_ < 20) continue;
      tell({ run: run_ });
    } else {
      const signature = signatureOf(finding);
      told.add(signature);
      tell({ run: run_, found: await plainest(seed, history, signature) });
    }
    run_ = 0;
  }
  tell({ run: run_ });
}

const tell = (message: Told): void => parentPort?.postMessage(message);

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

void work(workerData as Work);
