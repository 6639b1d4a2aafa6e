import type { FaultEffect } from "../../sandbox/index.js";
import type { Outcome, ResourceSpec, Stack } from "../support/engine.js";
import { arrivals, deadAddress, strike } from "./blows.js";
import { type Cell, nameOf, rowOf, targetOf } from "./cells.js";
import { hashOf } from "./evidence.js";
import { faultOf } from "./faults.js";
import { definitions } from "./kinds.js";
import { cellsOf, goesOn, type Plan, resourceName, type Round } from "./plan.js";
import { type Place, placeOf } from "./place.js";
import { kill, type ProcessMark } from "./processes.js";
import { type Declared, declare } from "./programs.js";
import { type Present, samples, type Target } from "./samples.js";
import { type CellResult, parallel, stackFor, type Subject, Trial } from "./trial.js";

interface FaultSubject extends Subject {
  readonly cell: Cell;
  readonly declared: Declared;
  /** Identifiers of its objects before the fault. */
  existing: readonly string[];
  /** Pulumi's id before the fault. */
  id: string;
  /** What befell its request, as the sandbox has it. */
  met?: FaultEffect;
}

/** What became of a cell, and what befell its request; undefined where a whole command was struck. */
export interface FaultResult extends CellResult {
  readonly met: FaultEffect | undefined;
}

/** Far longer than any command takes: costly kinds are looked for over a minute after a lost answer, and others wait for that. */
const commandLimit = 480_000;
const runsAgain = 2;
/** Fails where the request that the fault was to hit was never sent: that says nothing of the provider. */
export const faultIsMet = "the fault is met";
/** So that what never comes is not waited for long; where requests wait for one another, longer than that takes. */
const limits = {
  single: { HOSTING_REQUEST_TIMEOUT: "2s", HOSTING_RATE_LIMIT_WAIT: "10s" },
  gathered: { HOSTING_REQUEST_TIMEOUT: "10s", HOSTING_RATE_LIMIT_WAIT: "10s" },
} as const;

/** Takes a stack through its plan: what is declared, the faults, the runs after them, and all that must hold then. */
export async function runPlan(plan: Plan): Promise<FaultResult[]> {
  const cells = cellsOf(plan);
  const places = cells.map((cell, index) => placeOf(index, resourceName(cell)));
  const stack = await stackFor(places, commandLimit);
  const run = new StackRun(stack, plan, cells, places);
  try {
    await run.all();
    return run.results();
  } finally {
    run.endOrphans();
    await stack.dispose();
  }
}

class StackRun extends Trial<FaultSubject> {
  readonly #plan: Plan;
  readonly #orphans: ProcessMark[] = [];

  constructor(stack: Stack, plan: Plan, cells: readonly Cell[], places: readonly Place[]) {
    super(
      stack,
      cells.map((cell, index) => {
        const place = places[index]!;
        const declared = declare(cell, place, stack.sandbox.control);
        return { cell, place, declared, problems: [], existing: [], id: declared.planted ?? "" };
      }),
    );
    this.#plan = plan;
  }

  async all(): Promise<void> {
    await this.#prepare();
    for (const round of this.#plan.rounds) {
      const subjects = this.subjects.filter(({ cell }) => round.cells.includes(cell));
      await this.#befall(round, subjects);
      await this.#runAgain(round, subjects);
    }
    this.#count();
    await this.#checkTokens();
    await this.checkPreview(() => this.#declare(this.#plan.rounds));
    await this.#destroy();
    await this.searchSecrets();
  }

  results(): FaultResult[] {
    return this.subjects.map(({ cell, problems, met }) => ({ cell, problems, met }));
  }

  endOrphans(): void {
    for (const orphan of this.#orphans) kill(orphan);
  }

  /**
   * The program as it is from a round on: `rounds` have had their faults, or meet them now. What has failed already is left out, so
   * that it does not decide over the others.
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
    if (outcome.status !== 0) throw new Error(`What the cells need could not be made:\n${outcome.output}`);
    const { resources } = await this.stack.export();
    const ids = new Map(resources.map(({ urn, id }) => [urn.split("::").at(-1), id]));
    for (const subject of this.subjects) {
      subject.id = ids.get(subject.place.name) ?? subject.id;
      subject.existing = this.#present(subject).map(({ id }) => id);
    }
  }

  #present({ cell, place }: FaultSubject): Present[] {
    return samples[cell.kind]!.present(this.stack.sandbox.control, place);
  }

  /** The command in which every cell of the round meets its fault. */
  async #befall(round: Round, subjects: readonly FaultSubject[]): Promise<void> {
    await this.#declare(this.#until(round));
    const args = [
      round.command,
      "--yes",
      "--skip-preview",
      ...parallel,
      ...(round.command === "up" && goesOn(round) ? ["--continue-on-error"] : []),
      ...(await this.setAsideFailed()),
    ];
    const fault = faultOf(round.cells[0]!.fault);
    if (fault.scope === "command" && fault.blow === "refuse") {
      const { outcome } = await this.stack.start(args, { HOSTING_BASE_URL: await deadAddress() });
      this.note(args, await outcome);
      return;
    }
    const { faults } = this.stack.sandbox.control;
    const holding = new Map(round.gathered ? subjects.map((subject) => [this.#hold(subject), subject]) : []);
    const ids = Array.from(holding.keys());
    let outcome: Outcome;
    let met: FaultSubject[];
    const held = (arrived: ReadonlySet<string>) => ids.filter((id) => arrived.has(id)).map((id) => holding.get(id)!);
    if (fault.scope === "command") {
      const struck = await strike(this.stack, fault.blow as Exclude<typeof fault.blow, "refuse">, args, ids);
      ({ outcome } = struck);
      met = held(struck.held);
      this.#orphans.push(...struck.orphans);
    } else {
      const armed = new Map(subjects.map((subject) => [this.#arm(subject), subject]));
      const running = await this.stack.start(args, round.gathered ? limits.gathered : limits.single);
      const arrived = await arrivals(this.stack, running, ids);
      faults.release();
      outcome = await running.outcome;
      const hit = faults.list().filter(({ id, seen }) => seen > 0 && armed.has(id));
      for (const { id, effect } of hit) armed.get(id)!.met = effect;
      const seen = hit.map(({ id }) => armed.get(id)!);
      met = round.gathered ? held(arrived) : seen;
      faults.clear();
    }
    this.note(args, outcome);
    for (const subject of subjects)
      if (!met.includes(subject)) this.blame(subject, faultIsMet, "the request that it was to hit was never sent", outcome);
    const killed = fault.scope === "command" && fault.blow === "kill-engine";
    if (killed || outcome.status === null) await this.run("cancel", "--yes");
    if (!killed && outcome.status === null) this.blameFor("the command with the fault", outcome, subjects);
  }

  #hold({ cell, place, id }: FaultSubject): string {
    const fault = faultOf(cell.fault);
    const when = (fault.scope === "command" ? fault.held : undefined) ?? "before";
    const { faults } = this.stack.sandbox.control;
    return faults.add({ ...requestsOf(targetOf(cell, place, id)), effect: { kind: "hold", when } });
  }

  /** Every cell of a round meets the fault that is its own. */
  #arm({ cell, place, id }: FaultSubject): string {
    const fault = faultOf(cell.fault);
    if (fault.scope === "command") throw new Error(`${cell.fault} befalls a whole command, not the request of ${nameOf(cell)}.`);
    const { effect } = fault;
    const target = targetOf(cell, place, id);
    const { repeat } = rowOf(target);
    // The client repeats what does no harm, so that a single failure would be no fault at all; an old answer is none to it.
    const repeated = (repeat === "safe" || repeat === "idempotent") && effect.kind !== "stale-list";
    const { faults } = this.stack.sandbox.control;
    return faults.add({ ...requestsOf(target), effect, ...(repeated ? { occurrence: "always" } : {}) });
  }

  /** Without the fault, twice at most. */
  async #runAgain(round: Round, subjects: readonly FaultSubject[]): Promise<void> {
    const refresh = round.command === "refresh" ? ["--refresh"] : [];
    const args = ["up", "--yes", "--skip-preview", "--continue-on-error", ...refresh, ...parallel];
    for (let run = 1; ; run += 1) {
      const outcome = await this.run(...args, ...(await this.setAsideFailed()));
      const failed = this.failedIn(outcome, subjects);
      this.#followRemedy(outcome);
      if (outcome.status === 0 || failed?.length === 0) return;
      if (run < runsAgain) continue;
      this.blameFor(`run ${run} after the fault`, outcome, failed ?? subjects);
      // A refresh that fails keeps all others from being looked at.
      if (failed === undefined || failed.length === subjects.length || refresh.length === 0) return;
      await this.#declare(this.#until(round));
      await this.run(...args, ...(await this.setAsideFailed()));
      return;
    }
  }

  /** A token that may be an interrupted run's is left alone by the next one, which says who is to delete it. */
  #followRemedy({ output }: Outcome): void {
    const { applicationTokens } = this.stack.sandbox.control.store;
    for (const [, id] of output.matchAll(
      /sent its creation, and (\S+) appeared since\. .*Delete it at the provider if nobody uses it/g,
    ))
      applicationTokens.delete(id!);
  }

  /** A fault that was not met says nothing of the provider. */
  protected override hasFailed({ problems }: FaultSubject): boolean {
    return problems.some(({ check }) => check !== faultIsMet);
  }

  protected override async setAsideFailed(): Promise<string[]> {
    const failed = new Set(this.subjects.filter((subject) => this.hasFailed(subject)).map(({ place }) => place.name));
    if (failed.size === 0) return [];
    const { resources } = await this.stack.export();
    const urns = resources.map(({ urn }) => urn).filter((urn) => failed.has(urn.split("::").at(-1)!));
    return urns.flatMap((urn) => ["--exclude", urn]);
  }

  /** There is exactly one object of each cell, and it is the right one. */
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
            `expected ${wanted}; there: ${names}; before: ${existing.join(", ") || "none"}`,
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
          const left = definitions[cell.kind]!.undeletable === undefined ? 0 : existing.length;
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

  /** The token that the program is given is the one that the provider knows. */
  async #checkTokens(): Promise<void> {
    const tokens = this.subjects.filter(
      ({ cell, problems }) =>
        cell.kind === "applicationToken" && problems.length === 0 && !["read", "adopt", "delete"].includes(cell.operation),
    );
    if (tokens.length === 0) return;
    const { output } = await this.stack.pulumi("stack", "output", "--json", "--show-secrets");
    const shown = JSON.parse(output) as Readonly<Record<string, unknown>>;
    for (const subject of tokens) {
      const token = String(shown[subject.place.name]);
      const [present] = this.#present(subject);
      const known = this.stack.sandbox.control.store.applicationTokens.get(present!.id)!.secretHash;
      if (hashOf(token) !== known) this.blame(subject, "the token of the output", "the provider knows another one");
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
      const stays = cell.operation === "read" || definitions[cell.kind]!.undeletable !== undefined;
      const present = this.#present(subject);
      if (!stays && present.length > 0)
        this.blame(subject, "destroy", `left at the provider: ${present.map(({ id }) => id).join(", ")}`, outcome);
      if (stays && present.length === 0) this.blame(subject, "destroy", "it should have stayed at the provider", outcome);
    }
  }
}

const requestsOf = (target: Target) => ({ operation: target.operation, path: pathOf(target), body: target.body });

/** The path of a target, up to the first parameter that may be anything. */
function pathOf(target: Target): string {
  const [fixed = "", ...others] = rowOf(target).path.split("{");
  let path = fixed;
  for (const other of others) {
    const [name = "", rest = ""] = other.split("}");
    const value = target.parameters?.[name];
    if (value === undefined) return path;
    path += encodeURIComponent(value) + rest;
  }
  return path;
}
