import { stat } from "node:fs/promises";
import { join } from "node:path";
import { digestOf } from "../../tests/support/digest.js";
import { addLines, openLines } from "../kept-lines.js";
import { type Contender, type ContenderName, contenderNames, contenders, type StepName } from "./contenders.js";
import type { CycleResult } from "./cycle.js";
import type { MixName } from "./mix.js";

/** The origin of results. */
interface Origin {
  /** Changes with the sources that affect the result. */
  readonly digest: string;
  /** Machine and versions. */
  readonly machine: string;
  /** The command by which it was measured. */
  readonly command: string;
  /** Day. */
  readonly on: string;
}

export interface CycleEntry extends Origin, CycleResult {
  readonly contender: ContenderName;
  readonly mix: MixName;
  readonly size: number;
  readonly latency: number;
}

/** A combination that is measured once in each run. */
export interface Combination {
  readonly contender: ContenderName;
  readonly mix: MixName;
  readonly size: number;
  readonly latency: number;
}

/** Sources of all contenders. */
const common = ["sandbox", "proofs/bench/mix.js", "proofs/bench/cycle.js", "proofs/bench/stages.js"];

/** Distinguishes a program in an environment variable from its other versions; undefined if there is none. */
async function identityOf(variable: string): Promise<string | undefined> {
  const path = process.env[variable];
  if (path === undefined || path === "") return undefined;
  const { size, mtimeMs } = await stat(path);
  return `${size} ${mtimeMs}`;
}

/**
 * Results of these sources on this machine, kept between runs as lines of JSON, so that an interrupted run can continue,
 * and tables can be regenerated. Those of other sources or machines stay in the file and are ignored.
 */
export class Results {
  readonly #entries: CycleEntry[] = [];

  private constructor(
    private readonly file: string,
    private readonly origin: Omit<Origin, "digest">,
    private readonly digests: ReadonlyMap<ContenderName, string>,
  ) {}

  /** @param fresh forgets earlier results */
  static async open(folder: string, origin: { machine: string; command: string }, fresh: boolean): Promise<Results> {
    const digests = new Map<ContenderName, string>();
    for (const name of contenderNames) {
      const { sources, commands, environment, binaries = [] }: Contender = contenders[name];
      const programs = await Promise.all(binaries.map(identityOf));
      digests.set(name, await digestOf([...common, ...sources], JSON.stringify({ commands, environment, programs })));
    }
    const file = join(folder, "results.jsonl");
    const results = new Results(file, { ...origin, on: new Date().toISOString().slice(0, 10) }, digests);
    for (const entry of await openLines<CycleEntry>(file, fresh))
      if (entry.machine === origin.machine && entry.digest === digests.get(entry.contender)) results.#entries.push(entry);
    return results;
  }

  get entries(): readonly CycleEntry[] {
    return this.#entries;
  }

  /** Cycles of a combination with all these steps. */
  cyclesOf({ contender, mix, size, latency }: Combination, steps: readonly StepName[]): CycleEntry[] {
    return this.#entries.filter(
      (entry) =>
        entry.contender === contender &&
        entry.mix === mix &&
        entry.size === size &&
        entry.latency === latency &&
        steps.every((step) => entry.steps[step] !== undefined),
    );
  }

  async addCycle(combination: Combination, result: CycleResult): Promise<void> {
    const entry = { ...combination, ...this.origin, digest: this.digests.get(combination.contender)!, ...result };
    this.#entries.push(entry);
    await addLines(this.file, [entry]);
  }
}
