import { AsyncLocalStorage } from "node:async_hooks";
import { type dynamic, runtime } from "@pulumi/pulumi";
import type { Emulation } from "../../sandbox/emulation.js";
import type { RequestOutcome } from "../../sandbox/emulator/emulator.js";
import type { RunRecords } from "../../provider/journal/journal.js";
import { createProviderProcess } from "../../provider/process/process.js";
import { definitions } from "../support/definitions.js";
import { createClientOver } from "../../sdk/client.js";
import type { Clock } from "../../sdk/values/clock.js";
import type { Fault, SimulatedKind } from "./history.js";
import type { EngineCall } from "./ledger.js";
import { networkOf } from "./network.js";
import { Dead, type Life } from "./points.js";
import { kindOfClass } from "./program.js";
import type { Entry, Properties, ProviderProcess } from "./engine/types.js";
import type { VirtualTime } from "./time.js";

type Handler = dynamic.ResourceProvider;

/** What the machine and the command provide to a provider process. */
export interface Hosting {
  readonly environment: Readonly<Record<string, string>>;
  readonly identity: Readonly<Record<"project" | "stack" | "backend", string>>;
  /** The engine's configuration of it. */
  readonly config: Properties;
  readonly print: (message: string) => void;
  readonly records: (clock: Clock) => RunRecords;
  readonly time: VirtualTime;
  /** The time of the machine's clock. */
  readonly now: () => number;
  readonly sandbox: Emulation;
  readonly life: Life;
  readonly faults: readonly Fault[];
  /** Number of the stack, and of the command in the history. */
  readonly place: number;
  readonly run: number;
  readonly witness: (
    caller: EngineCall,
    operation: string,
    excused: boolean,
    effect: () => Promise<RequestOutcome>,
  ) => Promise<RequestOutcome>;
  /** The entry that the engine is deleting. */
  readonly deleting: (details: Details) => Entry | undefined;
  /** A resource has adopted an object because it was told to. */
  readonly onAdopted: (kind: SimulatedKind, id: string) => void;
  /** A call has failed; what the user reads. */
  readonly onFailure: (call: EngineCall, message: string) => void;
}

/** One for all: every instance that is used slows down all promises. */
const calls = new AsyncLocalStorage<EngineCall>();

/** A provider process: everything it does is a moment at which it can be killed, and is attributed to the call that caused it. */
export function hostProcess(hosting: Hosting): ProviderProcess {
  const { life, time, sandbox, faults, environment, identity, config, records, print } = hosting;
  const clock: Clock = {
    now: hosting.now,
    async sleep(milliseconds, signal) {
      await life.pass(`before a wait of ${milliseconds} ms`);
      await life.outlive(time.sleep(milliseconds, signal));
      await life.pass(`after a wait of ${milliseconds} ms`);
    },
  };
  const transport = networkOf({ time, sandbox, life, faults, caller: () => calls.getStore(), witness: hosting.witness });
  const process = createProviderProcess({
    environment,
    print: (message) => {
      if (!life.isOver) print(message);
    },
    stack: () => Promise.resolve(identity),
    ...records(clock),
    clock,
    openClient: (options) => createClientOver({ ...options, clock }, transport),
  });
  const get = (key: string): string | undefined => {
    const value = config[key];
    return typeof value === "string" ? value : undefined;
  };
  const open = (kind: SimulatedKind): Handler => {
    const handler = process.handlerOf(definitions[kind]);
    // The provider's own function does all its work before it returns.
    void handler.configure?.({ config: { get, require: (key) => get(key) ?? "" } });
    return watched(kind, handler, call, (details, reason) => hosting.onFailure({ ...details, place, run }, reason));
  };

  const { place, run } = hosting;
  /** An adopted object has an id, even if its update failed. */
  const noteAdoption = ({ method, adopts, kind }: EngineCall, outcome: unknown): void => {
    if (method !== "create" || !adopts) return;
    const { id } = outcome as { readonly id?: unknown };
    if (typeof id === "string") hosting.onAdopted(kind, id);
  };
  const call = <T>(details: Details, work: () => Promise<T>): Promise<T> => {
    const entry = details.method === "delete" ? hosting.deleting(details) : undefined;
    const caller: EngineCall = { ...details, place, run, ...(entry === undefined ? {} : { entry }) };
    const outcome = calls.run(caller, async () => {
      await life.pass(`at the beginning of ${caller.method} of ${caller.name}`);
      try {
        const result = plain(await work());
        noteAdoption(caller, result);
        await life.pass(`at the end of ${caller.method} of ${caller.name}`);
        return result;
      } catch (error) {
        await life.pass(`at the failure of ${caller.method} of ${caller.name}`);
        noteAdoption(caller, error);
        hosting.onFailure(caller, error instanceof Error ? error.message : String(error));
        if (error instanceof Error) Object.assign(error, plain(Object.fromEntries(Object.entries(error))));
        throw error;
      }
    });
    return untilDeath(outcome, life);
  };

  const handlers = new Map<SimulatedKind, Handler>();
  return {
    handler(text) {
      const kind = kindOfClass(text);
      const handler = handlers.get(kind) ?? open(kind);
      handlers.set(kind, handler);
      return handler;
    },
    end() {
      if (!life.isOver) process.endNormally();
      life.end();
    },
  };
}

/** Without the marks of secrets. */
function plain<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(plain) as T;
  if (runtime.specialSigKey in value) return plain((value as { readonly value?: unknown }).value) as T;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain<unknown>(member)])) as T;
}

type Details = Omit<EngineCall, "place" | "run">;
type Call = <T>(details: Details, work: () => Promise<T>) => Promise<T>;
type Values = Readonly<Record<string, unknown>>;

/** Without the types of its parents. */
const nameIn = ({ __resource: name }: Values): string => (typeof name === "string" ? name.split("/").at(-1)! : "?");

/** The handler of a kind; every call of it is reported. */
function watched(kind: SimulatedKind, handler: Handler, call: Call, onRefusal: (call: Details, reason: string) => void): Handler {
  const details = (method: EngineCall["method"], properties: Values, id?: string) => ({
    method,
    kind,
    name: nameIn(properties),
    id,
    adopts: properties["adopt"] === true,
  });
  return {
    async check(olds: Values, news: Values) {
      const caller = details("check", news);
      const result = await call(caller, () => handler.check!(olds, news));
      for (const { reason } of result.failures ?? []) onRefusal(caller, reason);
      return result;
    },
    diff: (id: string, olds: Values, news: Values) => call(details("diff", news, id), () => handler.diff!(id, olds, news)),
    create: (inputs: Values) => call(details("create", inputs), () => handler.create(inputs)),
    read: (id: string, properties: Values = {}) => call(details("read", properties, id), () => handler.read!(id, properties)),
    update: (id: string, olds: Values, news: Values) => call(details("update", news, id), () => handler.update!(id, olds, news)),
    delete: (id: string, properties: Values) => call(details("delete", properties, id), () => handler.delete!(id, properties)),
  };
}

/** The engine learns of the death of a process at once, and of no failure caused by it. */
async function untilDeath<T>(outcome: Promise<T>, { death }: Life): Promise<T> {
  let die: (() => void) | undefined;
  const dead = new Promise<never>((_, reject) => {
    die = () => reject(new Error("error reading from server: EOF"));
    if (death.aborted) die();
    else death.addEventListener("abort", die, { once: true });
  });
  const answered = outcome.catch((error: unknown) => {
    if (error instanceof Dead) return dead;
    throw error;
  });
  try {
    return await Promise.race([answered, dead]);
  } finally {
    death.removeEventListener("abort", die!);
  }
}
