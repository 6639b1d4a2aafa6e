import type { FaultEffect } from "../../sandbox/index.js";
import type { Outcome } from "../../tests/support/engine.js";
import { arrivals, deadAddress, disrupt } from "./disruptions.js";
import { rowOf } from "./cells.js";
import { type FaultName, faultOf } from "./faults.js";
import { ownerOf } from "../../tests/support/place.js";
import { kill, type ProcessMark } from "../../tests/support/processes.js";
import type { Target } from "../../tests/support/specimen.js";
import { nameIn } from "./state.js";
import { type CellResult, parallel, type CellRun, Trial } from "./trial.js";

/** One cell of a fault in a stack. */
export interface FaultCellRun<C> extends CellRun {
  readonly cell: C;
  /** Name of the cell. */
  readonly title: string;
  readonly fault: FaultName;
  /** The request that the fault hits, once the existing objects are known. */
  target(): Target;
  /** What happened to its request, according to the sandbox. */
  met?: FaultEffect;
}

/** The result of a cell, and what happened to its request; undefined if a whole command was struck. */
export interface FaultResult<C> extends CellResult<C> {
  readonly met: FaultEffect | undefined;
}

/** One faulted command and its subjects. All of its faults are for single requests, or all are the same disruption. */
export interface Faulted<S> {
  readonly command: "up" | "refresh";
  readonly subjects: readonly S[];
  /** The decisive requests wait for each other, so that all have been sent before the first fault has any consequence. */
  readonly gathered: boolean;
  /** Whether the command continues after errors. */
  readonly goesOn: boolean;
}

/** Fails if the request for the fault was never sent: that says nothing about the provider. */
export const faultIsMet = "the fault is met";
/** Far longer than any command takes: after a lost answer, the provider looks for billed objects for over a minute, and others wait. */
export const commandLimit = 480_000;
const runsAgain = 2;
/** Short, so that missing answers do not take long; longer if requests wait for each other. */
const limits = {
  single: { HOSTING_REQUEST_TIMEOUT: "2s", HOSTING_RATE_LIMIT_WAIT: "10s" },
  gathered: { HOSTING_REQUEST_TIMEOUT: "10s", HOSTING_RATE_LIMIT_WAIT: "10s" },
} as const;

/** Runs subjects through a command in which each meets its fault, and through the later runs. */
export abstract class FaultTrial<C, S extends FaultCellRun<C>> extends Trial<S> {
  readonly #orphans: ProcessMark[] = [];

  /** Runs everything, and leaves nothing running. */
  async results(): Promise<FaultResult<C>[]> {
    try {
      await this.all();
      return this.subjects.map(({ cell, problems, met }) => ({ cell, problems, met }));
    } finally {
      for (const orphan of this.#orphans) kill(orphan);
      await this.stack.dispose();
    }
  }

  /** The declarations, the faults, the later runs, and all checks. */
  protected abstract all(): Promise<void>;

  /** The command in which every subject meets its fault; the program is already declared. */
  protected async befall({ command, subjects, gathered, goesOn }: Faulted<S>): Promise<void> {
    const args = [
      command,
      "--yes",
      "--skip-preview",
      ...parallel,
      ...(command === "up" && goesOn ? ["--continue-on-error"] : []),
      ...(await this.setAsideFailed()),
    ];
    const fault = faultOf(subjects[0]!.fault);
    if (fault.scope === "command" && fault.disruption === "refuse") {
      const { outcome } = await this.stack.start(args, { HOSTING_BASE_URL: await deadAddress() });
      this.note(args, await outcome);
      return;
    }
    const { faults } = this.stack.sandbox.control;
    const holding = new Map(gathered ? subjects.map((subject) => [this.#hold(subject), subject]) : []);
    const ids = Array.from(holding.keys());
    let outcome: Outcome;
    let met: S[];
    const held = (arrived: ReadonlySet<string>) => ids.filter((id) => arrived.has(id)).map((id) => holding.get(id)!);
    if (fault.scope === "command") {
      const struck = await disrupt(this.stack, fault.disruption as Exclude<typeof fault.disruption, "refuse">, args, ids);
      ({ outcome } = struck);
      met = held(struck.held);
      this.#orphans.push(...struck.orphans);
    } else {
      const armed = new Map(subjects.map((subject) => [this.#arm(subject), subject]));
      const running = await this.stack.start(args, gathered ? limits.gathered : limits.single);
      const arrived = await arrivals(this.stack, running, ids);
      faults.release();
      outcome = await running.outcome;
      const hit = faults.list().filter(({ id, seen }) => seen > 0 && armed.has(id));
      for (const { id, effect } of hit) armed.get(id)!.met = effect;
      const seen = hit.map(({ id }) => armed.get(id)!);
      met = gathered ? held(arrived) : seen;
      faults.clear();
    }
    this.note(args, outcome);
    this.#followRemedy(outcome);
    for (const subject of subjects)
      if (!met.includes(subject)) this.blame(subject, faultIsMet, "the request for the fault was never sent", outcome);
    const killed = fault.scope === "command" && fault.disruption === "kill-engine";
    if (killed || outcome.status === null) await this.run("cancel", "--yes");
    if (!killed && outcome.status === null) this.blameFor("the command with the fault", outcome, subjects);
  }

  #hold(subject: S): string {
    const fault = faultOf(subject.fault);
    const when = (fault.scope === "command" ? fault.held : undefined) ?? "before";
    return this.stack.sandbox.control.faults.add({ ...requestsOf(subject.target()), effect: { kind: "hold", when } });
  }

  /** Gives every subject its own fault. */
  #arm(subject: S): string {
    const fault = faultOf(subject.fault);
    if (fault.scope === "command")
      throw new Error(`${subject.fault} strikes a whole command, not the request of ${subject.title}.`);
    const { effect } = fault;
    const target = subject.target();
    const { repeat } = rowOf(target);
    // The client retries what does no harm, so a single failure would be no fault at all; a stale answer is not a failure for it.
    const repeated = (repeat === "safe" || repeat === "idempotent") && effect.kind !== "stale-list";
    const { faults } = this.stack.sandbox.control;
    return faults.add({ ...requestsOf(target), effect, ...(repeated ? { occurrence: "always" } : {}) });
  }

  /**
   * Runs without the fault, at most twice.
   *
   * @param redeclared if a failure prevents the turn of all others: declares the program without what has failed
   */
  protected async runAgain(subjects: readonly S[], flags: readonly string[], redeclared?: () => Promise<void>): Promise<void> {
    const args = ["up", "--yes", "--skip-preview", "--continue-on-error", ...flags, ...parallel];
    for (let run = 1; ; run += 1) {
      const outcome = await this.run(...args, ...(await this.setAsideFailed()));
      const failed = this.failedIn(outcome, subjects);
      this.#followRemedy(outcome);
      if (outcome.status === 0 || failed?.length === 0) return;
      if (run < runsAgain) continue;
      this.blameFor(`run ${run} after the fault`, outcome, failed ?? subjects);
      if (failed === undefined || failed.length === subjects.length || redeclared === undefined) return;
      await redeclared();
      await this.run(...args, ...(await this.setAsideFailed()));
      return;
    }
  }

  /** A token whose answer was lost is not deleted by a run, which tells the user to do so. */
  #followRemedy({ output }: Outcome): void {
    const { applicationTokens } = this.stack.sandbox.control.store;
    for (const [, id] of output.matchAll(
      /(\S+) (?:may be the result of an earlier run|appeared (?:since|at the same time))\b.*Delete the object at the provider if nobody uses it/g,
    ))
      applicationTokens.delete(id!);
  }

  /** A fault that was not met says nothing about the provider. */
  protected override hasFailed({ problems }: S): boolean {
    return problems.some(({ check }) => check !== faultIsMet);
  }

  protected override async setAsideFailed(): Promise<string[]> {
    const failed = new Set(this.subjects.filter((subject) => this.hasFailed(subject)).map(({ place }) => place.name));
    if (failed.size === 0) return [];
    const { resources } = await this.stack.export();
    return resources.filter((entry) => failed.has(ownerOf(nameIn(entry)))).flatMap(({ urn }) => ["--exclude", urn]);
  }
}

const requestsOf = (target: Target) => ({ operation: target.operation, path: pathOf(target), body: target.body });

/** The path of a target, up to the first parameter with any value. */
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
