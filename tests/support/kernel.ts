import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Context, openContext } from "../../provider/runtime/context.js";
import type { Definition } from "../../provider/definition/definition.js";
import type { Kept } from "../../provider/ownership/holders.js";
import type { Kind } from "../../provider/values/kinds.js";
import { type Journal, runRecords } from "../../provider/journal/journal.js";
import { folderStorage } from "../../provider/journal/journal-storage.js";
import { compare } from "../../provider/lifecycle/comparison.js";
import { create } from "../../provider/lifecycle/creation/create.js";
import { DeclaredObject } from "../../provider/lifecycle/creation/declared-object.js";
import { remove } from "../../provider/lifecycle/delete.js";
import { Entry } from "../../provider/lifecycle/entry.js";
import { checkFollows, checkPlan, checkStays } from "../../provider/lifecycle/plan.js";
import { newProblems } from "../../provider/lifecycle/preview-checks.js";
import { read } from "../../provider/lifecycle/read.js";
import { update } from "../../provider/lifecycle/update.js";
import type { Properties } from "../../provider/values/properties.js";
import { nameOf } from "../../provider/values/reserved-properties.js";
import { Ownership } from "../../provider/ownership/ownership.js";
import { noteRecorded } from "../../provider/journal/recorded.js";
import { thisProcess } from "../../provider/journal/sender.js";
import { accountOf, type Settings } from "../../provider/runtime/settings.js";
import { type Fault, type FaultEffect, type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox/index.js";
import { systemClock, type Clock } from "../../sdk/values/clock.js";
import { type Client, createClient } from "../../sdk/index.js";
import { FakeClock } from "./clock.js";
import { mortal } from "./mortal.js";

/** Time that passes at once: every sleeper wakes immediately, at a later time. */
export class HastyClock implements Clock {
  readonly pauses: number[] = [];
  #now = Date.now();

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number): Promise<void> {
    this.pauses.push(milliseconds);
    this.#now += milliseconds;
    return Promise.resolve();
  }
}

/** Maximum duration of a request, in milliseconds of the client's clock. */
const longestRequest = 250;

/**
 * No answered request takes this many rounds of the event loop. The sandbox shares this process, so a busy
 * machine delays both.
 */
const mostTurns = 500;

/** Stands still, but delays neither a caller without a pause nor the end of an unanswered request. */
class StandingClock extends FakeClock {
  override async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (milliseconds === 0) return;
    if (milliseconds !== longestRequest) return super.sleep(milliseconds, signal);
    await outlast(signal);
  }
}

/** Longer than any answered request. */
export async function outlast(signal?: AbortSignal): Promise<void> {
  await systemClock.sleep(50, signal);
  for (let turn = 0; turn < mostTurns; turn += 1) {
    await new Promise(setImmediate);
    signal?.throwIfAborted();
  }
}

/** No process has such an id: Linux's highest one is lower. */
let run = 2 ** 30;

/** The lifecycle of one kind of resource, on plain objects. */
type Kernel = ReturnType<typeof kernelOf>;

function kernelOf(definition: Definition, context: () => Context, warn: (message: string) => void) {
  const call = async <T>(work: (current: Context) => Promise<T>): Promise<T> => {
    const current = context();
    return current.calls.during(() => work(current));
  };
  const withEntry = <T>(of: ConstructorParameters<typeof Entry>[2], work: (entry: Entry) => Promise<T>): Promise<T> =>
    call((current) => work(new Entry(definition, current, of)));
  return {
    checkNew: (inputs: Properties) => newProblems(new DeclaredObject(definition, context(), inputs), warn),
    diff: (id: string, state: Properties, news: Properties) => compare(definition, { id, state, news }, warn),
    checkPlan: (id: string, state: Properties, news: Properties, names: readonly string[]) =>
      withEntry({ id, state, news }, (entry) => checkPlan(entry, { changes: undefined, replaces: names }, warn)),
    checkFollows: (id: string, state: Properties, news: Properties) =>
      withEntry({ id, state, news }, (entry) => checkFollows(entry, warn)),
    checkStays: (id: string, state: Properties, news: Properties) => withEntry({ id, state, news }, checkStays),
    create: (inputs: Properties) => call((current) => create(definition, current, inputs)),
    update: (id: string, state: Properties, news: Properties) => withEntry({ id, state, news }, update),
    delete: (id: string, state: Properties) => withEntry({ id, state }, remove),
    read: (id: string, state: Properties) => withEntry({ id, state }, read),
  };
}

/** The definition of any kind. */
export type SomeDefinition = Readonly<{ kind: Kind }>;

/** An object and its entry in the state. */
export interface Shown {
  readonly id: string;
  readonly state: Properties;
}

/** An operation, and whether it takes effect before or after its request is held. */
type Moment = readonly [operation: string, when: "before" | "after"];

/** Hooks that give each test a sandbox, and kernels that work on it through a real client; waits take no time. */
export function rehearseKernel(options: SandboxOptions = {}, settings: Partial<Settings> = {}) {
  let sandbox: Sandbox | undefined;
  let client: Client | undefined;
  const now = {
    clock: new HastyClock(),
    clientClock: new StandingClock(),
    warnings: [] as string[],
    journal: undefined as Journal | undefined,
  };
  let context: (() => Context) | undefined;
  let folder: string | undefined;
  let begin: ((pid: number, engine?: number) => void) | undefined;
  let engine = run;
  let stackName = "";
  /** Runs that continue concurrently. */
  let running = new Set<number>();

  beforeEach(async () => {
    sandbox = await startSandbox(options);
    now.clock = new HastyClock();
    now.clientClock = new StandingClock(Date.now());
    now.warnings = [];
    const credentials = { username: "reseller", password: "sandbox-password" };
    const all: Settings = {
      baseUrl: sandbox.url,
      credentials,
      subdomainDeletion: "refuse",
      whenGone: "error",
      previewChecks: "off",
      requestTimeout: 60_000,
      rateLimitWait: 900_000,
      ...settings,
    };
    client = createClient({
      baseUrl: all.baseUrl,
      credentials,
      fresh: true,
      timeouts: { request: longestRequest },
      retry: { budget: 0 },
      clock: now.clientClock,
    });
    folder = await mkdtemp(join(tmpdir(), "pulumi-hosting-"));
    running = new Set();
    stackName = "stack";
    begin = (pid, of = pid) => {
      engine = of;
      running.add(pid);
      const records = runRecords({
        storage: folderStorage(join(folder!, "journal")),
        engine: `engine ${engine}`,
        clock: now.clock,
        self: { ...thisProcess(), pid },
        stateOf: (sender) => (running.has(sender.pid) ? "running" : "ended"),
      });
      const made = openContext({
        openClient: () => mortal(client!, () => running.has(pid)),
        settings: all,
        clock: now.clock,
        ownership: new Ownership({
          ...records,
          account: () => accountOf(all),
          stack: () => Promise.resolve({ project: "project", stack: stackName, backend: "file:///state" }),
          clock: now.clock,
        }),
        warn: (text) => now.warnings.push(text),
      });
      now.journal = records.journal;
      context = () => made;
    };
    begin(run);
  });
  afterEach(async () => {
    // The sandbox first: a client waits for calls that a silent one keeps open.
    await sandbox?.close();
    await client?.close();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  const kernel = (definition: SomeDefinition): Kernel =>
    kernelOf(
      definition as Definition,
      () => context!(),
      (text) => now.warnings.push(text),
    );

  const unhurried = async <T>(step: () => Promise<T>): Promise<T> => {
    const { clock } = now;
    const hasty = clock.sleep.bind(clock);
    clock.sleep = () => new Promise(() => undefined);
    return step().finally(() => (clock.sleep = hasty));
  };

  const endRun = (): void => {
    now.journal!.endNormally();
    running.clear();
    begin!(++run);
  };

  /** Starts a step until the request of an operation is held. The result releases it and returns the step. */
  const hold = async <T>([operation, when]: Moment, step: () => Promise<T>): Promise<() => Promise<T>> => {
    const { faults } = sandbox!.control;
    faults.add({ operation, effect: { kind: "hold", when } });
    const running = step();
    running.catch(() => undefined);
    while (faults.held().length === 0) await new Promise(setImmediate);
    return () => {
      faults.clear();
      return running;
    };
  };

  const rehearsed = {
    /** All warnings so far. */
    said: () => now.warnings.join("\n"),
    /** An object that a state has had since an earlier run. */
    async existing(definition: SomeDefinition, inputs: Properties): Promise<Shown> {
      const { id, state } = await kernel(definition).create(inputs);
      rehearsed.recorded(definition.kind, id);
      endRun();
      return { id, state };
    },
    /** Lets a request of an operation fail; by default the first one. */
    fault: (operation: string, effect: FaultEffect, more?: Partial<Fault>) =>
      void sandbox!.control.faults.add({ operation, effect, ...more }),
    hold,
    /** Performs a step until the request of an operation is held; then its run is killed. */
    async cutOff(moment: Moment, step: () => Promise<unknown>) {
      await hold(moment, step);
      rehearsed.beginNextRun();
    },
    get sandbox() {
      return sandbox!;
    },
    /** The clock of the kernel's waits. */
    get clock() {
      return now.clock;
    },
    /** The clock by which the client judges its token. */
    get clientClock() {
      return now.clientClock;
    },
    get warnings() {
      return now.warnings;
    },
    /** The journal of the current run. */
    get journal() {
      return now.journal!;
    },
    /** What the current process knows of the objects. */
    get ownership() {
      return context!().ownership;
    },
    /** Treats the current run as killed, and starts the next one. */
    beginNextRun() {
      running.clear();
      begin!(++run);
    },
    /** Starts another run while the current one continues. */
    beginRunBeside: () => begin!(++run),
    /** Starts another provider process of the current run, as for an explicit `Provider`; the earlier one continues. */
    beginProcessBeside: () => begin!(++run, engine),
    /** Ends the current run normally, and starts the next one. */
    endRun,
    /** Ends the current run normally; the next run and those after it are of another stack. */
    endRunBefore(stack: string) {
      stackName = stack;
      endRun();
    },
    /** The program of this run declares the resource of an entry. */
    declares: (definition: Kept, id: string, state: Properties) =>
      context!().ownership.publish(definition, { id, state, news: state }),
    /** The program of this run replaces the object of a resource. */
    replaces(definition: SomeDefinition, id: string, news: Properties) {
      const { run } = context!().ownership;
      const { kind, replacement } = definition as Definition;
      run.recordDeclaration({ kind, name: nameOf(news) }, { isReplaced: true });
      if (replacement.order === "delete-first") run.recordEntry(kind, id, news, { isLeaving: true });
    },
    /** The state shows an object in this run. */
    seen: (kind: string, id: string, state: Properties = {}) => context!().ownership.seen(kind, id, state),
    /** The program of this run receives an object. */
    recorded: (kind: string, id: string) =>
      noteRecorded(kind, id, { HOSTING_JOURNAL: join(folder!, "journal"), PULUMI_NODEJS_ENGINE: `engine ${engine}` }),
    /** Deletes the journal and ends the run, as if the next one were on another machine. */
    loseJournal() {
      endRun();
      rmSync(join(folder!, "journal"), { recursive: true, force: true });
    },
    /** Makes the journal unwritable. */
    spoilJournal() {
      rmSync(join(folder!, "journal"), { recursive: true, force: true });
      writeFileSync(join(folder!, "journal"), "");
    },
    /** Makes the notes of the runs so far unreadable; returns the number of files. */
    lockJournal() {
      const files = folderStorage(join(folder!, "journal")).names();
      for (const name of files) {
        const file = join(folder!, "journal", name);
        rmSync(file);
        // Not even an administrator can read that as a file.
        mkdirSync(file);
      }
      return files.length;
    },
    kernel,
    /** Runs a step whose lookups have all the time they need. */
    unhurried,
    /** Problems that a preview reports of a new resource. Its lookup has all the time it needs. */
    problemsOf: (definition: SomeDefinition, inputs: Properties) => unhurried(() => kernel(definition).checkNew(inputs)),
    /** Number of calls of an operation in this test. */
    requests: (operation: string) => sandbox!.control.journal.requests({ operation }).length,
  };
  return rehearsed;
}

export type KernelRehearsal = ReturnType<typeof rehearseKernel>;
