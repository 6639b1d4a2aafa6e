import { isDeepStrictEqual } from "node:util";
import { systemClock } from "../sdk/clock.js";
import { Secrets } from "../sdk/redaction.js";
import { spelledOut } from "../sdk/text.js";
import { openClient } from "./client.js";
import { type Context, createSharing } from "./context.js";
import { creationsOf } from "./creations.js";
import type { Engine } from "./engine.js";
import type { Journal, StackName } from "./journal.js";
import { clientOptions, resolveSettings, type Settings } from "./settings.js";

type Config = (key: string) => string | undefined;

/** What a provider process finds around it. */
export interface Surroundings {
  readonly environment: NodeJS.ProcessEnv;
  /** Shows a message to the user. */
  readonly print: (message: string) => void;
  readonly engine: Pick<Engine, "stack">;
  readonly journal: Journal;
}

/**
 * What the resources of one provider process share: configuration, client, queues. Nothing is set up before it is
 * needed, since most commands use a few kinds only, and since calls may come before the configuration does.
 */
export class Session {
  readonly secrets = new Secrets();
  readonly #environment: NodeJS.ProcessEnv;
  readonly #print: (message: string) => void;
  readonly #engine: Pick<Engine, "stack">;
  readonly #journal: Journal;
  readonly #uncertain = new Set<string>();
  #config: Config = () => undefined;
  #settings: Settings | undefined;
  #context: Context | undefined;

  constructor({ environment, print, engine, journal }: Surroundings) {
    this.#environment = environment;
    this.#print = print;
    this.#engine = engine;
    this.#journal = journal;
  }

  configure(config: Config): void {
    this.#config = config;
    this.#settings = undefined;
  }

  /** The state has an object, of a resource with that name where it is known. */
  seen(kind: string, id: string, name?: string): void {
    this.#journal.seen(kind, id);
    if (name !== undefined) this.known(kind, name);
  }

  /** It is known by which id the state has the resource of that name. */
  known(kind: string, name: string): void {
    this.#uncertain.delete(keyOf(kind, name));
  }

  /** The state has a resource of that name; by which id may be told later, and is not where a replacement is asked for. */
  declared(kind: string, name: string): void {
    this.#uncertain.add(keyOf(kind, name));
  }

  /** A message as a person may see it: without secrets, and without what a terminal or a CI log would act on. */
  readonly shown = (message: string): string => spelledOut(this.secrets.redact(message));

  readonly warn = (message: string): void => this.#print(this.shown(message));

  /** @throws SettingsError where the configuration is incomplete or wrong. */
  verify(): void {
    this.#resolved();
  }

  /**
   * One and the same for all kinds, though each of them is configured: they share the login, the connections and the queues.
   *
   * @throws SettingsError where the configuration is incomplete or wrong.
   */
  readonly context = (): Context => {
    const settings = this.#resolved();
    if (this.#context === undefined || !isDeepStrictEqual(this.#context.settings, settings)) this.#context = this.#open(settings);
    return this.#context;
  };

  /** Environment and configuration stay as they are while the process runs, so that one look serves thousands of calls. */
  #resolved(): Settings {
    return (this.#settings ??= resolveSettings(this.#environment, this.#config));
  }

  #open(settings: Settings): Context {
    const client = openClient({
      ...clientOptions(settings),
      secrets: this.secrets,
      onNotice: ({ message }) => this.warn(message),
    });
    const creations = creationsOf({
      journal: this.#journal,
      address: settings.baseUrl,
      stack: () => this.#stack(),
      isUncertain: (kind, name) => this.#uncertain.has(keyOf(kind, name)),
    });
    return {
      client,
      settings,
      ...createSharing(systemClock),
      creations,
      warn: this.warn,
    };
  }

  async #stack(): Promise<StackName> {
    return (await this.#engine.stack()) ?? { project: this.#environment["PULUMI_PROJECT"] };
  }
}

const keyOf = (kind: string, name: string): string => `${kind} ${name}`;
