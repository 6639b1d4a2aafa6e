import type { dynamic } from "@pulumi/pulumi";
import { systemClock } from "../sdk/clock.js";
import { backendOf } from "./backend.js";
import { openClient } from "./client.js";
import type { Definition, Kind } from "./definition.js";
import { Engine } from "./engine.js";
import { journalFolder } from "./journal.js";
import { partOf } from "./journal-storage.js";
import { createProviderProcess, printedFailure } from "./process.js";
import { openRecords } from "./records.js";
import { stateOf, thisProcess } from "./sender.js";

/**
 * The face to Pulumi's dynamic provider process, which finds it by the text stored with every resource:
 * `exports.handler=()=>require("pulumi-hosting/provider").webhook`. The names are permanent.
 */

/** Pulumi gives the engine's address to the process as its first argument. */
const engineAddress = process.argv[2] ?? "";

// Whatever went on would go on unseen, beside what the next run does.
const engine = new Engine(engineAddress, () => process.exit(1));
// Its end may come before anything is created.
engine.watch();

const provider = createProviderProcess({
  environment: process.env,
  print: (message) => console.log(message),
  stack: async () => ({
    ...(await engine.stack()),
    backend: backendOf({ environment: process.env, folder: process.cwd() }),
  }),
  ...openRecords({
    storage: (part) => partOf(journalFolder(process.env), part),
    engine: engineAddress,
    clock: systemClock,
    self: thisProcess(),
    stateOf,
  }),
  clock: systemClock,
  openClient,
});

// At the end of a command Pulumi interrupts the process: SIGBREAK on Windows, SIGINT elsewhere.
for (const signal of ["SIGINT", "SIGBREAK"] as const)
  process.once(signal, () => {
    provider.endInOrder();
    process.exit(0);
  });

// What is printed once nobody reads it fails, and Pulumi's process prints that failure in turn, without end.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => process.exit(1));

// The engine shows each failure with its resource, and Pulumi's process prints it once more.
const { error: printError } = console;
console.error = (...values: unknown[]) => {
  if (values[0] !== printedFailure) printError(...values);
};

const handlers = new Map<string, dynamic.ResourceProvider>();

/** The handler of a kind, loaded when it is asked for: file, export and handler bear the kind's name. */
function handlerOf(kind: Kind): dynamic.ResourceProvider {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- a kind is known by name only, and loading all would cost every command
  const definitions = require(`./resources/${kind}.js`) as Readonly<Record<string, Definition>>;
  const definition = definitions[kind];
  if (definition === undefined) throw new Error(`pulumi-hosting has no resource kind ${kind}`);
  return provider.handlerOf(definition);
}

const isKind = (name: unknown): name is Kind => typeof name === "string" && /^[a-z][A-Za-z]*$/.test(name) && name !== "then";

const exported = new Proxy<Readonly<Record<Kind, dynamic.ResourceProvider>>>(
  {},
  {
    get(_, name) {
      if (!isKind(name)) return undefined;
      const handler = handlers.get(name) ?? handlerOf(name);
      handlers.set(name, handler);
      return handler;
    },
  },
);

export = exported;
