import type { dynamic } from "@pulumi/pulumi";
import { createSharing } from "../../provider/context.js";
import { creationsOf } from "../../provider/creations.js";
import type { Definition } from "../../provider/definition.js";
import { UnfinishedError } from "../../provider/failures.js";
import type { Journal } from "../../provider/journal.js";
import { createKernel } from "../../provider/kernel.js";
import { nameOf } from "../../provider/reserved.js";
import type { Settings } from "../../provider/settings.js";
import { createClientOver } from "../../sdk/client.js";
import type { Clock } from "../../sdk/clock.js";
import type { Transport } from "../../sdk/transport.js";
import type { Kind } from "./history.js";

/** What a process is told of where it runs. */
export interface Identity {
  readonly project: string;
  readonly stack: string;
  readonly backend: string;
}

export interface ProcessSurroundings {
  readonly identity: Identity;
  readonly clock: Clock;
  readonly transport: Transport;
  readonly journal: Journal;
  readonly print: (message: string) => void;
}

export interface OpenProcess {
  handler(kind: Kind): dynamic.ResourceProvider;
  endInOrder(): void;
}

const baseUrl = "http://127.0.0.1:1";

/** A provider process over a transport, a clock and a journal of the caller's. */
export function openProcess({ identity, clock, transport, journal, print }: ProcessSurroundings): OpenProcess {
  const settings: Settings = {
    baseUrl,
    credentials: { username: "reseller", password: "sandbox-password" },
    subdomainDeletion: "body",
    whenGone: "recreate",
    requestTimeout: 60_000,
    rateLimitWait: 900_000,
  };
  const client = createClientOver({ baseUrl, credentials: settings.credentials, fresh: true, clock }, transport);
  const uncertain = new Set<string>();
  const key = (kind: string, name: string) => `${kind} ${name}`;
  const context = {
    client,
    settings,
    ...createSharing(clock),
    creations: creationsOf({
      journal,
      address: settings.baseUrl,
      stack: () => Promise.resolve(identity),
      isUncertain: (kind, name) => uncertain.has(key(kind, name)),
    }),
    warn: print,
  };
  return {
    endInOrder: () => undefined,
    handler(kind) {
      const definition = definitionOf(kind);
      const kernel = createKernel(definition, () => context, print);
      const seen = (id: string, name?: string) => {
        journal.seen(kind, id);
        if (name !== undefined) uncertain.delete(key(kind, name));
      };
      const recorded = async <T>(step: Promise<T>): Promise<T> => {
        try {
          return await step;
        } catch (error) {
          if (error instanceof UnfinishedError)
            throw Object.assign(new Error(error.message), { id: error.id, properties: error.properties, reasons: error.reasons });
          throw error;
        }
      };
      return {
        async check(olds, news) {
          if (Object.keys(olds as object).length > 0) uncertain.add(key(kind, nameOf(news as object as Record<string, unknown>)));
          const { inputs, problems } = kernel.check(olds as Record<string, unknown>, news as Record<string, unknown>);
          return { inputs, failures: problems.map((reason) => ({ property: "", reason })) };
        },
        async diff(id, olds, news) {
          const { changes, replaces, deleteBeforeReplace } = kernel.diff(
            id,
            olds as Record<string, unknown>,
            news as Record<string, unknown>,
          );
          if (deleteBeforeReplace) uncertain.delete(key(kind, nameOf(news as Record<string, unknown>)));
          else seen(id, nameOf(news as Record<string, unknown>));
          return { ...(changes === undefined ? {} : { changes }), replaces: [...replaces], deleteBeforeReplace };
        },
        async create(inputs: Record<string, unknown>) {
          const { id, state } = await recorded(kernel.create(inputs));
          return { id, outs: state };
        },
        async read(id, state: Record<string, unknown> = {}) {
          seen(id);
          const observed = await kernel.read(id, state);
          return observed === undefined ? {} : { id: observed.id, props: observed.state, inputs: observed.inputs };
        },
        async update(id, olds: Record<string, unknown>, news: Record<string, unknown>) {
          return { outs: await recorded(kernel.update(id, olds, news)) };
        },
        async delete(id, state: Record<string, unknown>) {
          seen(id);
          await kernel.delete(id, state);
        },
      };
    },
  };
}

const definitions = new Map<Kind, Definition>();

function definitionOf(kind: Kind): Definition {
  let definition = definitions.get(kind);
  if (definition === undefined) {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- as the process does: by the name of the kind
    const loaded = require(`../../provider/resources/${kind}.js`) as Readonly<Record<string, Definition>>;
    definitions.set(kind, (definition = loaded[kind]!));
  }
  return definition;
}
