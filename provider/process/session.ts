import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../sdk/values/clock.js";
import type { Client, ClientOptions } from "../../sdk/index.js";
import { Secrets } from "../../sdk/redaction/redaction.js";
import { inWords, spelledOut } from "../../sdk/redaction/text.js";
import { type Context, createSharing } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import type { Creation } from "../journal/journal.js";
import type { StackIdentity } from "../journal/journal-file.js";
import { labelOf } from "../values/labels.js";
import { Ownership } from "../ownership/ownership.js";
import type { Properties } from "../values/properties.js";
import { skipsCheckpoints } from "../journal/recorded.js";
import { loginAdvice } from "../runtime/refused-login.js";
import type { Records } from "../journal/records.js";
import { accountOf, clientOptions, resolveSettings, type Settings, SettingsError } from "../runtime/settings.js";

const mostNamed = 10;

function creationsText(creations: readonly Creation[], now: number): string {
  const named = creations.slice(0, mostNamed).map(({ kind, title, sends, notedAt, answered }) => {
    const when = inWords(Math.max(1_000, now - (sends[0]?.at ?? notedAt)));
    return `${labelOf(kind)} ${title}, ${when} ago${answered === undefined ? "" : ` (answered with ${answered})`}`;
  });
  const more = creations.length > mostNamed ? ` and ${creations.length - mostNamed} more` : "";
  return `sent creations whose result no state has shown: ${named.join("; ")}${more}.`;
}

const untoldMessage = (creations: readonly Creation[], now: number): string =>
  `Earlier runs of this stack ${creationsText(creations, now)} Where the program still declares one, this run looks for it first. For the ` +
  "others, `hosting recover` shows what became of them, and what settles it.";

const formerMessage = (creations: readonly [Creation, ...Creation[]], now: number): string =>
  `This stack has resources of stack ${creations[0].stack ?? ""}, as after \`pulumi stack rename\`. Earlier runs of that ` +
  `${creationsText(creations, now)} No run of this stack looks for them: \`hosting recover\` shows what became of them.`;

type Config = (key: string) => string | undefined;

/** What a provider process finds around it. */
export interface Surroundings extends Records {
  readonly environment: NodeJS.ProcessEnv;
  /** Shows a message to the user. */
  readonly print: (message: string) => void;
  /** The stack that is worked on, and its backend. Rejects where it cannot be found out. */
  readonly stack: () => Promise<StackIdentity>;
  readonly clock: Clock;
  readonly openClient: (options: ClientOptions) => Client;
}

/**
 * What the resources of one provider process share: configuration, client, queues. Nothing is set up before it is
 * needed, since most commands use a few kinds only, and since calls may come before the configuration does.
 */
export class Session {
  readonly secrets = new Secrets();
  readonly #around: Surroundings;
  readonly #warned = new Set<string>();
  #config: Config = () => undefined;
  #settings: Settings | undefined;
  #context: Context | undefined;
  #ownership: { readonly of: Settings | undefined; readonly ownership: Ownership } | undefined;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** What is known of ownership in the account of the present configuration. */
  get ownership(): Ownership {
    const settings = this.#resolvedIfSound();
    if (this.#ownership === undefined || !isDeepStrictEqual(this.#ownership.of, settings)) {
      const { clock, journal, claims, stack } = this.#around;
      this.#ownership = {
        of: settings,
        ownership: new Ownership({ journal, claims, account: () => accountOf(settings ?? this.#resolved()), stack, clock }),
      };
    }
    return this.#ownership.ownership;
  }

  configure(config: Config): void {
    this.#config = config;
    this.#settings = undefined;
  }

  /** The state has an object. */
  seen(kind: string, id: string, state: Properties): void {
    if (this.#resolvedIfSound() !== undefined) this.ownership.seen(kind, id, state);
  }

  /**
   * Tells, once, what earlier runs of this stack sent and no state has shown since: the program may declare it no longer, and then
   * nobody would speak of it.
   */
  async tellUntold(organization: string | undefined): Promise<void> {
    // Where the stack cannot be found out, a creation says so.
    const untold = await this.ownership.notes.untold(organization).catch(() => []);
    if (untold.length > 0) this.warn(untoldMessage(untold, this.#around.clock.now()));
  }

  /** The program declares a resource that has an object. */
  async keeps(definition: Definition, id: string, olds: Properties, news: Properties, isRefused = false): Promise<void> {
    await this.ownership.keeps(definition, id, olds, news, isRefused);
    const [first, ...others] = this.ownership.notes.untoldOfFormer();
    if (first !== undefined) this.warn(formerMessage([first, ...others], this.#around.clock.now()));
  }

  /** Pulumi ends this process after its last step; a call that is still under way was cut off. */
  endInOrder(): void {
    const { environment, journal } = this.#around;
    if (this.#context === undefined || this.#context.calls.areOver) journal.endInOrder(skipsCheckpoints(environment));
  }

  /** A message as a person may see it: without secrets, and without what a terminal or a CI log would act on. */
  readonly shown = (message: string): string => spelledOut(this.secrets.redact(message));

  /** What to do where the error comes from a login that was refused: a sentence that begins with a space, or nothing. */
  loginAdvice(error: unknown): string {
    return loginAdvice(error, this.#resolvedIfSound());
  }

  readonly warn = (message: string): void => this.#around.print(this.shown(message));

  /** For what follows from a comparison alone: the engine compares a resource several times in one command. */
  readonly warnOnce = (message: string): void => {
    if (this.#warned.has(message)) return;
    this.#warned.add(message);
    this.warn(message);
  };

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
    return (this.#settings ??= resolveSettings(this.#around.environment, this.#config));
  }

  /** Comparing needs no login; without one nothing is sent either. */
  #resolvedIfSound(): Settings | undefined {
    try {
      return this.#resolved();
    } catch (error) {
      if (error instanceof SettingsError) return undefined;
      throw error;
    }
  }

  #open(settings: Settings): Context {
    const { clock, openClient } = this.#around;
    const client = openClient({
      ...clientOptions(settings),
      secrets: this.secrets,
      onNotice: ({ message }) => this.warn(message),
    });
    return { client, settings, ...createSharing(clock), ownership: this.ownership, warn: this.warn };
  }
}
