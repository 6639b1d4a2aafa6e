import { type dynamic, runtime } from "@pulumi/pulumi";
import { systemClock } from "../sdk/clock.js";
import type { Definition, Kind } from "./definition.js";
import { Engine } from "./engine.js";
import { UnfinishedError } from "./failures.js";
import { journalFolder, openJournal } from "./journal.js";
import { createKernel } from "./kernel.js";
import type { Properties } from "./properties.js";
import { nameOf, providerKey } from "./reserved.js";
import { markSecrets, secretValues } from "./secrets.js";
import { Session } from "./session.js";
import { SettingsError } from "./settings.js";

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

const session = new Session({
  environment: process.env,
  print: (message) => console.log(message),
  engine,
  journal: openJournal({ folder: journalFolder(process.env), engine: engineAddress, clock: systemClock, pid: process.pid }),
});

// What is printed once nobody reads it fails, and Pulumi's process prints that failure in turn, without end.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => process.exit(1));

/** Pulumi prints message and stack of a failure; the message is written for the user, the stack is not. */
function shown(error: unknown): Error {
  const message = session.shown(error instanceof Error ? error.message : String(error));
  const result = Object.assign(new Error(message), error instanceof UnfinishedError && recorded(error));
  result.toString = () => "The provider refused a call";
  result.stack = "the reason stands with the resource.";
  return result;
}

const recorded = ({ id, properties, reasons }: UnfinishedError) => ({
  id,
  properties,
  reasons: reasons.map(session.shown),
});

/** The secret as Pulumi's protocol writes it. */
const secret = (value: unknown) => ({ [runtime.specialSigKey]: runtime.specialSecretSig, value });

/** One dynamic provider over the kernel of a definition. */
function dynamicProvider(definition: Definition): dynamic.ResourceProvider {
  const kernel = createKernel(definition, session.context, session.warn);

  /** The engine marks what the program has marked; what the program has not declared it could not know to be a secret. */
  const marked = (properties: Properties): Properties => markSecrets(definition, properties, secret);

  const guard = async <T>(properties: readonly Properties[], call: () => T | Promise<T>): Promise<T> => {
    for (const secret of properties.flatMap((each) => secretValues(definition, each))) session.secrets.add(secret);
    try {
      return await call();
    } catch (error) {
      throw shown(error);
    }
  };

  /** The engine drops the text from the properties of a recorded failure, and nothing could manage the object again. */
  const recording = async <T>(properties: Properties, call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof UnfinishedError)) throw error;
      const state = { ...marked(error.properties), [providerKey]: properties[providerKey] };
      throw new UnfinishedError(error.message, error.id, state, error);
    }
  };

  return {
    configure({ config }) {
      session.configure((key) => {
        // Before the engine has configured the process there is no configuration to ask.
        try {
          return config.get(key);
        } catch {
          return undefined;
        }
      });
      return Promise.resolve();
    },
    check: (olds: Properties, news: Properties) =>
      guard([olds, news], () => {
        if (Object.keys(olds).length > 0) session.declared(definition.kind, nameOf(news));
        const { inputs, problems } = kernel.check(olds, news);
        // Pulumi prints the raw value of a failure's property, so none is named; the path stands in the reason.
        const failures = [...problems, ...settingsProblems()].map((reason) => ({ property: "", reason: session.shown(reason) }));
        return { inputs, failures };
      }),
    diff: (id, olds: Properties, news: Properties) =>
      guard([olds, news], () => {
        const { changes, replaces, deleteBeforeReplace } = kernel.diff(id, olds, news);
        // What is deleted first may be gone already, and a creation that was answered have made the next object of the same id.
        if (deleteBeforeReplace) session.known(definition.kind, nameOf(news));
        else session.seen(definition.kind, id, nameOf(news));
        return { ...(changes === undefined ? {} : { changes }), replaces: [...replaces], deleteBeforeReplace };
      }),
    create: (inputs: Properties) =>
      guard([inputs], async () => {
        const { id, state } = await recording(inputs, () => kernel.create(inputs));
        return { id, outs: marked(state) };
      }),
    read: (id, state: Properties = {}) =>
      guard([state], async () => {
        session.seen(definition.kind, id);
        const observed = await kernel.read(id, state);
        return observed === undefined ? {} : { id: observed.id, props: marked(observed.state), inputs: marked(observed.inputs) };
      }),
    update: (id, olds: Properties, news: Properties) =>
      guard([olds, news], async () => ({ outs: marked(await recording(news, () => kernel.update(id, olds, news))) })),
    delete: (id, state: Properties) =>
      guard([state], () => {
        session.seen(definition.kind, id);
        return kernel.delete(id, state);
      }),
  };
}

function settingsProblems(): readonly string[] {
  try {
    session.verify();
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

const providers = new Map<string, dynamic.ResourceProvider>();

/** The provider of a kind, loaded when it is asked for: file, export and handler bear the kind's name. */
function providerOf(kind: Kind): dynamic.ResourceProvider {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- a kind is known by name only, and loading all would cost every command
  const definitions = require(`./resources/${kind}.js`) as Readonly<Record<string, Definition>>;
  const definition = definitions[kind];
  if (definition === undefined) throw new Error(`pulumi-hosting has no resource kind ${kind}`);
  return dynamicProvider(definition);
}

const isKind = (name: unknown): name is Kind => typeof name === "string" && /^[a-z][A-Za-z]*$/.test(name) && name !== "then";

const handlers = new Proxy<Readonly<Record<Kind, dynamic.ResourceProvider>>>(
  {},
  {
    get(_, name) {
      if (!isKind(name)) return undefined;
      const provider = providers.get(name) ?? providerOf(name);
      providers.set(name, provider);
      return provider;
    },
  },
);

export = handlers;
