import type { dynamic } from "@pulumi/pulumi";
import { systemClock } from "../sdk/values/clock.js";
import { backendOf } from "./journal/backend.js";
import { openClient } from "./runtime/settings.js";
import type { Definition } from "./definition/definition.js";
import { type Kind, kinds } from "./values/kinds.js";
import { PulumiEngine } from "./process/engine.js";
import { printable, printedFailure } from "./values/errors.js";
import { once } from "../sdk/values/once.js";
import { openRunRecords } from "./journal/journal.js";
import { silenceLasts } from "./journal/noted.js";
import { createProviderProcess } from "./process/process.js";

/**
 * The face to Pulumi's dynamic provider process, which finds it by the text stored with every resource:
 * `exports.handler=()=>require("pulumi-hosting/provider").webhook`. The names are permanent.
 */

/** Pulumi gives the engine's address to the process as its first argument. */
const engineAddress = process.argv[2] ?? "";

// Without its engine, the process could still send requests while the next run does the same work.
const engine = new PulumiEngine(engineAddress, () => process.exit(1));
// Its end may come before anything is created.
engine.watch();

/** Nothing that it follows from changes while this process runs. */
const backend = once(() => backendOf({ environment: process.env, folder: process.cwd() }));

const records = openRunRecords(process.env, engineAddress);

// Another machine sees only the file of this process.
setInterval(() => records.journal.goesOn(), silenceLasts / 3).unref();

const provider = createProviderProcess({
  environment: process.env,
  print: (message) => console.log(message),
  log: async (message, severity, about) => {
    if (!(await engine.log(message, severity, about))) console.log(message);
  },
  stack: async () => ({
    ...(await engine.stack()),
    backend: backend(),
  }),
  ...records,
  clock: systemClock,
  openClient,
});

// At the end of a command Pulumi interrupts the process: SIGBREAK on Windows, SIGINT elsewhere.
for (const signal of ["SIGINT", "SIGBREAK"] as const)
  process.once(signal, () => {
    provider.endNormally();
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

const isKind = (name: string): name is Kind => (kinds as readonly string[]).includes(name);

/** The handler of a kind, loaded when it is asked for: file, export and handler bear the kind's name. */
function handlerOf(kind: string): dynamic.ResourceProvider {
  if (!isKind(kind))
    throw printable(
      `This version of pulumi-hosting does not know the resource kind "${kind}": a newer one wrote the state. ` +
        "Install that version or a later one in the project, and run again.",
    );
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loading all kinds would cost every command
  const definitions = require(`./resources/${kind}.js`) as Readonly<Record<Kind, Definition>>;
  return provider.handlerOf(definitions[kind]);
}

const mayBeKind = (name: unknown): name is string => typeof name === "string" && /^[a-z][A-Za-z]*$/.test(name) && name !== "then";

const exported = new Proxy({} as Readonly<Record<Kind, dynamic.ResourceProvider>>, {
  get(_, name) {
    if (!mayBeKind(name)) return undefined;
    const handler = handlers.get(name) ?? handlerOf(name);
    handlers.set(name, handler);
    return handler;
  },
});

export = exported;
