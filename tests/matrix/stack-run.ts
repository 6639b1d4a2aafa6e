import { createHash } from "node:crypto";
import { join } from "node:path";
import type { FaultEffect } from "../../sandbox/index.js";
import type { Outcome, ResourceSpec } from "../support/engine.js";
import { Stack } from "../support/engine.js";
import { arrivals, deadAddress, strike } from "./blows.js";
import { type Cell, rowOf, targetOf } from "./cells.js";
import { errorsOf, filesBelow, leaksIn, shownEvents, type Written } from "./evidence.js";
import { faultOf } from "./faults.js";
import { definitions } from "./kinds.js";
import { cellsOf, goesOn, type Plan, resourceName, type Round } from "./plan.js";
import { type Place, placeOf, seedFor } from "./place.js";
import { kill, type ProcessMark } from "./processes.js";
import { type Declared, declare } from "./programs.js";
import { type Present, samples, type Target } from "./samples.js";

/** A promise of the provider that did not hold. */
export interface Problem {
  /** What was looked at. */
  readonly check: string;
  readonly message: string;
  /** Everything that the command printed, where there was one. */
  readonly output?: string;
}

export interface CellResult {
  readonly cell: Cell;
  /** None: the cell passes. */
  readonly problems: readonly Problem[];
}

interface Subject {
  readonly cell: Cell;
  readonly place: Place;
  readonly declared: Declared;
  readonly problems: Problem[];
  /** Identifiers of its objects before the fault. */
  existing: readonly string[];
  /** Pulumi's id before the fault. */
  id: string;
}

/** Far longer than any command takes: costly kinds are looked for over a minute after a lost answer, and others wait for that. */
const commandLimit = 480_000;
const parallel = ["--parallel", "64"];
const runsAgain = 2;
/** Fails where the request that the fault was to hit was never sent: that says nothing of the provider. */
export const faultIsMet = "the fault is met";
/** So that what never comes is not waited for long; where requests wait for one another, longer than that takes. */
const limits = {
  single: { HOSTING_REQUEST_TIMEOUT: "2s", HOSTING_RATE_LIMIT_WAIT: "10s" },
  gathered: { HOSTING_REQUEST_TIMEOUT: "10s", HOSTING_RATE_LIMIT_WAIT: "10s" },
} as const;
/** The domain's status would change on its own otherwise, and a stale listing show no more than that. */
const never = 365 * 86_400_000;

/** Takes a stack through its plan: what is declared, the faults, the runs after them, and all that must hold then. */
export async function runPlan(plan: Plan): Promise<CellResult[]> {
  const cells = cellsOf(plan);
  const places = cells.map((cell, index) => placeOf(index, resourceName(cell)));
  const stack = await Stack.create(
    { seed: seedFor(places), rateLimit: false, registrationDelay: never },
    { HOSTING_SUBDOMAIN_DELETION: "body" },
    { timeout: commandLimit },
  );
  const run = new StackRun(stack, plan, cells, places);
  try {
    await run.all();
    return run.results();
  } finally {
    run.endOrphans();
    await stack.dispose();
  }
}

class StackRun {
  readonly #stack: Stack;
  readonly #plan: Plan;
  readonly #subjects: readonly Subject[];
  readonly #written: Written[] = [];
  readonly #orphans: ProcessMark[] = [];

  constructor(stack: Stack, plan: Plan, cells: readonly Cell[], places: readonly Place[]) {
    this.#stack = stack;
    this.#plan = plan;
    this.#subjects = cells.map((cell, index) => {
      const place = places[index]!;
      const declared = declare(cell, place, stack.sandbox.control);
      return { cell, place, declared, problems: [], existing: [], id: declared.planted ?? "" };
    });
  }

  async all(): Promise<void> {
    await this.#prepare();
    for (const round of this.#plan.rounds) {
      const subjects = this.#subjects.filter(({ cell }) => round.cells.includes(cell));
      await this.#befall(round, subjects);
      await this.#runAgain(round, subjects);
    }
    this.#count();
    await this.#checkTokens();
    await this.#checkPreview();
    await this.#destroy();
    await this.#searchSecrets();
  }

  results(): CellResult[] {
    return this.#subjects.map(({ cell, problems }) => ({ cell, problems }));
  }

  endOrphans(): void {
    for (const orphan of this.#orphans) kill(orphan);
  }

  async #run(...args: string[]): Promise<Outcome> {
    return this.#note(args, await this.#stack.pulumi(...args));
  }

  #note(args: readonly string[], outcome: Outcome): Outcome {
    const command = `pulumi ${args.join(" ")}`;
    this.#written.push(
      { where: `what ${command} printed`, text: outcome.output },
      { where: `the event log of ${command}`, text: shownEvents(outcome) },
    );
    return outcome;
  }

  /**
   * The program as it is from a round on: `rounds` have had their faults, or meet them now. What has failed already is left out, so
   * that it does not decide over the others.
   */
  async #declare(rounds: readonly Round[]): Promise<void> {
    const changed = new Set(rounds.flatMap(({ cells }) => cells));
    const resources = this.#subjects
      .filter((subject) => !this.#hasFailed(subject))
      .map(({ cell, declared }) => (changed.has(cell) ? declared.after : declared.before))
      .filter((resource): resource is ResourceSpec => resource !== undefined);
    const outputs = Object.fromEntries(
      resources
        .filter(({ type, get }) => type === "ApplicationToken" && get === undefined)
        .map(({ name }) => [name, { $of: [name, "token"] }]),
    );
    await this.#stack.declare({ resources, outputs });
  }

  #until(round: Round): readonly Round[] {
    return this.#plan.rounds.slice(0, this.#plan.rounds.indexOf(round) + 1);
  }

  async #prepare(): Promise<void> {
    await this.#declare([]);
    const outcome = await this.#run("up", "--yes", "--skip-preview", ...parallel);
    if (outcome.status !== 0) throw new Error(`What the cells need could not be made:\n${outcome.output}`);
    const { resources } = await this.#stack.export();
    const ids = new Map(resources.map(({ urn, id }) => [urn.split("::").at(-1), id]));
    for (const subject of this.#subjects) {
      subject.id = ids.get(subject.place.name) ?? subject.id;
      subject.existing = this.#present(subject).map(({ id }) => id);
    }
  }

  #present({ cell, place }: Subject): Present[] {
    return samples[cell.kind]!.present(this.#stack.sandbox.control, place);
  }

  /** The command in which every cell of the round meets its fault. */
  async #befall(round: Round, subjects: readonly Subject[]): Promise<void> {
    await this.#declare(this.#until(round));
    const args = [
      round.command,
      "--yes",
      "--skip-preview",
      ...parallel,
      ...(round.command === "up" && goesOn(round) ? ["--continue-on-error"] : []),
      ...(await this.#excludingFailed()),
    ];
    const fault = faultOf(round.cells[0]!.fault);
    if (fault.scope === "command" && fault.blow === "refuse") {
      const { outcome } = await this.#stack.start(args, { HOSTING_BASE_URL: await deadAddress() });
      this.#note(args, await outcome);
      return;
    }
    const { faults } = this.#stack.sandbox.control;
    const holding = new Map(round.gathered ? subjects.map((subject) => [this.#hold(subject), subject]) : []);
    const ids = Array.from(holding.keys());
    let outcome: Outcome;
    let met: Subject[];
    const held = (arrived: ReadonlySet<string>) => ids.filter((id) => arrived.has(id)).map((id) => holding.get(id)!);
    if (fault.scope === "command") {
      const struck = await strike(this.#stack, fault.blow as Exclude<typeof fault.blow, "refuse">, args, ids);
      ({ outcome } = struck);
      met = held(struck.held);
      this.#orphans.push(...struck.orphans);
    } else {
      const armed = new Map(subjects.map((subject) => [this.#arm(subject, fault.effect), subject]));
      const running = await this.#stack.start(args, round.gathered ? limits.gathered : limits.single);
      const arrived = await arrivals(this.#stack, running, ids);
      faults.release();
      outcome = await running.outcome;
      const seen = faults.list().flatMap((each) => (each.seen > 0 && armed.has(each.id) ? [armed.get(each.id)!] : []));
      met = round.gathered ? held(arrived) : seen;
      faults.clear();
    }
    this.#note(args, outcome);
    for (const subject of subjects)
      if (!met.includes(subject)) this.#blame(subject, faultIsMet, "the request that it was to hit was never sent", outcome);
    const killed = fault.scope === "command" && fault.blow === "kill-engine";
    if (killed || outcome.status === null) await this.#run("cancel", "--yes");
    if (!killed && outcome.status === null) this.#blameFor("the command with the fault", outcome, subjects);
  }

  #hold({ cell, place, id }: Subject): string {
    const fault = faultOf(cell.fault);
    const when = (fault.scope === "command" ? fault.held : undefined) ?? "before";
    const { faults } = this.#stack.sandbox.control;
    return faults.add({ ...requestsOf(targetOf(cell, place, id)), effect: { kind: "hold", when } });
  }

  #arm({ cell, place, id }: Subject, effect: FaultEffect): string {
    const target = targetOf(cell, place, id);
    const { repeat } = rowOf(target);
    // The client repeats what does no harm, so that a single failure would be no fault at all; an old answer is none to it.
    const repeated = (repeat === "safe" || repeat === "idempotent") && effect.kind !== "stale-list";
    const { faults } = this.#stack.sandbox.control;
    return faults.add({ ...requestsOf(target), effect, ...(repeated ? { occurrence: "always" } : {}) });
  }

  /** Without the fault, twice at most. */
  async #runAgain(round: Round, subjects: readonly Subject[]): Promise<void> {
    const refresh = round.command === "refresh" ? ["--refresh"] : [];
    const args = ["up", "--yes", "--skip-preview", "--continue-on-error", ...refresh, ...parallel];
    for (let run = 1; ; run += 1) {
      const outcome = await this.#run(...args, ...(await this.#excludingFailed()));
      const failed = this.#failedIn(outcome, subjects);
      if (outcome.status === 0 || failed?.length === 0) return;
      if (run < runsAgain) continue;
      this.#blameFor(`run ${run} after the fault`, outcome, failed ?? subjects);
      // A refresh that fails keeps all others from being looked at.
      if (failed === undefined || failed.length === subjects.length || refresh.length === 0) return;
      await this.#declare(this.#until(round));
      await this.#run(...args, ...(await this.#excludingFailed()));
      return;
    }
  }

  /** Which of the subjects the command failed for; undefined where it failed as a whole. */
  #failedIn(outcome: Outcome, subjects: readonly Subject[]): Subject[] | undefined {
    const errors = errorsOf(outcome);
    if (!this.#subjects.some(({ place }) => errors.has(place.name)) && outcome.status !== 0) return undefined;
    return subjects.filter(({ place }) => errors.has(place.name));
  }

  #blameFor(check: string, outcome: Outcome, subjects: readonly Subject[]): void {
    const errors = errorsOf(outcome);
    for (const subject of subjects)
      this.#blame(
        subject,
        check,
        errors.get(subject.place.name) ?? (outcome.status === null ? "the command did not end" : "the command failed as a whole"),
        outcome,
      );
  }

  #blame(subject: Subject, check: string, message: string, outcome?: Outcome): void {
    subject.problems.push({ check, message, ...(outcome === undefined ? {} : { output: outcome.output }) });
  }

  #hasFailed({ problems }: Subject): boolean {
    return problems.some(({ check }) => check !== faultIsMet);
  }

  /** What has failed already is not to keep the others from being looked at. */
  async #excludingFailed(): Promise<string[]> {
    const failed = new Set(this.#subjects.filter((subject) => this.#hasFailed(subject)).map(({ place }) => place.name));
    if (failed.size === 0) return [];
    const { resources } = await this.#stack.export();
    const urns = resources.map(({ urn }) => urn).filter((urn) => failed.has(urn.split("::").at(-1)!));
    return urns.flatMap((urn) => ["--exclude", urn]);
  }

  /** There is exactly one object of each cell, and it is the right one. */
  #count(): void {
    for (const subject of this.#subjects) {
      const { cell, declared, existing } = subject;
      const present = this.#present(subject);
      const names = present.map(({ id }) => id).join(", ") || "none";
      const expect = (holds: boolean, wanted: string) => {
        if (!holds)
          this.#blame(
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
    const tokens = this.#subjects.filter(
      ({ cell, problems }) =>
        cell.kind === "applicationToken" && problems.length === 0 && !["read", "adopt", "delete"].includes(cell.operation),
    );
    if (tokens.length === 0) return;
    const { output } = await this.#stack.pulumi("stack", "output", "--json", "--show-secrets");
    const shown = JSON.parse(output) as Readonly<Record<string, unknown>>;
    for (const subject of tokens) {
      const token = String(shown[subject.place.name]);
      const [present] = this.#present(subject);
      const known = this.#stack.sandbox.control.store.applicationTokens.get(present!.id)!.secretHash;
      if (`sha256:${createHash("sha256").update(token, "utf8").digest("hex")}` !== known)
        this.#blame(subject, "the token of the output", "the provider knows another one");
    }
  }

  /** Pulumi has nothing to do, even after looking at everything anew. */
  async #checkPreview(): Promise<void> {
    const check = "preview with refresh";
    for (;;) {
      await this.#declare(this.#plan.rounds);
      const args = ["preview", "--refresh", "--expect-no-changes", "--diff", ...parallel, ...(await this.#excludingFailed())];
      const outcome = await this.#run(...args);
      if (outcome.status === 0) return;
      const steps = outcome.steps.filter(({ op }) => !["same", "refresh", "read"].includes(op));
      const changed = new Map(steps.map(({ op, name }) => [name, `it would ${op}`]));
      const errors = errorsOf(outcome);
      const wrong = new Map([...changed, ...errors]);
      const fresh = this.#subjects.filter((subject) => wrong.has(subject.place.name) && !this.#hasFailed(subject));
      for (const subject of fresh) this.#blame(subject, check, wrong.get(subject.place.name)!, outcome);
      if (fresh.length > 0) continue;
      // Errors end the preview, so that nothing is known of the others.
      if (errors.size > 0 || changed.size === 0) this.#blameFor(check, outcome, this.#unfailed());
      return;
    }
  }

  #unfailed(): Subject[] {
    return this.#subjects.filter(({ problems }) => problems.length === 0);
  }

  async #destroy(): Promise<void> {
    const outcome = await this.#run("destroy", "--yes", "--skip-preview", "--continue-on-error", ...parallel);
    if (outcome.status !== 0) this.#blameFor("destroy", outcome, this.#failedIn(outcome, this.#subjects) ?? this.#unfailed());
    const { resources } = await this.#stack.export();
    const left = new Set(resources.map(({ urn }) => urn.split("::").at(-1)));
    for (const subject of this.#subjects) {
      const { cell, place } = subject;
      if (left.has(place.name)) this.#blame(subject, "destroy", "it is still in the state", outcome);
      const stays = cell.operation === "read" || definitions[cell.kind]!.undeletable !== undefined;
      const present = this.#present(subject);
      if (!stays && present.length > 0)
        this.#blame(subject, "destroy", `left at the provider: ${present.map(({ id }) => id).join(", ")}`, outcome);
      if (stays && present.length === 0) this.#blame(subject, "destroy", "it should have stayed at the provider", outcome);
    }
  }

  /** No secret stands anywhere in plain. */
  async #searchSecrets(): Promise<void> {
    const { folder, sandbox } = this.#stack;
    const files = [
      ...(await filesBelow(join(folder, "state"))).map(({ where, text }) => ({ where: `the state, ${where}`, text })),
      ...(await filesBelow(join(folder, "home"))).map(({ where, text }) => ({ where: `PULUMI_HOME, ${where}`, text })),
    ];
    const requests = { where: "the sandbox's journal", text: JSON.stringify(sandbox.control.journal.requests()) };
    for (const { secret, where, context } of leaksIn([...this.#written, ...files, requests])) {
      const owners = this.#subjects.filter(({ place }) => secret.includes(`-${place.mark}-`));
      for (const subject of owners.length > 0 ? owners : this.#subjects)
        this.#blame(subject, "no secret in plain", `${where} shows one: ${context}`);
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
