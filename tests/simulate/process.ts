import type { dynamic } from "@pulumi/pulumi";
import type { Definition } from "../../provider/definition/definition.js";
import { createProviderProcess } from "../../provider/process/process.js";
import type { RunRecords } from "../../provider/journal/journal.js";
import { createClientOver } from "../../sdk/client.js";
import type { Clock } from "../../sdk/values/clock.js";
import type { Transport } from "../../sdk/http/transport.js";
import type { Properties } from "./engine/types.js";
import type { SimulatedKind } from "./history.js";

/** What a process knows about its environment. */
export interface Identity {
  readonly project: string;
  readonly stack: string;
  readonly backend: string;
}

export interface ProcessSurroundings {
  readonly environment: Readonly<Record<string, string>>;
  readonly identity: Identity;
  /** The engine's configuration of it. */
  readonly config: Properties;
  readonly clock: Clock;
  readonly transport: Transport;
  readonly records: RunRecords;
  readonly print: (message: string) => void;
}

export interface OpenProcess {
  handler(kind: SimulatedKind): dynamic.ResourceProvider;
  endNormally(): void;
}

/** The package's own provider process, with a given transport, clock and journal. */
export function openProcess({
  environment,
  identity,
  config,
  clock,
  transport,
  records,
  print,
}: ProcessSurroundings): OpenProcess {
  const process = createProviderProcess({
    environment,
    print,
    stack: () => Promise.resolve(identity),
    ...records,
    clock,
    openClient: (options) => createClientOver({ ...options, clock }, transport),
  });
  const get = (key: string): string | undefined => {
    const value = config[key];
    return typeof value === "string" ? value : undefined;
  };
  return {
    handler(kind) {
      const handler = process.handlerOf(definitionOf(kind));
      // The provider's own function does all its work before it returns.
      void handler.configure?.({ config: { get, require: (key) => get(key) ?? "" } });
      return handler;
    },
    endNormally: () => process.endNormally(),
  };
}

const definitions = new Map<SimulatedKind, Definition>();

function definitionOf(kind: SimulatedKind): Definition {
  let definition = definitions.get(kind);
  if (definition === undefined) {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- as the process does: by the name of the kind
    const loaded = require(`../../provider/resources/${kind}.js`) as Readonly<Record<string, Definition>>;
    definitions.set(kind, (definition = loaded[kind]!));
  }
  return definition;
}
