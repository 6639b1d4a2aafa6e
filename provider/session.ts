import { isDeepStrictEqual } from "node:util";
import { systemClock } from "../sdk/clock.js";
import { createClient, Secrets } from "../sdk/index.js";
import { type Context, createQueues } from "./context.js";
import { clientOptions, resolveSettings, type Settings } from "./settings.js";

type Config = (key: string) => string | undefined;

/**
 * What the resources of one provider process share: configuration, client, queues. Nothing is set up before it is
 * needed, since most commands use a few kinds only, and since calls may come before the configuration does.
 */
export class Session {
  readonly secrets = new Secrets();
  readonly #environment: NodeJS.ProcessEnv;
  readonly #print: (message: string) => void;
  #config: Config = () => undefined;
  #context: Context | undefined;

  constructor(environment: NodeJS.ProcessEnv, print: (message: string) => void) {
    this.#environment = environment;
    this.#print = print;
  }

  configure(config: Config): void {
    this.#config = config;
  }

  readonly warn = (message: string): void => this.#print(this.secrets.redact(message));

  /** @throws SettingsError where the configuration is incomplete or wrong. */
  verify(): void {
    resolveSettings(this.#environment, this.#config);
  }

  /**
   * One and the same for all kinds, though each of them is configured: they share the login, the connections and the queues.
   *
   * @throws SettingsError where the configuration is incomplete or wrong.
   */
  readonly context = (): Context => {
    const settings = resolveSettings(this.#environment, this.#config);
    if (this.#context === undefined || !isDeepStrictEqual(this.#context.settings, settings)) this.#context = this.#open(settings);
    return this.#context;
  };

  #open(settings: Settings): Context {
    const client = createClient({
      ...clientOptions(settings),
      secrets: this.secrets,
      onNotice: ({ message }) => this.warn(message),
    });
    return { client, settings, clock: systemClock, warn: this.warn, exclusively: createQueues() };
  }
}
