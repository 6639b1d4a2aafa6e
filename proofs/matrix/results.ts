import { join } from "node:path";
import { digestOf } from "./digest.js";
import { addLines, openLines } from "./kept-lines.js";
import { type AnyCell, nameOfAny } from "./parts.js";
import type { CellResult, Problem } from "./trial.js";

const file = join(__dirname, "..", "..", "..", ".cache", "matrix", "results.jsonl");

/** What affects a result: the compiled sources of the tested code and of the tests. */
const decisive = ["sdk", "provider", "sandbox", "tests/support", "proofs/matrix"];

/** A line of the file. */
interface Entry {
  readonly cell: string;
  readonly digest: string;
  readonly problems: readonly Problem[];
}

/** Results of the current sources, kept between runs; those of other sources are ignored. */
export class Results {
  readonly #problems = new Map<string, readonly Problem[]>();

  private constructor(private readonly digest: string) {}

  /** @param fresh forgets earlier results */
  static async open(fresh: boolean): Promise<Results> {
    const results = new Results(await digestOf(decisive));
    for (const { cell, digest, problems } of await openLines<Entry>(file, fresh))
      if (digest === results.digest) results.#problems.set(cell, problems);
    return results;
  }

  async add(found: readonly CellResult<AnyCell>[]): Promise<void> {
    const entries = found.map(({ cell, problems }): Entry => ({ cell: nameOfAny(cell), digest: this.digest, problems }));
    for (const { cell, problems } of entries) this.#problems.set(cell, problems);
    await addLines(file, entries);
  }

  /** Undefined if the cell has not run yet. */
  problemsOf(cell: AnyCell): readonly Problem[] | undefined {
    return this.#problems.get(nameOfAny(cell));
  }

  passed(cell: AnyCell): boolean {
    return this.problemsOf(cell)?.length === 0;
  }
}
