import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { dynamic } from "@pulumi/pulumi";
import type { Definition } from "../../provider/definition/definition.js";
import { folderStorage } from "../../provider/journal/journal-storage.js";
import { runRecords } from "../../provider/journal/journal.js";
import { stateOf, thisProcess } from "../../provider/journal/sender.js";
import { createProviderProcess } from "../../provider/process/process.js";
import type { Properties } from "../../provider/values/properties.js";
import { providerKey } from "../../provider/values/reserved-properties.js";
import type { Kind } from "../../provider/values/kinds.js";
import { type Client, createClient } from "../../sdk/index.js";
import type { Clock } from "../../sdk/values/clock.js";
import { HastyClock, outlast } from "./kernel.js";
import { StructClass } from "./protocol.js";
import {
  assertMarked,
  CallFailure,
  type CheckResult,
  type DiffResult,
  InitFailure,
  type Link,
  ProviderCalls,
  type ReadResult,
  unmarked,
} from "./provider-calls.js";

const second = 1000;
const day = 24 * 3600 * second;

/** Longer than any wait: the test sets its own limits, so the client's must not apply. */
const noLimit = 20 * day;

/** A wait of this length is for an answer. */
const leastPatience = 10 * second;

/** Time in which pauses are skipped, and limits are reached only if nothing answers. */
export class UnhurriedClock extends HastyClock {
  override async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (milliseconds >= day) return untilAborted(signal);
    if (milliseconds >= leastPatience && signal !== undefined) await outlast(signal);
    await super.sleep(milliseconds);
  }
}

function untilAborted(signal?: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal?.reason as Error);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}

/** The provider in this process, from the handlers that Pulumi's process calls to real requests; waits take no time. */
export class ProviderInProcess extends ProviderCalls {
  static async start(clock: Clock): Promise<ProviderInProcess> {
    const folder = await mkdtemp(join(tmpdir(), "pulumi-hosting-"));
    return new ProviderInProcess(new HandlerLink(clock, folder), folder);
  }
}

type Handler = Required<dynamic.ResourceProvider<Properties, Properties>>;

/** Calls of the handlers, with input and output converted as Pulumi's protocol does. */
class HandlerLink implements Link {
  readonly #output: string[] = [];
  readonly #clients: Client[] = [];
  readonly #handlers = new Map<Kind, Handler>();
  readonly #process: ReturnType<typeof createProviderProcess>;
  #config: Readonly<Record<string, string>> = {};

  constructor(clock: Clock, folder: string) {
    const limits = { request: noLimit, body: noLimit, total: noLimit };
    this.#process = createProviderProcess({
      environment: {},
      print: (message) => this.#output.push(`${message}\n`),
      stack: () => Promise.resolve({ project: "project", stack: "stack", backend: "file:///state" }),
      ...runRecords({
        storage: folderStorage(folder),
        engine: "127.0.0.1:0",
        clock,
        self: thisProcess(),
        stateOf,
      }),
      clock,
      openClient: (options) => {
        const client = createClient({ ...options, timeouts: { ...options.timeouts, ...limits }, clock });
        this.#clients.push(client);
        return client;
      },
    });
  }

  async configure(config: Readonly<Record<string, string>>): Promise<void> {
    this.#config = config;
    await this.#handlerOf("webhook").configure(this.#configuration);
  }

  check(kind: Kind, news: Properties, olds: Properties): Promise<CheckResult> {
    return called(kind, async () => {
      const { inputs, failures } = await this.#handlerOf(kind).check(carried(olds), carried(news));
      return { inputs: answered(inputs, news), failures: failures ?? [] };
    });
  }

  diff(kind: Kind, id: string, olds: Properties, news: Properties): Promise<DiffResult> {
    return called(kind, async () => {
      const result = await this.#handlerOf(kind).diff(id, carried(olds), carried(news));
      const { changes, replaces = [], deleteBeforeReplace = false } = result;
      return { changes: changes === undefined ? "unknown" : changes ? "some" : "none", replaces, deleteBeforeReplace };
    });
  }

  create(kind: Kind, inputs: Properties): Promise<{ id: string; state: Properties }> {
    return called(kind, async () => {
      const { id, outs } = await this.#handlerOf(kind).create(carried(inputs));
      return { id, state: answered(outs, inputs) };
    });
  }

  read(kind: Kind, id: string, state: Properties): Promise<ReadResult> {
    return called(kind, async () => {
      const result = await this.#handlerOf(kind).read(id, carried(state));
      return {
        id: result.id ?? "",
        state: answered(result.props, state),
        inputs: answered(result.inputs, state),
      };
    });
  }

  update(kind: Kind, id: string, olds: Properties, news: Properties): Promise<Properties> {
    return called(kind, async () => {
      const { outs } = await this.#handlerOf(kind).update(id, carried(olds), carried(news));
      return answered(outs, news);
    });
  }

  delete(kind: Kind, id: string, state: Properties): Promise<void> {
    return called(kind, () => this.#handlerOf(kind).delete(id, carried(state)));
  }

  printed(): Promise<string> {
    return Promise.resolve(this.#output.splice(0).join(""));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }

  get #configuration(): dynamic.ConfigureRequest {
    const get = (key: string) => this.#config[key];
    return { config: { get, require: (key) => get(key) ?? "" } };
  }

  #handlerOf(kind: Kind): Handler {
    let handler = this.#handlers.get(kind);
    if (handler === undefined) {
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- as the process does: by the name of the kind
      const definitions = require(`../../provider/resources/${kind}.js`) as Readonly<Record<string, Definition>>;
      handler = this.#process.handlerOf(definitions[kind]!) as Handler;
      this.#handlers.set(kind, handler);
    }
    return handler;
  }
}

/** Properties after Pulumi's protocol has transferred them. */
const carried = (values: Properties): Properties => StructClass.fromJavaScript({ ...values }).toJavaScript();

/** Pulumi's process adds the text that finds the provider to every answer. */
const answered = (values: Properties | undefined, { [providerKey]: text }: Properties): Properties =>
  carried({ ...values, [providerKey]: text });

/** The result of a call after Pulumi's protocol has transferred it. */
async function called<T>(kind: Kind, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { message, id, properties, reasons } = error as Error & Partial<InitFailure>;
    if (id === undefined) throw new CallFailure(message);
    assertMarked(kind, carried(properties ?? {}));
    throw new InitFailure(message, id, unmarked(carried(properties ?? {})) as Properties, reasons ?? []);
  }
}
