import { isDeepStrictEqual } from "node:util";
import type { Emulation } from "../../sandbox/emulation.js";
import type { Control, Snapshot } from "../../sandbox/index.js";
import { emulation } from "../support/emulation.js";
import { deleting, identityOf, optionsOf, project, readIdOf, reported } from "./command.js";
import { keep } from "./keep.js";
import { Cut } from "./cut.js";
import type { Run, State } from "./engine/types.js";
import { hostProcess } from "./host.js";
import type { Command, History, Step } from "./history.js";
import { environment, loginInEnvironment } from "./login.js";
import { Machine, Volume } from "./machine.js";
import { holdingsOf } from "./invariants/holders.js";
import { abandonedClaims } from "../../cli/recover/claims.js";
import { runRecords, type RunRecords } from "../../provider/journal/journal.js";
import { type NotedCreation, type JournalOptions, noteLasts } from "../../provider/journal/noted.js";
import { systemClock } from "../../sdk/values/clock.js";
import { Life, Moments } from "./points.js";
import { type Effect, type EngineCall, Ledger } from "./ledger.js";
import type { Parties } from "./kinds.js";
import {
  actualContents,
  allObjects,
  idOf,
  isCancelled,
  kindOf,
  naturalKeyOf,
  type ObjectKey,
  objectOf,
  recordOf,
  remove,
} from "./objects.js";
import { programOf } from "./program.js";
import { actOutside } from "./outside.js";
import type { Ended, Failure, Sight, Stack } from "./stack.js";
import { change, declare, edited, rename, type StateEdit } from "./edits.js";
import { Stuck, VirtualTime } from "./time.js";

const emptyState: State = { resources: [] };

/** Everything that a history changes. */
export class World implements Sight {
  readonly time = new VirtualTime();
  readonly sandbox: Emulation;
  readonly ledger: Ledger;
  readonly stacks: readonly Stack[];
  readonly #machines: readonly Machine[];
  readonly #parties: Parties;
  readonly #run: Run;
  readonly #isFed: boolean;
  /** Environment variables of all commands. */
  #environment: Readonly<Record<string, string>> = environment;
  #runs = 0;
  /** Commands that destroy a whole stack. */
  readonly #destructions = new Set<number>();
  /** Commands, each with an object whose deletion its engine asked for. */
  readonly #asked = new Set<string>();
  #hands = 0;

  /**
   * @param judge sees the world before each request that writes, and after it
   */
  constructor(history: History, run: Run, judge: (world: World, caller: EngineCall) => (effect: Effect) => void) {
    this.#run = run;
    this.#isFed = history.fed === true;
    this.sandbox = emulation(this.time, {
      snapshot: beginning(this.time),
      seed: "empty",
      rateLimit: false,
      ...(history.readings === undefined ? {} : { readings: history.readings }),
      ...(history.lag === undefined ? {} : { visibleAfter: { ms: history.lag } }),
    });
    const { store } = this.sandbox.control;
    this.ledger = new Ledger(store, this.time, (caller) => judge(this, caller));
    const volumes = new Map<number, Volume>();
    this.#machines = history.machines.map((machine) => {
      const volume = volumes.get(machine.journal) ?? new Volume();
      volumes.set(machine.journal, volume);
      return new Machine(machine, volume);
    });
    this.stacks = history.places.map((place, index) => ({
      index,
      place,
      program: new Map(),
      adopted: new Set(),
      held: new Map(),
      state: emptyState,
      before: emptyState,
      exports: [],
      hasLetGo: false,
      importedAfter: undefined,
      forgetsUntil: 0,
      setAheadAfter: undefined,
      ended: [],
    }));
    const [recipient, client] = store.gdprContacts.all();
    this.#parties = { tom: store.gdprToms.all()[0]!.id, client: client!.id, recipient: recipient!.id };
  }

  get store(): Control["store"] {
    return this.sandbox.control.store;
  }

  /** Number of commands run so far. */
  get runs(): number {
    return this.#runs;
  }

  destroysAll(run: number): boolean {
    return this.#destructions.has(run);
  }

  /** Whether the engine asked for the deletion of that very object during a command. */
  isAsked(run: number, object: ObjectKey): boolean {
    return this.#asked.has(`${run} ${object}`);
  }

  async close(): Promise<void> {
    await this.sandbox.close();
  }

  stack(index: number): Stack {
    return this.stacks[index % this.stacks.length]!;
  }

  /** Performs a step; a meaningless one does nothing. Returns the commands that it ran, of each stack the first one. */
  async perform(step: Exclude<Step, { readonly do: "remedy" }>): Promise<readonly Ended[]> {
    if (step.do === "run") {
      const stacks = step.commands.map((command) => this.stack(command.in));
      return this.#together(step.commands.filter((_, index) => stacks.indexOf(stacks[index]!) === index));
    }
    if (step.do === "wait") await this.time.drive(this.time.sleep(step.milliseconds));
    this.#happen(step);
    return [];
  }

  #happen(step: Exclude<Step, { readonly do: "remedy" | "run" }>): void {
    switch (step.do) {
      case "declare":
        return declare(this.stack(step.in).program, step.resource);
      case "remove":
        return void this.stack(step.in).program.delete(step.name);
      case "change":
        return void change(this.stack(step.in), step.name, step.to);
      case "rename":
        return rename(this.stack(step.in).program, step);
      case "state":
        return void this.edit(this.stack(step.in), step.name, step.edit);
      case "import":
        return this.#import(this.stack(step.in), step.back);
      case "outside":
        return this.ledger.outside(this.#runs, () => actOutside(this.store, this.time.now(), ++this.#hands, step));
      case "wait":
        for (const stack of this.stacks)
          for (const { run, over } of stack.ended)
            if (over <= this.time.now() - noteLasts) stack.forgetsUntil = Math.max(stack.forgetsUntil, run);
        return;
      case "clock": {
        const machine = this.#machine(step.machine);
        const concerned = step.offset > machine.offset ? this.stacks : [];
        for (const stack of concerned) if (this.#machine(stack.place.machine) === machine) stack.setAheadAfter = this.#runs;
        machine.offset = step.offset;
        return;
      }
      case "boot":
        return this.#machine(step.machine).boot();
      case "journal": {
        const { shared } = this.#machine(step.machine);
        shared[step.act]();
        for (const stack of step.act === "lose" ? this.stacks : [])
          if (this.#machine(stack.place.machine).shared === shared) stack.forgetsUntil = this.#runs;
      }
    }
  }

  /** A state with pending operations must not be replaced: `hosting recover` comes first (docs/reliability.md). */
  #import(stack: Stack, back: number): void {
    const exported = stack.exports.at(-1 - back);
    if (exported === undefined || stack.state.pending_operations !== undefined) return;
    stack.hasLetGo = true;
    keep(this, stack, { resources: exported.resources }, true);
    stack.importedAfter = this.#runs;
  }

  sharesJournal(a: Stack, b: Stack): boolean {
    const [one, other] = [a, b].map(({ place }) => this.#machine(place.machine));
    return one!.shared === other!.shared && !one!.isFresh && !other!.isFresh;
  }

  isListed(key: ObjectKey): boolean {
    return recordOf(this.store, key) !== undefined;
  }

  /** Whether an object exists, and nobody has cancelled it. */
  exists(key: ObjectKey): boolean {
    return this.isListed(key) && !isCancelled(this.store, key);
  }

  /** Somebody removes an object at the provider. */
  removeByHand(key: ObjectKey): void {
    this.ledger.outside(this.#runs, () => remove(this.store, kindOf(key), idOf(key)));
  }

  #isTitled(key: ObjectKey, { title }: NotedCreation): boolean {
    const { name = naturalKeyOf(this.store, key) } = actualContents(this.store, key);
    return typeof name === "string" && name !== "" && title.includes(name);
  }

  /** Edits a state by hand. Returns whether that changed it. */
  edit(stack: Stack, name: string, edit: StateEdit, id?: string): boolean {
    const state = edited(stack.state, name, edit, id);
    const changes = state !== stack.state;
    if (changes) keep(this, stack, state, true);
    return changes;
  }

  /** Sets the login of an explicit provider in the environment. Returns whether it was not set yet. */
  setLogin(provider: string): boolean {
    const before = this.#environment;
    this.#environment = { ...before, ...loginInEnvironment(provider) };
    return !isDeepStrictEqual(before, this.#environment);
  }

  /** What `hosting recover --yes` does about claims of entries that have left the state. Returns whether there were any. */
  forget(stack: Stack): boolean {
    return this.#recovering(this.#machine(stack.place.machine), ({ claims }, stateOf) => {
      const stray = abandonedClaims(claims.all(), identityOf(stack), stack.state.resources, stateOf);
      for (const claim of stray) claims.release(claim, claim.entry);
      return stray.length > 0;
    });
  }

  /** What `hosting recover` sees on a machine. */
  #recovering<T>(machine: Machine, work: (records: RunRecords, stateOf: JournalOptions["stateOf"]) => T): T {
    const life = new Life(new Moments(() => undefined));
    const now = () => machine.now(this.time);
    const process = machine.start(life, this.#runs);
    const records = runRecords({
      storage: machine.shared.seenBy(life, now),
      engine: "recover",
      clock: { ...systemClock, now },
      ...process,
    });
    const result = work(records, process.stateOf);
    life.end();
    return result;
  }

  /**
   * Somebody looks at the provider for what creations have created that no state has shown since, deletes what no state has, and lets
   * `hosting recover --yes` forget the notes.
   *
   * @param isMeant which creations
   * @returns whether there were any
   */
  settleUnseen(isMeant: (creation: NotedCreation) => boolean): boolean {
    let some = false;
    for (const machine of this.#machines)
      this.#recovering(machine, ({ journal }) => {
        for (const creation of journal.creations().filter(isMeant)) {
          some = true;
          const held = new Set(this.stacks.flatMap((stack) => holdingsOf(this, stack).map(({ object }) => object)));
          for (const key of allObjects(this.store).keys())
            if (kindOf(key) === creation.kind && this.#isTitled(key, creation) && !held.has(key)) this.removeByHand(key);
          journal.settle(creation);
        }
      });
    return some;
  }

  /** Repairs everything that was damaged, and lets some time pass. */
  async recover(pause: number): Promise<void> {
    for (const { shared } of this.#machines) shared.mend();
    await this.time.drive(this.time.sleep(pause));
  }

  #machine(index: number): Machine {
    return this.#machines[index % this.#machines.length]!;
  }

  /** Runs commands on different stacks at the same time. */
  async #together(commands: readonly Command[]): Promise<readonly Ended[]> {
    const stop = new AbortController();
    const ended = Promise.all(commands.map((command) => this.#command(command, stop.signal)));
    try {
      return await this.time.drive(ended);
    } catch (error) {
      // Engine 3.259 hangs if it continues after the failure of a deletion that begins a replacement; the user kills it.
      if (!(error instanceof Stuck && commands.some(({ continueOnError }) => continueOnError === true))) throw error;
      stop.abort();
      return this.time.drive(ended);
    }
  }

  async #command(command: Command, stop: AbortSignal): Promise<Ended> {
    const stack = this.stack(command.in);
    const machine = this.#machine(stack.place.machine);
    const run = ++this.#runs;
    const volume = machine.volume();
    stack.before = stack.state;
    if (command.name === "destroy" && command.target === undefined && command.exclude === undefined) this.#destructions.add(run);
    if (volume.isFull) stack.forgetsUntil = run;
    else if (machine.isFresh) stack.forgetsUntil = run - 1;
    const began = this.time.now();
    const cut = new Cut(command.kill, stop);
    const { moments, killed } = cut;
    const messages: string[] = [];
    const failures: Failure[] = [];
    let writes = 0;
    const outcome = await this.#run(
      { name: command.name, ...optionsOf(command, stack) },
      programOf(stack.program.values(), {
        parties: this.#parties,
        isFed: this.#isFed,
        idOf: (resource) => readIdOf(this.store, stack, resource),
      }),
      stack.state,
      {
        stack: { project, stack: stack.place.stack, module: "hosting" },
        kill: killed,
        interrupt: cut.interrupted,
        save: async (state, updated) => {
          moments.count("before the state is written");
          killed.throwIfAborted();
          writes += 1;
          if (command.fullDisk !== undefined && writes >= command.fullDisk) throw new Error("no space left on device");
          const before = stack.state;
          keep(this, stack, structuredClone(state), false);
          moments.count("after the state was written");
          if (command.name === "up" && !killed.aborted)
            for (const [kind, id] of reported(stack, before, updated)) {
              volume.tell(`engine ${run}`, kind, id, machine.now(this.time));
              moments.count("after the program was told of an object");
            }
        },
        start: ({ config }) =>
          cut.start((life) =>
            hostProcess({
              life,
              time: this.time,
              now: () => machine.now(this.time),
              sandbox: this.sandbox,
              config,
              faults: command.faults ?? [],
              environment: this.#environment,
              identity: identityOf(stack),
              records: (clock) =>
                runRecords({
                  storage: volume.seenBy(life, () => machine.now(this.time)),
                  engine: `engine ${run}`,
                  clock,
                  ...machine.start(life, run),
                }),
              print: (message) => messages.push(message),
              place: stack.index,
              run,
              deleting: (details) => {
                const object = objectOf(this.store, details.kind, details.id ?? "");
                if (object !== undefined) this.#asked.add(`${run} ${object}`);
                return deleting(stack, details);
              },
              onAdopted: (kind, id) => stack.adopted.add(`${kind} ${id}`),
              witness: (caller, operation, excused, effect) => this.ledger.witness(caller, operation, excused, effect),
              onFailure: (call, message) => failures.push({ call, message }),
            }),
          ),
      },
    );
    cut.end();
    messages.push(...outcome.messages, ...failures.map(({ message }) => message));
    const { result, steps } = outcome;
    const ended = { command, run, began, over: this.time.now(), result, messages, failures, steps, killed: cut.at };
    stack.ended = [...stack.ended, ended];
    stack.exports.push(stack.state);
    return ended;
  }
}

let planted: Snapshot | undefined;

/** The start of every history; seeding it again each time would take longer than the history. */
function beginning(time: VirtualTime): Snapshot {
  planted ??= emulation(time, { seed: "default" }).control.snapshot();
  return { ...planted, time: time.now() };
}
