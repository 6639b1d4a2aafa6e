import * as pulumi from "@pulumi/pulumi";
import type { Client } from "../../sdk/index.js";
import { systemClock, type Clock } from "../../sdk/values/clock.js";
import { Secrets } from "../../sdk/redaction/redaction.js";
import { spelledOut, inLine } from "../../sdk/redaction/text.js";
import { perRun, programError, secretConfiguration, withoutStack } from "../pulumi/runs.js";
import type { Provider } from "./provider.js";
import {
  clientOptions,
  openClient,
  resolveSettings,
  secretsIn,
  type Settings,
  SettingsError,
  unknownSettings,
} from "../runtime/settings.js";
import { explainedOnce } from "../../sdk/values/explained.js";
import { AccessDeniedError, HostingError, InputError, NotFoundError } from "../../sdk/values/errors.js";
import { joinedOutputs } from "../values/unknown-values.js";
import { asMissing, isMissing, isStandIn } from "../values/remarks.js";

/** Options of a lookup. */
export interface LookupOptions {
  /** Provider whose account the lookup reads. Default: the account from environment and configuration. */
  readonly provider?: Provider | undefined;
}

/** Options of a lookup whose input may be secret. */
export interface HidingOptions extends LookupOptions {
  /** Takes a secret input out of a text. Default: there is none. */
  readonly hide?: ((text: string) => string) | undefined;
}

/** A text of the program's side without the secrets of its environment and its configuration. */
export const withoutSecrets = (text: string): string =>
  spelledOut(new Secrets([...secretsIn(process.env), ...secretConfiguration()]).redact(text));

/** A login of the program. */
export interface ProgramClient {
  readonly settings: Settings;
  readonly client: Client;
  /** What this run has asked for with it. */
  readonly answers: SharedAnswers;
}

const presentLogins = perRun(() => new Map<string, Pick<ProgramClient, "client" | "answers">>());

/** @throws pulumi.RunError with the settings that are missing or wrong */
function settingsIn(values: Readonly<Record<string, string | undefined>>): Settings {
  try {
    const unknown = unknownSettings({ values, project: pulumi.getProject() });
    if (unknown.length > 0) throw new SettingsError(unknown);
    return resolveSettings(process.env, (key) => values[key]);
  } catch (error) {
    throw error instanceof SettingsError ? programError(error.message) : error;
  }
}

/**
 * One client for each login that a program reads with, so that each knows only the secrets of its own.
 *
 * @throws pulumi.RunError with the settings that are missing or wrong
 */
export function clientOf(configuration: Readonly<Record<string, string | undefined>>): ProgramClient {
  const settings = settingsIn(configuration);
  const options = clientOptions(settings);
  const [key, logins] = [JSON.stringify(options), presentLogins()];
  if (!logins.has(key)) {
    const client = openClient({ ...options, onNotice: ({ message }) => void pulumi.log.info(message) });
    logins.set(key, { client, answers: new SharedAnswers(systemClock) });
  }
  return { settings, ...logins.get(key)! };
}

/**
 * Fails at once if the configuration of a lookup is incomplete. Pulumi's program can hang if an output is rejected as early as a missing
 * setting would reject it, and a unit test that waits for the output would wait forever.
 *
 * @throws pulumi.RunError with what is missing
 */
function checkConfigured({ provider }: LookupOptions = {}): void {
  if (provider === undefined) settingsIn(pulumi.runtime.allConfig());
}

/**
 * The client and the login for a program's lookups in the account of `provider` or the configured account.
 *
 * @throws pulumi.RunError with the settings that are missing or wrong
 */
export async function programClient({ provider }: LookupOptions): Promise<ProgramClient> {
  return clientOf(provider === undefined ? pulumi.runtime.allConfig() : await provider.configuration());
}

/** Maximum age of an answer for a later lookup, in milliseconds. */
const maximumAge = 60_000;

interface Shared<T> {
  readonly answer: Promise<T>;
  /** When it arrived; infinite until then. */
  arrived: number;
}

/** Answers of an account, by request. Equal requests share an answer while it is under way and for a minute. A failure is not shared further. */
export class SharedAnswers {
  readonly #known = new Map<string, Shared<unknown>>();

  constructor(private readonly clock: Pick<Clock, "now">) {}

  /**
   * @param key identifies the request
   * @param suffices whether a shared answer is enough. If not, the request is sent once more: what is missing may have been created
   * since, even by this run.
   */
  async get<T>(key: string, send: () => Promise<T>, suffices: (answer: T) => boolean = () => true): Promise<T> {
    const shared = this.#current<T>(key);
    if (shared === undefined) return this.#send(key, send);
    const answer = await shared.answer;
    if (suffices(answer)) return answer;
    // Another lookup may have sent it meanwhile.
    const newer = this.#current<T>(key);
    return newer === undefined || newer === shared ? this.#send(key, send) : newer.answer;
  }

  #current<T>(key: string): Shared<T> | undefined {
    const shared = this.#known.get(key) as Shared<T> | undefined;
    return shared !== undefined && this.clock.now() - shared.arrived < maximumAge ? shared : undefined;
  }

  #send<T>(key: string, send: () => Promise<T>): Promise<T> {
    const shared: Shared<T> = { answer: send(), arrived: Infinity };
    this.#known.set(key, shared);
    shared.answer.then(
      () => (shared.arrived = this.clock.now()),
      () => this.#known.get(key) === shared && this.#known.delete(key),
    );
    return shared.answer;
  }
}

/** Identifies a request of an operation, in whatever order its input is written. */
export const requestKey = (id: string, input: object): string =>
  JSON.stringify([id, Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** What a lookup asks for. */
interface Asked {
  /** Of the operation. */
  readonly id: string;
  readonly input: object;
  /** Takes the input out of a text. Default: it may be shown. */
  readonly hide?: HidingOptions["hide"];
  /** What is looked for. Default: the operation, with its input. */
  readonly what?: string;
}

/**
 * Fails if an output is a part of a text in what is asked for, or something else is wrong with it.
 *
 * @throws pulumi.RunError
 */
export function checkAsked(lookup: string, asked: object, problems: readonly string[] = []): void {
  const joined = joinedOutputs(asked);
  if (joined.length > 0) throw programError(`${lookup}: ${joined.join(" ")}`);
  if (problems.length > 0) throw programError(`${lookup}: ${problems.join("; ")}`);
}

/** An answer of the API, which equal lookups of the run share. */
export const answered = <T>(
  { settings, client, answers }: ProgramClient,
  { id, input, hide, what }: Asked,
  send: (client: Client) => Promise<T>,
  suffices?: (answer: T) => boolean,
): Promise<T> =>
  answers
    .get(requestKey(id, input), () => send(client), suffices)
    .catch((error: unknown) => {
      const shown = askedText(hide === undefined ? input : {});
      throw lookedUp(error, { shown, sought: what ?? [id, shown].filter(Boolean).join(", "), hide }, settings);
    });

type Login = Pick<Settings, "provider" | "credentials">;

/** With which login a lookup was made: `with login "p123456"`. */
export function withLogin({ provider, credentials }: Login): string {
  const login = "username" in credentials ? `login "${inLine(credentials.username)}"` : "an access token";
  return provider === undefined ? `with ${login}` : `with Provider "${inLine(provider)}" (${login})`;
}

/** What was looked up. */
export const askedText = (input: object): string =>
  Object.entries(input)
    .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value))
    .map(([name, value]) => `${name} "${inLine(String(value))}"`)
    .join(" and ");

/**
 * The error of a lookup with what was looked up and with which login. It keeps its class and members, for programs that handle it. It is
 * another object for each lookup, because lookups of two providers with one login share the answer.
 *
 * @param shown what was asked for
 * @param sought what was looked for, in words
 */
function lookedUp(
  error: unknown,
  { shown, sought, hide = (text) => text }: { readonly shown: string; readonly sought: string } & Pick<Asked, "hide">,
  login: Login,
): unknown {
  if (!(error instanceof HostingError)) return error;
  // Nothing was looked up, and the message names what is wrong.
  if (error instanceof InputError) return withoutStack(error);
  const copy = Object.create(Object.getPrototypeOf(error) as object, Object.getOwnPropertyDescriptors(error)) as HostingError;
  // What is private belongs to the original alone.
  for (
    let each = Object.getPrototypeOf(error) as object;
    each !== HostingError.prototype;
    each = Object.getPrototypeOf(each) as object
  )
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(each)))
      if (get !== undefined) Object.defineProperty(copy, name, { get: () => get.call(error) as unknown, configurable: true });
  // The API refuses what is in nobody's or another account, as it does what does not exist.
  const isAbsent = error instanceof NotFoundError || error instanceof AccessDeniedError;
  const value =
    isAbsent && isStandIn()
      ? `Not known against the sandbox: ${sought}.`
      : explainedOnce(`${hide(error.message)} Looked up: ${shown === "" ? "" : `${shown}, `}${withLogin(login)}.`);
  Object.defineProperty(copy, "message", { value, configurable: true, writable: true });
  return withoutStack(isAbsent ? asMissing(copy, withoutSecrets) : copy);
}

/** What is looked up by values that may be outputs. If one of them is secret, no error shows any. */
export function lookedUpByOutputs<I, T>(
  input: I,
  options: LookupOptions | undefined,
  lookup: (known: pulumi.Unwrap<I>, options: HidingOptions) => Promise<T>,
): pulumi.Output<T> {
  checkConfigured(options);
  const given = pulumi.output(input);
  return given.apply(async (known) => {
    const hide = (await pulumi.isSecret(given)) ? (text: string) => secretsOf(known).redact(text) : undefined;
    return orUnknown(lookup(known, { ...options, hide }));
  });
}

const secretsOf = (input: unknown): Secrets =>
  new Secrets(
    Object.values(input as object).flatMap((value) => (["string", "number"].includes(typeof value) ? [String(value)] : [])),
  );

/**
 * What a lookup found. If the sandbox only stands in for an account, what it does not have is an unknown value, as what a run creates: the
 * program goes on, and the preview shows the rest.
 */
async function orUnknown<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return pulumi.unknown as T;
  }
}
