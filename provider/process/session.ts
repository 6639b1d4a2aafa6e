import { isDeepStrictEqual } from "node:util";
import type { dynamic } from "@pulumi/pulumi";
import type { Clock } from "../../sdk/values/clock.js";
import type { Client, ClientOptions } from "../../sdk/index.js";
import { explainedOnce } from "../../sdk/values/explained.js";
import { Secrets } from "../../sdk/redaction/redaction.js";
import { isMaskable, maskableText } from "../../sdk/redaction/secret-forms.js";
import { spelledOut } from "../../sdk/redaction/text.js";
import { type Context, contextWith, type MessageOptions, openContext } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import { argumentsWith } from "../definition/secrets.js";
import type { RunRecords } from "../journal/journal.js";
import type { NotedCreation } from "../journal/noted.js";
import type { StackIdentity } from "../journal/journal-events.js";
import { enumeration, objectText, resourceText } from "../values/phrases.js";
import { once } from "../../sdk/values/once.js";
import { Ownership } from "../ownership/ownership.js";
import type { Uses } from "../values/mistakes.js";
import type { Properties } from "../values/properties.js";
import type { Source, Sources } from "../values/unknown-values.js";
import { handOver, type Remark } from "../values/remarks.js";
import { PreviewLookups } from "../runtime/preview-lookups.js";
import { customerRemark } from "../shared/customer-name.js";
import { digestKeyVariable, digestsOf, type ReviewedLogin } from "../values/reviewed.js";
import { nameOf } from "../values/reserved-properties.js";
import { skipsCheckpoints } from "../journal/recorded.js";
import type { Severity } from "../pulumi/protocol.js";
import type { NamedResource } from "./engine.js";
import {
  accountOf,
  comparingVariable,
  enteringVariable,
  loginAdvice,
  resolveSettings,
  type Settings,
  SettingsError,
  usesOf,
  type Configuration,
  unknownSettings,
} from "../runtime/settings.js";

function untoldMessage(creations: readonly NotedCreation[]): string {
  const named = creations.map(({ kind, title, sends, notedAt, answered }) => {
    const when = `${new Date(sends[0] ?? notedAt).toISOString().slice(0, 19)}Z`;
    return `${objectText(kind, title)}, at ${when}${answered === undefined ? "" : ` (answered with ${answered})`}`;
  });
  return (
    `Earlier runs of this stack tried to create these objects: ${enumeration(named)}. A run looks for those that the program declares. For the ` +
    "others, run `hosting recover`."
  );
}

/** The environment of a provider process. */
export interface ProcessSurroundings extends RunRecords {
  readonly environment: NodeJS.ProcessEnv;
  readonly print: (message: string) => void;
  /** Shows a message with the resource that it is about. Never rejects. Default: {@link print}. */
  readonly log?: (message: string, severity: Severity, about: NamedResource | undefined) => Promise<void>;
  /** The stack of the command, and its backend. Rejects if they cannot be determined. */
  readonly stack: () => Promise<StackIdentity>;
  readonly clock: Clock;
  readonly openClient: (options: ClientOptions) => Client;
}

type Announce = (message: string, options?: MessageOptions & { readonly key?: string }) => void;

/** How a call speaks to the user. */
export type Voice = Pick<ProcessSession, "warn" | "warnOnce" | "context">;

/**
 * Shared by the resources of one provider process: configuration, client, queues. Nothing is set up before it is needed, because
 * most commands use only a few kinds, and because calls may arrive before the configuration.
 */
export class ProcessSession {
  readonly secrets = new Secrets();
  /** Whether the engine updates, and does not preview. What a preview has said is then said only in the line of its resource. */
  isUpdate = false;
  readonly #around: ProcessSurroundings;
  readonly #warned = new Set<string>();
  readonly #printing: Promise<void>[] = [];
  #config: dynamic.Config | undefined;
  #settings: Settings | undefined;
  /** The latest sound settings. Equal ones are the same object, so that thousands of calls need not compare them. */
  #latest: Settings | undefined;
  #context: Context | undefined;
  readonly #customers: PreviewLookups;
  #ownership: { readonly of: Settings | undefined; readonly ownership: Ownership } | undefined;

  constructor(around: ProcessSurroundings) {
    this.#around = around;
    this.#customers = new PreviewLookups(() => this.context().client, around.clock);
  }

  /** The ownership in the account of the current configuration. */
  get ownership(): Ownership {
    const settings = this.#resolvedIfSound();
    if (this.#ownership === undefined || this.#ownership.of !== settings) {
      const account = once(() => accountOf(settings ?? this.#resolved()));
      this.#ownership = { of: settings, ownership: new Ownership({ ...this.#around, account }) };
    }
    return this.#ownership.ownership;
  }

  configure(config: dynamic.Config): void {
    this.#config = config;
    this.#settings = undefined;
  }

  get environment(): NodeJS.ProcessEnv {
    return this.#around.environment;
  }

  /** Whether this command only enters existing objects in the state, so that nothing is looked up or created. */
  get isEntering(): boolean {
    return Boolean(this.#around.environment[enteringVariable]);
  }

  /** Whether this command only compares, so that nothing stops it. */
  get isComparing(): boolean {
    return Boolean(this.#around.environment[comparingVariable]);
  }

  settingsProblems(): readonly string[] {
    const unknown = this.#unknownSettings();
    try {
      this.#resolved();
      return unknown;
    } catch (error) {
      if (error instanceof SettingsError) return [...unknown, ...error.problems];
      throw error;
    }
  }

  /** For calls without a check before them: `refresh` and `destroy` reuse the configuration that the stack recorded. */
  warnOfUnknownSettings(): void {
    for (const problem of this.#unknownSettings()) this.warnOnce(problem);
  }

  seen(kind: string, id: string, state: Properties): void {
    if (this.#resolvedIfSound() !== undefined) this.ownership.seen(kind, id, state);
  }

  /**
   * Warns, once, of creations that earlier runs of this stack sent and no state has shown since. If the program no longer
   * declares them, nothing else would mention them.
   */
  async tellUntold(organization: string | undefined): Promise<void> {
    // If the stack cannot be determined, a creation reports that.
    const untold = await this.ownership.notes.takeUntold(organization).catch(() => []);
    if (untold.length > 0) this.warn(untoldMessage(untold));
  }

  /** To be called when Pulumi ends this process after its last step. If a call is still under way, it was cut off. */
  endNormally(): void {
    const { environment, journal } = this.#around;
    if (this.#context === undefined || this.#context.calls.areOver) journal.endNormally(skipsCheckpoints(environment));
  }

  /** A message for the user: with one pointer, without secrets and without control sequences for a terminal or a CI log. */
  readonly shown = (message: string): string => spelledOut(this.secrets.redact(explainedOnce(message)));

  /** Advice if the error comes from a refused login: a sentence after a space, or an empty text. */
  loginAdvice(error: unknown): string {
    return loginAdvice(error, this.#resolvedIfSound());
  }

  readonly warn = (message: string, options: MessageOptions = {}): void => this.#say(message, options);

  /** @param isForeseen whether a preview says it too */
  #say(message: string, { severity = "info", facts }: MessageOptions, about?: NamedResource, isForeseen = false): void {
    const { print, log } = this.#around;
    if (facts !== undefined && this.handOver({ text: message, ...facts })) return;
    if (log === undefined) print(this.shown(message));
    else
      this.#printing.push(
        log(this.shown(message), isForeseen && this.isUpdate && severity === "info" ? "status" : severity, about),
      );
  }

  /**
   * What a call about a resource says is shown with it.
   *
   * @param isForeseen whether a preview makes the same call
   */
  voiceOf(about: NamedResource, isForeseen: boolean): Voice {
    const warn = (message: string, options: MessageOptions = {}): void => this.#say(message, options, about, isForeseen);
    return {
      warn,
      warnOnce: (message, options) => this.#once(message, options, warn),
      context: once(() => contextWith(this.context(), { warn })),
    };
  }

  /** @returns whether a command has it, and shows it */
  handOver(remark: Remark): boolean {
    return handOver(remark, this.shown, this.#around.environment);
  }

  /** Tells the command of a preview what a resource declares, secrets too, as digests. */
  tellDeclared(resource: Source, inputs: Properties, sources: Sources): void {
    const key = this.environment[digestKeyVariable] ?? this.environment[enteringVariable];
    if (!key || this.isUpdate) return;
    const remark = { code: "declares", kind: resource.kind, resource: resource.name, text: "" } as const;
    // A secret can equal a part of a digest by chance.
    handOver({ ...remark, declares: digestsOf(key, inputs), sources }, String, this.environment);
  }

  /** Tells the command of a preview of which customer an object is that changes. The lookups have a budget of their own: prices are more important. */
  async tellCustomer(kind: string, properties: Properties): Promise<void> {
    if (!this.environment[digestKeyVariable] || this.isUpdate || this.context().settings.previewChecks !== "online") return;
    const remark = await customerRemark(this.#customers, kind, properties);
    if (remark !== undefined) this.handOver(remark);
  }

  /** Tells the command of a preview whose login a resource uses: a review's environment may have another one than that of the run. */
  async tellLogin({ kind, name }: Source): Promise<void> {
    if (!this.environment[digestKeyVariable]) return;
    // Also in a run, which asks again before each change: later, the lookups may have used their budget.
    const login = await this.login();
    if (!this.isUpdate) handOver({ code: "login", kind, resource: name, login, text: "" }, String, this.environment);
  }

  /** Whose login is used. Where the API does not tell, only the name of the login is known. */
  async login(): Promise<ReviewedLogin> {
    const { settings, lookups } = this.context();
    const customer = await lookups
      .once("current customer", ({ customers }, options) => customers.getCurrent({}, options))
      .then(
        ({ customerNumber }) => customerNumber,
        () => undefined,
      );
    const { address, login } = accountOf(settings);
    const { provider } = settings;
    return { ...(provider !== undefined && { provider }), address, of: String(customer ?? login) };
  }

  /** To be awaited before a call is answered: Pulumi shows nothing that arrives after its last step. */
  async printed(): Promise<void> {
    await Promise.all(this.#printing.splice(0));
  }

  /** For warnings of a comparison: the engine compares a resource several times in one command. */
  readonly warnOnce: Announce = (message, options) => this.#once(message, options, this.warn);

  #once(message: string, { key = message, ...options }: Parameters<Announce>[1] = {}, warn: Context["warn"]): void {
    if (this.#warned.has(key)) return;
    this.#warned.add(key);
    warn(message, options);
  }

  /** Warns, once for each argument of a kind, of secrets that messages cannot hide. */
  warnOfUnmaskable(definition: Definition, news: Properties): void {
    for (const name of argumentsWith(definition, news, (secret) => !isMaskable(secret)))
      // Of members that all count as secret, such as header fields, most hold none.
      if (definition.fields[name]!.secret !== "members")
        this.warnOnce(
          `${resourceText(definition.kind, nameOf(news))}: \`${name}\` has a secret that messages may show, because it is too short or a plain word. Use at least ` +
            `${maskableText}.`,
          { key: `${definition.kind} ${name} has a secret that cannot be masked` },
        );
  }

  readonly uses = once((): Uses => usesOf(this.#around.environment, this.#resolvedIfSound()));

  /**
   * One context for all kinds, although each is configured: they share the login, the connections and the queues.
   *
   * @throws SettingsError if the configuration is incomplete or invalid
   */
  readonly context = (): Context => {
    const settings = this.#resolved();
    if (this.#context?.settings !== settings) this.#context = this.#open(settings);
    return this.#context;
  };

  /** Environment and configuration do not change while the process runs, so they are resolved once for thousands of calls. */
  #resolved(): Settings {
    if (this.#settings !== undefined) return this.#settings;
    const settings = resolveSettings(this.#around.environment, (key) => this.#config && valueOf(this.#config, key));
    if (!isDeepStrictEqual(this.#latest, settings)) this.#latest = settings;
    return (this.#settings = this.#latest!);
  }

  /** Problems of configuration keys that name no setting. */
  #unknownSettings(): readonly string[] {
    return this.#config === undefined ? [] : unknownSettings(configurationOf(this.#config));
  }

  /** Undefined if the settings are invalid: a diff needs no login, and without one nothing is sent. */
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
    const { ownership, secrets, warn } = this;
    return openContext({ settings, clock, ownership, warn, secrets, openClient });
  }
}

/** What Pulumi's process keeps in a provider's configuration without a public type. There are no values before the engine has sent them. */
interface Inside {
  readonly rawConfig?: unknown;
  readonly projectName?: unknown;
}

/** The whole configuration, of which Pulumi's public type shows only single values. */
function configurationOf(config: dynamic.Config): Configuration {
  const { rawConfig: values, projectName: project } = config as Inside;
  return {
    values: typeof values === "object" && values !== null ? (values as Configuration["values"]) : {},
    project: typeof project === "string" ? project : undefined,
  };
}

/** A single value; `undefined` before the engine has configured the process. */
function valueOf(config: dynamic.Config, key: string): string | undefined {
  try {
    return config.get(key);
  } catch {
    return undefined;
  }
}
