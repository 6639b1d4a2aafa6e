import type { ResourceSpec, Stack } from "../../tests/support/engine.js";
import { type Cell, nameOf, targetOf } from "./cells.js";
import { commandLimit, type FaultResult, type FaultCellRun, FaultTrial } from "./fault-trial.js";
import { definitions } from "../../tests/support/definitions.js";
import { cellsOf, goesOn, type Plan, resourceName, type Round } from "./plan.js";
import { type Place, placeOf } from "../../tests/support/place.js";
import { type Declared, declare } from "./programs.js";
import type { Present } from "../../tests/support/specimen.js";
import { specimens } from "../../tests/support/kinds.js";
import { parallel, stackFor } from "./trial.js";

interface CellSubject extends FaultCellRun<Cell> {
  readonly declared: Declared;
  /** Identifiers of its objects before the fault. */
  existing: readonly string[];
  /** Pulumi's id before the fault. */
  id: string;
}

/** Runs a stack through its plan: the declarations, the faults, the later runs, and all checks. */
export async function runPlan(plan: Plan): Promise<FaultResult<Cell>[]> {
  const cells = cellsOf(plan);
  const places = cells.map((cell, index) => placeOf(index, resourceName(cell)));
  const stack = await stackFor(places, commandLimit);
  return new StackRun(stack, plan, cells, places).results();
}

class StackRun extends FaultTrial<Cell, CellSubject> {
  readonly #plan: Plan;

  constructor(stack: Stack, plan: Plan, cells: readonly Cell[], places: readonly Place[]) {
    super(
      stack,
      cells.map((cell, index) => {
        const place = places[index]!;
        const declared = declare(cell, place, stack.sandbox.control);
        const subject: CellSubject = {
          cell,
          place,
          declared,
          title: nameOf(cell),
          fault: cell.fault,
          problems: [],
          existing: [],
          id: declared.planted ?? "",
          target: () => targetOf(cell, place, subject.id),
        };
        return subject;
      }),
    );
    this.#plan = plan;
  }

  protected override async all(): Promise<void> {
    await this.#prepare();
    for (const round of this.#plan.rounds) {
      const subjects = this.subjects.filter(({ cell }) => round.cells.includes(cell));
      const declared = () => this.#declare(this.#until(round));
      await declared();
      await this.befall({ command: round.command, subjects, gathered: round.gathered, goesOn: goesOn(round) });
      // A failed refresh prevents all others from being read.
      if (round.command === "refresh") await this.runAgain(subjects, ["--refresh"], declared);
      else await this.runAgain(subjects, []);
    }
    this.#count();
    const tokens = this.unfailed().filter(
      ({ cell }) => cell.kind === "applicationToken" && !["read", "adopt", "delete"].includes(cell.operation),
    );
    await this.checkTokens(
      tokens.map((subject) => ({ subject, name: subject.place.name, id: this.#present(subject)[0]?.id ?? "" })),
    );
    await this.checkPreview(() => this.#declare(this.#plan.rounds));
    await this.#destroy();
    await this.searchSecrets();
  }

  /**
   * The program from a round on: `rounds` have had their faults, or meet them now. What has already failed is left out, so
   * that it does not affect the others.
   */
  async #declare(rounds: readonly Round[]): Promise<void> {
    const changed = new Set(rounds.flatMap(({ cells }) => cells));
    const resources = this.subjects
      .filter((subject) => !this.hasFailed(subject))
      .map(({ cell, declared }) => (changed.has(cell) ? declared.after : declared.before))
      .filter((resource): resource is ResourceSpec => resource !== undefined);
    const outputs = Object.fromEntries(
      resources
        .filter(({ type, get }) => type === "ApplicationToken" && get === undefined)
        .map(({ name }) => [name, { $of: [name, "token"] }]),
    );
    await this.stack.declare({ resources, outputs });
  }

  #until(round: Round): readonly Round[] {
    return this.#plan.rounds.slice(0, this.#plan.rounds.indexOf(round) + 1);
  }

  async #prepare(): Promise<void> {
    await this.#declare([]);
    const outcome = await this.run("up", "--yes", "--skip-preview", ...parallel);
    if (outcome.status !== 0) throw new Error(`What the cells need could not be created:\n${outcome.output}`);
    const { resources } = await this.stack.export();
    const ids = new Map(resources.map(({ urn, id }) => [urn.split("::").at(-1), id]));
    for (const subject of this.subjects) {
      subject.id = ids.get(subject.place.name) ?? subject.id;
      subject.existing = this.#present(subject).map(({ id }) => id);
    }
  }

  #present({ cell, place }: CellSubject): Present[] {
    return specimens[cell.kind].present(this.stack.sandbox.control, place);
  }

  /** Checks that each cell has exactly one object, and that it is the right one. */
  #count(): void {
    for (const subject of this.subjects) {
      const { cell, declared, existing } = subject;
      const present = this.#present(subject);
      const names = present.map(({ id }) => id).join(", ") || "none";
      const expect = (holds: boolean, wanted: string) => {
        if (!holds)
          this.blame(
            subject,
            "the objects at the provider",
            `expected ${wanted}; found: ${names}; before: ${existing.join(", ") || "none"}`,
          );
      };
      const isRight = ({ shows }: Present) => declared.last === undefined || shows(declared.last);
      const fresh = present.filter(({ id }) => !existing.includes(id));
      switch (cell.operation) {
        case "delete":
          expect(present.length === 0, "none");
          break;
        case "replace-new":
        case "replace-old": {
          const left = definitions[cell.kind].deletion.undeletable === undefined ? 0 : existing.length;
          expect(fresh.length === 1 && fresh.every(isRight), "exactly one that is as declared now");
          expect(present.length === 1 + left, `${left} of those from before`);
          break;
        }
        default:
          expect(present.length === 1 && present.every(isRight), "exactly one that is as declared");
          expect(existing.length === 0 || fresh.length === 0, "the one from before");
      }
    }
  }

  async #destroy(): Promise<void> {
    const outcome = await this.destroyed("--yes", "--skip-preview", "--continue-on-error", ...parallel);
    if (outcome.status !== 0) this.blameFor("destroy", outcome, this.failedIn(outcome, this.subjects) ?? this.unfailed());
    const { resources } = await this.stack.export();
    const left = new Set(resources.map(({ urn }) => urn.split("::").at(-1)));
    for (const subject of this.subjects) {
      const { cell, place } = subject;
      if (left.has(place.name)) this.blame(subject, "destroy", "it is still in the state", outcome);
      const stays = cell.operation === "read" || definitions[cell.kind].deletion.undeletable !== undefined;
      const present = this.#present(subject);
      if (!stays && present.length > 0)
        this.blame(subject, "destroy", `left at the provider: ${present.map(({ id }) => id).join(", ")}`, outcome);
      if (stays && present.length === 0) this.blame(subject, "destroy", "it should have stayed at the provider", outcome);
    }
  }
}
