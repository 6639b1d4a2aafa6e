import { type Outcome, type ResourceSpec, Stack, type StoredResource, succeeded } from "../../tests/support/engine.js";
import { type EditCell, nameOfEdit } from "./edit-cells.js";
import { type Active, anchorName, argumentsOf, quiet, upArgs, urnsFor } from "./edit-commands.js";
import { type Advice, declarationOf } from "./edit-declarations.js";
import type { EditPlan } from "./edit-plan.js";
import { type Action, component, type Declaration, editOf, type Ending, login, type Program, type Step } from "./edits.js";
import { errorsOf } from "./evidence.js";
import { hasHappened, type Comparison, missingFrom } from "./allowed-outcomes.js";
import { traitsOf } from "./kind-traits.js";
import { ownerOf, type Place, placeOf } from "../../tests/support/place.js";
import type { Present } from "../../tests/support/specimen.js";
import { specimens } from "../../tests/support/kinds.js";
import { nameIn, putBack, takeOut } from "./state.js";
import { type CellResult, parallel, stackFor, type CellRun, Trial } from "./trial.js";

interface EditCellRun extends CellRun {
  readonly cell: EditCell;
  readonly advice: Advice;
  /** Its current declarations. */
  declares: Program;
  /** Its objects after the setup. */
  first: readonly Present[];
  /** Its objects and its entries in the state before the step. */
  before: readonly Present[];
  entries: readonly StoredResource[];
}

/** The result of a command for one subject. */
interface Turn {
  readonly outcome: Outcome;
  readonly error: string | undefined;
  /** The output of all commands that it took. */
  readonly printed: string;
}

type ActiveStep = Active<EditCellRun>;

/** Far longer than any command takes if nothing fails. */
const commandLimit = 240_000;
const runsAfter = 2;

/** Runs a stack through edits: the declarations, the results, the advice of messages, and all checks. */
export async function runEditPlan({ cells }: EditPlan): Promise<CellResult<EditCell>[]> {
  const places = cells.map((cell, index) => placeOf(index, nameOfEdit(cell).replaceAll("/", "-")));
  const anchor = placeOf(cells.length, anchorName);
  const stack = await stackFor([...places, anchor], commandLimit);
  const run = new EditRun(stack, cells, places, anchor);
  try {
    await run.all();
    return run.results();
  } finally {
    await run.disposeOther();
    await stack.dispose();
  }
}

class EditRun extends Trial<EditCellRun> {
  readonly #anchor: ResourceSpec;
  #other: Stack | undefined;

  constructor(stack: Stack, cells: readonly EditCell[], places: readonly Place[], anchor: Place) {
    super(
      stack,
      cells.map((cell, index) => ({
        cell,
        place: places[index]!,
        problems: [],
        advice: { adopt: false, alias: false, without: new Set() },
        declares: () => [],
        first: [],
        before: [],
        entries: [],
      })),
    );
    this.#anchor = { type: "Webhook", name: anchorName, args: specimens["webhook"].args(anchor, stack.sandbox.control) };
  }

  async all(): Promise<void> {
    await this.#setUp();
    const steps = Math.max(...this.subjects.map(({ cell }) => editOf(cell.edit).steps.length));
    for (let index = 0; index < steps; index += 1) await this.#step(index);
    const tokens = this.unfailed().filter(({ cell }) => cell.kind === "applicationToken");
    await this.checkTokens(tokens.flatMap((subject) => this.#tokensOf(subject)));
    await this.checkPreview(() => this.#declare());
    await this.#destroy();
    await this.searchSecrets();
  }

  results(): CellResult<EditCell>[] {
    return this.subjects.map(({ cell, problems }) => ({ cell, problems }));
  }

  async disposeOther(): Promise<void> {
    await this.#other?.dispose();
  }

  #present({ cell, place }: EditCellRun): Present[] {
    return specimens[cell.kind].present(this.stack.sandbox.control, place);
  }

  #declaration({ cell, place, advice }: EditCellRun): Declaration {
    return declarationOf(cell, place, this.stack.sandbox.control, advice);
  }

  #program(subject: EditCellRun): readonly ResourceSpec[] {
    return subject.declares(this.#declaration(subject)).filter(({ name }) => !subject.advice.without.has(name));
  }

  /** The program of all cells, and what they need in addition to their own resources. */
  async #declare(stack = this.stack, includes: (subject: EditCellRun) => boolean = () => true): Promise<void> {
    const own = this.unfailed()
      .filter(includes)
      .flatMap((subject) => this.#program(subject));
    const uses = (option: "parent" | "provider", name: string) => own.some(({ options = {} }) => options[option] === name);
    const { url } = this.stack.sandbox;
    const provider = {
      baseUrl: url,
      username: "reseller",
      password: "sandbox-password",
      subdomainDeletion: "body",
    };
    const resources: ResourceSpec[] = [
      ...(stack === this.stack ? [this.#anchor] : []),
      ...(uses("parent", component) ? [{ type: "Component", name: component }] : []),
      ...(uses("provider", login) ? [{ type: "Provider", name: login, args: provider }] : []),
      ...own,
    ];
    const outputs = Object.fromEntries(
      own.filter(({ type }) => type === "ApplicationToken").map(({ name }) => [name, { $of: [name, "token"] }]),
    );
    await stack.declare({ resources, outputs });
  }

  async #setUp(): Promise<void> {
    for (const subject of this.subjects) {
      const edit = editOf(subject.cell.edit);
      subject.declares = edit.setUp;
      if (edit.planted === true)
        specimens[subject.cell.kind].plant(this.stack.sandbox.control, subject.place, this.#declaration(subject).args);
    }
    await this.#declare();
    const outcome = await this.run(...upArgs);
    if (outcome.status !== 0) this.blameFor("the set-up", outcome, this.failedIn(outcome, this.subjects) ?? this.subjects);
    await this.#look(this.subjects);
    for (const subject of this.subjects) subject.first = subject.before;
  }

  /** Records the current objects and entries. */
  async #look(subjects: readonly EditCellRun[]): Promise<void> {
    const { resources } = await this.stack.export();
    for (const subject of subjects) {
      subject.before = this.#present(subject);
      subject.entries = resources.filter((entry) => ownerOf(nameIn(entry)) === subject.place.name);
    }
  }

  async #step(index: number): Promise<void> {
    const active: ActiveStep[] = this.unfailed().flatMap((subject) => {
      const step: Step | undefined = editOf(subject.cell.edit).steps[index];
      return step === undefined ? [] : [{ subject, step }];
    });
    const [first] = active;
    if (first === undefined) return;
    const { action } = first.step;
    await this.setAsideFailed();
    for (const { subject, step } of active) subject.declares = step.program;
    const subjects = active.map(({ subject }) => subject);
    const then = new Map(subjects.map((subject) => [subject, subject.before]));
    const held = new Map(subjects.map((subject) => [subject, new Set(subject.entries.map(({ id = "" }) => id))]));
    const elsewhere = action === "up in another stack" ? await this.#openOther() : undefined;
    await this.#prepareState(active);
    const turns = await this.#turns(subjects, elsewhere ?? this.stack, (left, begun) =>
      this.#act(
        action,
        active.filter(({ subject }) => left.includes(subject)),
        begun,
      ),
    );
    await this.#look(subjects);
    const refused: EditCellRun[] = [];
    for (const { subject, step } of active.filter(({ subject: each }) => !this.hasFailed(each))) {
      const turn = turns.get(subject)!;
      const ending = this.#judge(subject, step, this.#compare(subject, step, then.get(subject)!, held.get(subject)!), turn);
      if (ending?.refused === true && ending.outcome !== "any") refused.push(subject);
      this.#checkEntries(subject, `the state after step ${index + 1}`, turn.outcome);
    }
    if (first.step.leavesOpen === true) return;
    await this.#follow(turns);
    await this.#look(subjects);
    for (const subject of subjects.filter((each) => !this.hasFailed(each)))
      this.#checkAdvised(subject, refused.includes(subject) ? then.get(subject)! : []);
  }

  /** Checks that what was refused survives after following the messages' advice. */
  #checkAdvised(subject: EditCellRun, refused: readonly Present[]): void {
    this.#checkEntries(subject, "the state after what the messages advise");
    const lost = missingFrom(refused, subject.before);
    if (lost.length > 0) this.blame(subject, "the objects after what the messages advise", `not as they were: ${namesOf(lost)}`);
  }

  /**
   * Runs a command until each subject has had its turn: refused arguments end it for all others, whatever the flags. Refused
   * subjects are left out meanwhile. `command` receives the other subjects that it has already begun with.
   */
  async #turns(
    subjects: readonly EditCellRun[],
    stack: Stack,
    command: (left: readonly EditCellRun[], begun: ReadonlySet<string>) => Promise<Outcome>,
  ): Promise<Map<EditCellRun, Turn>> {
    const turns = new Map<EditCellRun, Turn>();
    const begun = new Set<string>();
    const heldOut: StoredResource[] = [];
    for (let left = subjects; left.length > 0;) {
      await this.#declare(stack, (subject) => turns.get(subject)?.error === undefined);
      const outcome = await command(left, begun);
      const errors = this.errorsByPlace(outcome);
      for (const subject of left) {
        const error = errors.get(subject.place.name);
        turns.set(subject, { outcome, error, printed: (turns.get(subject)?.printed ?? "") + outcome.output });
      }
      if (outcome.status === 0) break;
      const refused = left.filter(({ place }) => errors.has(place.name));
      if (outcome.status === null || refused.length === 0) {
        this.blameFor("the command", outcome, left);
        if (outcome.status === null) await this.run("cancel", "--yes");
        break;
      }
      for (const { op, name } of outcome.steps) if (op !== "same") begun.add(ownerOf(name));
      heldOut.push(...(await takeOut(stack, placesOf(refused))));
      left = left.filter((subject) => !refused.includes(subject));
    }
    await putBack(stack, heldOut);
    return turns;
  }

  #compare(subject: EditCellRun, { args }: Step, before: readonly Present[], held: ReadonlySet<string>): Comparison {
    const declaration = this.#declaration(subject);
    return {
      traits: traitsOf(subject.cell.kind),
      first: subject.first,
      before,
      after: subject.before,
      held,
      args: args === undefined ? declaration.args : declaration[args],
    };
  }

  /** Whether a step ended in one of the allowed ways. */
  #judge(subject: EditCellRun, step: Step, comparison: Comparison, { error, outcome, printed }: Turn): Ending | undefined {
    const refused = error !== undefined;
    const endings = step.endings(comparison.traits);
    const met = endings.find((ending) => ending.refused === refused && hasHappened(ending.outcome, comparison));
    const { before, after } = comparison;
    if (met === undefined) {
      const wanted = endings.map(({ outcome, refused: fails }) => `${outcome}${fails ? ", with an error" : ""}`).join("; or ");
      const changed = namesOf(missingFrom(before, after));
      this.blame(
        subject,
        step.action,
        `must be ${wanted}; before: ${namesOf(before)}; after: ${namesOf(after)}; gone or changed: ${changed}; ` +
          (refused ? `the error: ${error}` : "there was no error"),
        outcome,
      );
    } else if (step.tells === true && !before.some(({ held }) => printed.includes(held)))
      this.blame(subject, step.action, `no message names ${namesOf(before)}, whose old entry left the state`, outcome);
    return met;
  }

  /** Checks that every entry of the state has an existing object, and no two have the same one, unless the program says so. */
  #checkEntries(subject: EditCellRun, check: string, outcome?: Outcome): void {
    const alive = new Set(subject.before.map(({ held }) => held));
    const ids = subject.entries.filter((entry) => entry.delete !== true).map(({ id = "" }) => id);
    const dead = ids.filter((id) => !alive.has(id));
    if (dead.length > 0) this.blame(subject, check, `it has ${dead.join(", ")}, which no longer exists`, outcome);
    const shared = ids.filter((id, index) => ids.indexOf(id) !== index);
    const adopts = this.#program(subject).some(({ args }) => (args as { readonly adopt?: boolean }).adopt === true);
    if (shared.length > 0 && !adopts && !traitsOf(subject.cell.kind).singleton)
      this.blame(subject, check, `two entries have ${shared.join(", ")}`, outcome);
  }

  /** Follows the advice of the messages, in at most two runs. */
  async #follow(turns: ReadonlyMap<EditCellRun, Turn>): Promise<void> {
    let last = turns;
    for (let run = 1; ; run += 1) {
      await this.setAsideFailed();
      const open = Array.from(last).filter(([subject, { error }]) => error !== undefined && !this.hasFailed(subject));
      if (open.length === 0) return;
      if (run > runsAfter) {
        for (const [subject, { error = "", outcome }] of open)
          this.blame(subject, `run ${runsAfter} after the edit`, error, outcome);
        return;
      }
      const tainted = open.flatMap(([subject, turn]) => this.#heed(subject, turn));
      if (tainted.length > 0) await this.run("state", "untaint", ...tainted, "--yes");
      if (open.some(([, { error = "" }]) => error.includes("`hosting recover --yes`"))) await this.recovered();
      last = await this.#turns(
        open.map(([subject]) => subject),
        this.stack,
        () => this.run(...upArgs),
      );
    }
  }

  /** Declares what a message advises. Returns what to untaint. */
  #heed(subject: EditCellRun, { error = "", outcome }: Turn): string[] {
    const { cell, advice, entries, place } = subject;
    const { steps, movesEntry = false } = editOf(cell.edit);
    if (movesEntry && error.includes("alias")) advice.alias = true;
    else if (/declare it once/i.test(error)) {
      // The one that the state has is refused too if the other one is checked first.
      const isNew = (name: string) => !entries.some(({ urn }) => urn.endsWith(`::${name}`));
      for (const name of errorsOf(outcome).keys()) if (ownerOf(name) === place.name && isNew(name)) advice.without.add(name);
    } else if (steps.some(({ action }) => action === "taint, up")) {
      if (error.includes("untaint")) return entries.map(({ urn }) => urn);
    }
    // What will be replaced is in the state, so there is nothing to adopt: without the flag it stays.
    else if (!steps.some(({ action }) => action.endsWith("replace")) && /adopt: true|npx hosting adopt/.test(error))
      advice.adopt = true;
    return [];
  }

  /** Prepares the state for the steps. */
  async #prepareState(active: readonly ActiveStep[]): Promise<void> {
    const asks = (action: Action) => active.some(({ step }) => step.action === action);
    for (const [action, edit] of [
      ["taint, up", "taint"],
      ["state delete, up", "delete"],
    ] as const)
      if (asks(action)) succeeded(await this.run("state", edit, ...urnsFor(action, active), "--yes"));
    if (asks("export, import, up")) await this.stack.importState((await this.stack.export()).text);
    if (asks("rename the stack, up")) succeeded(await this.run("stack", "rename", "renamed"));
  }

  #act(action: Action, active: readonly ActiveStep[], begun: ReadonlySet<string>): Promise<Outcome> {
    const args = argumentsOf(action, active, begun);
    return args === undefined ? this.#actElsewhere(action) : this.run(...args);
  }

  async #actElsewhere(action: Action): Promise<Outcome> {
    if (action === "destroy the other stack") return this.note(["destroy"], await this.#other!.destroy(...parallel));
    return this.note(upArgs, await this.#other!.pulumi(...upArgs));
  }

  /** Another backend has a stack with the same name, and the same user works on it with the same login. */
  async #openOther(): Promise<Stack> {
    const { PULUMI_HOME = "", HOSTING_SUBDOMAIN_DELETION = "" } = this.stack.environment;
    this.#other = await Stack.beside(this.stack, { PULUMI_HOME, HOSTING_SUBDOMAIN_DELETION }, { timeout: commandLimit });
    return this.#other;
  }

  /** What has failed is removed from program and state, so that it does not affect what follows. */
  protected override async setAsideFailed(): Promise<string[]> {
    const failed = this.subjects.filter((subject) => this.hasFailed(subject));
    if (failed.length > 0) await takeOut(this.stack, placesOf(failed));
    return [];
  }

  #tokensOf(subject: EditCellRun) {
    const declared = new Set(this.#program(subject).map(({ name }) => name));
    const held = subject.entries.map((entry) => ({ subject, name: nameIn(entry), id: entry.id ?? "" }));
    return held.filter(({ name }) => declared.has(name));
  }

  /** Checks that nothing is left except what the state did not have, and what cannot be deleted. */
  async #destroy(): Promise<void> {
    await this.#look(this.subjects);
    const outcome = await this.destroyed(...quiet, "--continue-on-error", ...parallel);
    const rest = this.unfailed();
    if (outcome.status !== 0) this.blameFor("destroy", outcome, this.failedIn(outcome, rest) ?? rest);
    for (const subject of rest) {
      const held = new Set(subject.entries.map(({ id = "" }) => id));
      const { deletable } = traitsOf(subject.cell.kind);
      const lasting = subject.before.filter((object) => !deletable || !held.has(object.held));
      const after = this.#present(subject);
      const lost = missingFrom(lasting, after);
      if (lost.length > 0) this.blame(subject, "destroy", `it must not delete ${namesOf(lost)}`, outcome);
      const left = missingFrom(after, lasting);
      if (left.length > 0) this.blame(subject, "destroy", `left at the provider: ${namesOf(left)}`, outcome);
    }
    await this.#look(rest);
    for (const subject of rest)
      if (subject.entries.length > 0) this.blame(subject, "destroy", "it is still in the state", outcome);
  }
}

const placesOf = (subjects: readonly EditCellRun[]): Set<string> => new Set(subjects.map(({ place }) => place.name));

const namesOf = (objects: readonly Present[]): string => objects.map(({ held }) => held).join(", ") || "none";
