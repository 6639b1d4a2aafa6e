import { type Stack, succeeded } from "../../../tests/support/engine.js";
import { commandLimit, type FaultResult, type FaultCellRun, FaultTrial } from "../fault-trial.js";
import { placeOf } from "../../../tests/support/place.js";
import { nameIn } from "../state.js";
import { parallel, stackFor } from "../trial.js";
import { type ChainCell, nameOfChain, noFault, pointOf } from "./cells.js";
import { type Change, changeOf } from "./changes.js";
import { type ChainObject, objectsOf, untouched, wordsOfAll } from "./objects.js";
import type { ChainPlan } from "./plan.js";
import { type Chain, nameOfPart, type Setting } from "./programs.js";

interface ChainSubject extends FaultCellRun<ChainCell> {
  readonly before: Chain;
  readonly after: Chain;
  /** Ids of the state before the change, by the name of the resource. */
  ids: ReadonlyMap<string, string>;
  /** Its objects before the change. */
  objects: readonly ChainObject[];
}

/** Runs a stack of chains through a change under faults: the declarations, the later runs, and all checks. */
export async function runChainPlan(plan: ChainPlan): Promise<FaultResult<ChainCell>[]> {
  const places = plan.cells.map((cell, index) => placeOf(index, nameOfChain(cell).replaceAll("/", "-")));
  const stack = await stackFor(places, commandLimit);
  const subjects = places.map((place, index) => subjectOf(plan.cells[index]!, { ...place, url: stack.sandbox.url }));
  return new ChainRun(stack, plan, subjects).results();
}

function subjectOf(cell: ChainCell, place: Setting): ChainSubject {
  const change: Change = changeOf(cell.change);
  const subject: ChainSubject = {
    cell,
    place,
    title: nameOfChain(cell),
    // If no request is struck, this is never used.
    fault: cell.fault === noFault ? "refused" : cell.fault,
    before: change.before(place),
    after: change.after(place),
    problems: [],
    ids: new Map(),
    objects: [],
    target: () => pointOf(cell)!.target(place, (part) => subject.ids.get(nameOfPart(place, part))!),
  };
  return subject;
}

class ChainRun extends FaultTrial<ChainCell, ChainSubject> {
  readonly #plan: ChainPlan;

  constructor(stack: Stack, plan: ChainPlan, subjects: readonly ChainSubject[]) {
    super(stack, subjects);
    this.#plan = plan;
  }

  protected override async all(): Promise<void> {
    await this.#prepare();
    const declared = () => this.#declare(({ after }) => after);
    await declared();
    const { gathered, goesOn, cells } = this.#plan;
    if (cells[0]!.fault !== noFault) await this.befall({ command: "up", subjects: this.subjects, gathered, goesOn });
    await this.runAgain(this.subjects, [], declared);
    for (const subject of this.unfailed()) this.#checkObjects(subject);
    await this.checkPreview(declared);
    await this.#destroy();
    await this.searchSecrets();
  }

  async #declare(chainOf: (subject: ChainSubject) => Chain): Promise<void> {
    await this.stack.declare({ resources: this.subjects.filter((subject) => !this.hasFailed(subject)).flatMap(chainOf) });
  }

  #objects({ place }: ChainSubject): ChainObject[] {
    return objectsOf(this.stack.sandbox.control, place);
  }

  async #prepare(): Promise<void> {
    await this.#declare(({ before }) => before);
    succeeded(await this.run("up", "--yes", "--skip-preview", ...parallel));
    const { resources } = await this.stack.export();
    const ids = new Map(resources.map((entry) => [nameIn(entry), entry.id ?? ""]));
    for (const subject of this.subjects) {
      subject.ids = ids;
      subject.objects = this.#objects(subject);
    }
  }

  /** Checks that exactly the declared objects exist, and that unchanged ones are the same as before. */
  #checkObjects(subject: ChainSubject): void {
    const check = "the objects at the provider";
    const { before, after, objects } = subject;
    const present = this.#objects(subject);
    const lasting = objects.filter(({ lasts }) => lasts).map(({ words }) => words);
    const wanted = wordsOfAll(after);
    const expected = [...wanted, ...lasting.filter((words) => !wanted.includes(words))].sort();
    const there = present.map(({ words }) => words).sort();
    if (expected.join() !== there.join())
      this.blame(subject, check, `expected ${expected.join("; ") || "none"}; found: ${there.join("; ") || "none"}`);
    const identityOf = (some: readonly ChainObject[], words: string) => some.find((each) => each.words === words)?.identity;
    for (const words of untouched(before, after))
      if (identityOf(objects, words) !== identityOf(present, words))
        this.blame(subject, check, `${words} is a different object than before, although its declaration has not changed`);
  }

  async #destroy(): Promise<void> {
    const outcome = await this.destroyed("--yes", "--skip-preview", "--continue-on-error", ...parallel);
    if (outcome.status !== 0) this.blameFor("destroy", outcome, this.failedIn(outcome, this.subjects) ?? this.unfailed());
    for (const subject of this.unfailed()) {
      const left = this.#objects(subject).filter(({ lasts }) => !lasts);
      if (left.length > 0)
        this.blame(subject, "destroy", `left at the provider: ${left.map(({ words }) => words).join("; ")}`, outcome);
    }
  }
}
