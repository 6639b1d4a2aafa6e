import { isAbsolute } from "node:path";
import type { Client, ClientOptions } from "../../sdk/index.js";
import { AuthenticationError, ConfigurationError } from "../../sdk/values/errors.js";
import { connectTimeout, type Credentials, requestTimeoutText, resolveOptions } from "../../sdk/http/options.js";
import { windowText } from "../../sdk/http/rate-window.js";
import { callTimeoutText, isDuration, milliseconds } from "../../sdk/values/duration.js";
import { journalFolder } from "../journal/noted.js";
import { inLine } from "../../sdk/redaction/text.js";
import { unknownName } from "../../sdk/values/suggest.js";

/** Settings with few values, of which the first one is the default. */
const choices = {
  /** How to delete a subdomain, although the API has no documented way to delete a single one: not at all, or with a body on the collection. */
  subdomainDeletion: ["refuse", "body"],
  /** What to do if a domain or virtual account is proven gone: fail with a remedy, or let Pulumi order it again. */
  whenGone: ["error", "recreate"],
  /** Whether the preview of a new resource asks the API what its creation needs, or only whether its object exists. */
  previewChecks: ["online", "off"],
} as const;

/** In the settings in milliseconds. A request ends with its call, and a window lasts fifteen minutes. */
const durations = {
  /** Timeout from the start of a request to the end of its answer. */
  requestTimeout: { fallback: requestTimeoutText, least: "1ms", most: callTimeoutText },
  /** Maximum time that one call waits for the rate window. */
  rateLimitWait: { fallback: windowText, least: "0s", most: "24h" },
} as const;

type Choices = { readonly [N in keyof typeof choices]: (typeof choices)[N][number] };
type Durations = Readonly<Record<keyof typeof durations, number>>;

export interface Settings extends Choices, Durations {
  /** Name of the explicit provider that the settings belong to. */
  readonly provider?: string;
  readonly baseUrl: string;
  readonly credentials: Credentials;
}

/** Client options for the settings. */
export const clientOptions = ({ baseUrl, credentials, requestTimeout, rateLimitWait }: Settings) => ({
  baseUrl,
  credentials,
  fresh: true,
  timeouts: { connect: Math.min(requestTimeout, connectTimeout), request: requestTimeout, body: requestTimeout },
  maxRateLimitWait: rateLimitWait,
});

/** Opens a client for the API. Its module is loaded with the first one, because most commands need none, and it is a third of their start. */
export function openClient(options: ClientOptions): Client {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded on first use, by synchronous callers
  const { createClient } = require("../../sdk/client.js") as typeof import("../../sdk/client.js");
  return createClient(options);
}

/** The account of the settings, for messages. The owner of an access token is not known. */
export const accountOf = ({ baseUrl, credentials }: Settings): { readonly address: string; readonly login: string } => ({
  address: new URL(baseUrl).href.replace(/\/+$/, ""),
  login: "username" in credentials ? credentials.username : "an access token",
});

/** What a process uses, by the variable that decides it. An explicit provider has its own configuration, whatever the process. */
export const usesOf = (environment: Environment, settings: Settings | undefined): Readonly<Record<string, string>> => {
  const account = settings === undefined || settings.provider !== undefined ? undefined : accountOf(settings);
  return {
    ...(account === undefined ? {} : { [variableName("baseUrl")]: account.address, [variableName("username")]: account.login }),
    HOSTING_JOURNAL: journalFolder(environment),
  };
};

/** Whether the run logs in with an application token, so that deleting it would stop the run halfway. */
export const logsInWith = ({ credentials }: Settings, uuid: string): boolean =>
  "username" in credentials && credentials.username === uuid;

/** The settings, with the ends of their environment variables' names. */
export const variables = {
  baseUrl: "BASE_URL",
  username: "USERNAME",
  password: "PASSWORD",
  accessToken: "ACCESS_TOKEN",
  subdomainDeletion: "SUBDOMAIN_DELETION",
  whenGone: "WHEN_GONE",
  previewChecks: "PREVIEW_CHECKS",
  requestTimeout: "REQUEST_TIMEOUT",
  rateLimitWait: "RATE_LIMIT_WAIT",
} as const;

export type SettingName = keyof typeof variables;

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that decide what a run does, and where. Logins are rotated, and durations only decide how long it takes. */
const deciding = ["baseUrl", "subdomainDeletion", "whenGone", "previewChecks"] as const satisfies readonly SettingName[];

/** Variables of the environment that decide what a run does with a program, also those of explicit providers. */
export const decidingVariables = (environment: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        !!entry[1] && entry[0].startsWith("HOSTING_") && deciding.some((name) => entry[0].endsWith(`_${variables[name]}`)),
    ),
  );

/** Secrets of logins in the environment, which a program can put anywhere. A passphrase can be any word. */
export const secretsIn = (environment: Environment): readonly string[] =>
  Object.entries(environment).flatMap(([name, value]) =>
    value && /^HOSTING_(\w+_)?(PASSWORD|ACCESS_TOKEN)$|^PULUMI_ACCESS_TOKEN$/.test(name) ? [value] : [],
  );

/** The configuration key that holds the name of an explicit provider. */
export const providerNameKey = "hosting:provider";

/** Problems of the configuration. Each names the setting, what is wrong, and where to correct it. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "SettingsError";
  }
}

const shout = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]+/g, "_");

/**
 * Set by commands that enter existing objects in the state: what the program declares anew is not looked up, because it would be refused,
 * and nothing can be created. Its value is the key of the digests of what resources declare, which a preview masks.
 */
export const enteringVariable = "HOSTING_ENTERING";

/**
 * Set by commands that compare a program with what exists: whatever would stop a preview is handed over as a remark, so that it goes on. What is gone is
 * shown like any other difference, and what an order needs is not looked up.
 */
export const comparingVariable = "HOSTING_COMPARING";

/**
 * Why the environment's folder for the journal is invalid: no shell expands a `~` there, and a relative path would differ between
 * processes.
 */
export function journalProblem({ HOSTING_JOURNAL: folder = "", PULUMI_HOME: home = "" }: Environment): string | undefined {
  if (folder === "" && home !== "" && !isAbsolute(home))
    return (
      "PULUMI_HOME must be an absolute path, because the journal is there, and a relative one differs between processes. Or set HOSTING_JOURNAL to an " +
      "absolute path"
    );
  if (folder === "" || isAbsolute(folder)) return undefined;
  return "HOSTING_JOURNAL must be an absolute path, such as /var/lib/hosting (`~` is not expanded)";
}

/** The environment variable of a setting. For an explicit provider, it holds the provider's name. */
export const variableName = (setting: SettingName, provider?: string): string =>
  provider === undefined ? `HOSTING_${variables[setting]}` : `HOSTING_${shout(provider)}_${variables[setting]}`;

/**
 * Where to correct the login of an explicit provider if it was refused: a sentence after a space, or an empty text. A refresh and
 * a destroy use the login in the state, which an interrupted `up` may have replaced and deleted.
 */
export function loginAdvice(error: unknown, settings: Settings | undefined): string {
  if (error instanceof Error && !(error instanceof AuthenticationError)) return loginAdvice(error.cause, settings);
  if (settings?.provider === undefined || !(error instanceof AuthenticationError)) return "";
  const { provider, credentials } = settings;
  const isAddress = error.status === 404;
  const names = isAddress
    ? (["baseUrl"] as const)
    : "username" in credentials
      ? (["username", "password"] as const)
      : (["accessToken"] as const);
  const toSet = names.map((name) => variableName(name, provider)).join(", ");
  return ` Provider "${provider}": set ${toSet}.`;
}

/**
 * Settings from environment and configuration. The environment wins, because `refresh` and `destroy` reuse the configuration that
 * the stack recorded. An explicit provider has its own configuration, so only variables with its name apply to it: otherwise the
 * first account's login would be used for the second account.
 *
 * Outside Pulumi there is no `config`, and messages mention only the environment.
 *
 * @throws SettingsError if any setting is missing or invalid; it names all of them
 */
export function resolveSettings(environment: Environment, config?: (key: string) => string | undefined): Settings {
  const provider = config?.(providerNameKey) || undefined;
  const fromEnvironment = (setting: SettingName) => environment[variableName(setting, provider)] || undefined;
  const fromConfig = (setting: SettingName) => config?.(`hosting:${setting}`) || undefined;
  const setting = (name: SettingName) => fromEnvironment(name) ?? fromConfig(name);
  const whereToSet = (name: SettingName) => {
    const secret = name === "password" || name === "accessToken" ? " --secret" : "";
    const inProgram =
      provider === undefined ? `\`pulumi config set${secret} hosting:${name} …\`` : `\`${name}\` of Provider "${provider}"`;
    const inEnvironment = `set ${variableName(name, provider)} in the environment`;
    return config === undefined ? inEnvironment : `${inEnvironment}, or ${inProgram}`;
  };

  const misplaced = journalProblem(environment);
  const problems = misplaced === undefined ? [] : [misplaced];
  const choice = (name: keyof Choices): string => {
    const known: readonly string[] = choices[name];
    const value = setting(name) ?? known[0]!;
    if (!known.includes(value)) problems.push(`${name} must be one of ${known.join(", ")}: ${whereToSet(name)}`);
    return value;
  };

  const duration = (name: keyof Durations): number => {
    const { fallback, least, most } = durations[name];
    const value = setting(name) ?? fallback;
    const length = isDuration(value) ? milliseconds(value) : NaN;
    if (length >= milliseconds(least) && length <= milliseconds(most)) return length;
    problems.push(`${name} must be a duration from ${least} to ${most}, such as "${fallback}": ${whereToSet(name)}`);
    return NaN;
  };

  const baseUrl = setting("baseUrl");
  if (baseUrl === undefined) problems.push(`baseUrl is missing (the address of the API): ${whereToSet("baseUrl")}`);
  const credentials = resolveCredentials(fromEnvironment, fromConfig);
  if ("missing" in credentials) problems.push(...credentials.missing.map((name) => `${name} is missing: ${whereToSet(name)}`));

  const chosen = Object.fromEntries([
    ...(Object.keys(choices) as (keyof Choices)[]).map((name) => [name, choice(name)]),
    ...(Object.keys(durations) as (keyof Durations)[]).map((name) => [name, duration(name)]),
  ]) as unknown as Choices & Durations;
  if (baseUrl === undefined || "missing" in credentials) throw new SettingsError(problems);
  problems.push(
    ...refusals(baseUrl, credentials).map((problem) => {
      const name = settingOf(problem);
      return name === undefined ? problem : `${problem} To change it, ${whereToSet(name)}.`;
    }),
  );
  if (problems.length > 0) throw new SettingsError(problems);
  const comparing = environment[comparingVariable] ? ({ whenGone: "recreate", previewChecks: "off" } as const) : {};
  return { ...(provider === undefined ? {} : { provider }), baseUrl, credentials, ...chosen, ...comparing };
}

/** Problems that the client itself reports. */
function refusals(baseUrl: string, credentials: Settings["credentials"]): string[] {
  try {
    resolveOptions({ baseUrl, credentials });
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return [error.message];
    throw error;
  }
}

/** The client's messages begin with the name of the option, or of a variable that is not one of these settings. */
const settingOf = (problem: string): SettingName | undefined =>
  (Object.keys(variables) as SettingName[]).find((name) => problem.startsWith(name) || problem.startsWith(`credentials.${name}`));

type Lookup = (setting: SettingName) => string | undefined;

/** A login in the environment replaces the whole configured login, whatever form each has. */
function resolveCredentials(fromEnvironment: Lookup, fromConfig: Lookup): Settings["credentials"] | { missing: SettingName[] } {
  const environmentToken = fromEnvironment("accessToken");
  if (environmentToken !== undefined) return { accessToken: environmentToken };
  const loginInEnvironment = (fromEnvironment("username") ?? fromEnvironment("password")) !== undefined;
  const configuredToken = fromConfig("accessToken");
  if (!loginInEnvironment && configuredToken !== undefined) return { accessToken: configuredToken };
  const username = fromEnvironment("username") ?? fromConfig("username");
  const password = fromEnvironment("password") ?? fromConfig("password");
  if (username !== undefined && password !== undefined) return { username, password };
  return {
    missing: [...(username === undefined ? ["username" as const] : []), ...(password === undefined ? ["password" as const] : [])],
  };
}

/** All values of a configuration, by key, and the project that they are of. */
export interface Configuration {
  readonly values: Readonly<Record<string, unknown>>;
  /** Undefined if it is not known. */
  readonly project?: string | undefined;
}

const namespace = "hosting";
const prefix = `${namespace}:`;

/**
 * Problems of keys that name no setting, each beginning with the key. Not judged are the keys of a project named `hosting`, which may
 * have settings of its own in this namespace.
 */
export function unknownSettings({ values, project }: Configuration): string[] {
  const keys = Object.keys(values);
  const ours = keys.filter((key) => key.startsWith(prefix));
  // Only an explicit provider has its name there, and the configuration of such a provider has nothing else.
  const named = values[providerNameKey];
  const provider = ours.length === keys.length && typeof named === "string" ? named : undefined;
  if (provider === undefined && project === namespace) return [];
  return ours
    .filter((key) => provider === undefined || key !== providerNameKey)
    .map((key) => key.slice(prefix.length))
    .filter((setting) => !Object.hasOwn(variables, setting))
    .map((setting) => {
      const [place, what] = provider === undefined ? [prefix, "setting"] : ["", `argument of Provider "${inLine(provider)}"`];
      const text = unknownName(what, setting, Object.keys(variables));
      return `${place}${inLine(setting)}: ${text}${text.endsWith("?") ? "" : "."}`;
    });
}
