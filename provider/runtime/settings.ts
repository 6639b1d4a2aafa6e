import { isAbsolute } from "node:path";
import { ConfigurationError } from "../../sdk/values/errors.js";
import { type Credentials, resolveOptions } from "../../sdk/http/options.js";
import { callTimeout } from "../../sdk/values/call-timeout.js";
import { isDuration, milliseconds } from "../../sdk/values/duration.js";

/** What is done when a domain or virtual account is proven gone: fail with the remedy, or let Pulumi order it again. */
export type WhenGone = "error" | "recreate";

/** How a subdomain is deleted, as no known call names the one to delete: not at all, or by a body on the collection. */
export type SubdomainDeletion = "refuse" | "body";

export interface Settings {
  /** Name of the explicit provider that they belong to. */
  readonly provider?: string;
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly subdomainDeletion: SubdomainDeletion;
  readonly whenGone: WhenGone;
  /** Milliseconds from the sending of a request to the end of its answer. */
  readonly requestTimeout: number;
  /** Milliseconds that one call may wait for the rate window. */
  readonly rateLimitWait: number;
}

/** A host that takes no connection for this long, in milliseconds, is not there. */
const longestConnect = 10_000;

/** How the client is to be set up. */
export const clientOptions = ({ baseUrl, credentials, requestTimeout, rateLimitWait }: Settings) => ({
  baseUrl,
  credentials,
  fresh: true,
  timeouts: { connect: Math.min(requestTimeout, longestConnect), request: requestTimeout, body: requestTimeout },
  maxRateLimitWait: rateLimitWait,
});

/** The account that is worked on, in words. Of an access token nobody knows whose it is. */
export const accountOf = ({ baseUrl, credentials }: Settings): { readonly address: string; readonly login: string } => ({
  address: new URL(baseUrl).href.replace(/\/+$/, ""),
  login: "username" in credentials ? credentials.username : "an access token",
});

const choices = {
  subdomainDeletion: ["refuse", "body"],
  whenGone: ["error", "recreate"],
} as const;

/** Bounds in milliseconds: a request ends with its call, and a window lasts fifteen minutes. */
const durations = {
  requestTimeout: { fallback: "60s", least: 1, most: callTimeout },
  rateLimitWait: { fallback: "15m", least: 0, most: 24 * 3_600_000 },
} as const;

/** Names of the settings, with the variables that carry them. */
export const variables = {
  baseUrl: "BASE_URL",
  username: "USERNAME",
  password: "PASSWORD",
  accessToken: "ACCESS_TOKEN",
  subdomainDeletion: "SUBDOMAIN_DELETION",
  whenGone: "WHEN_GONE",
  requestTimeout: "REQUEST_TIMEOUT",
  rateLimitWait: "RATE_LIMIT_WAIT",
} as const;

export type SettingName = keyof typeof variables;

/** The configuration key that holds the name of an explicit provider. */
export const providerNameKey = "hosting:provider";

/** Problems of the configuration, each naming the setting, what is wrong, and where to put it right. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "SettingsError";
  }
}

const shout = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]+/g, "_");

type Environment = Readonly<Record<string, string | undefined>>;

/** Why the journal cannot lie where the environment says: no shell has expanded a `~`, and other paths begin in the folder of whoever reads them. */
export function journalProblem({ HOSTING_JOURNAL: folder = "" }: Environment): string | undefined {
  if (folder === "" || isAbsolute(folder)) return undefined;
  return `HOSTING_JOURNAL must be an absolute path, without \`~\`: set HOSTING_JOURNAL in the environment to one such as "/var/lib/hosting"`;
}

/** The variable that carries a setting: for an explicit provider only one with the provider's name in it. */
export const variableName = (setting: SettingName, provider?: string): string =>
  provider === undefined ? `HOSTING_${variables[setting]}` : `HOSTING_${shout(provider)}_${variables[setting]}`;

/**
 * Settings from environment and configuration; the environment wins, because `refresh` and `destroy` replay the
 * configuration that the stack recorded. An explicit provider has its own configuration, so there only variables
 * that carry its name count: otherwise a second account would be managed with the first one's login.
 *
 * Outside Pulumi there is no `config`: the environment is all there is, and messages speak of nothing else.
 *
 * @throws SettingsError naming everything that is missing or wrong.
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
  const choice = <N extends keyof typeof choices>(name: N): (typeof choices)[N][number] => {
    const [fallback] = choices[name];
    const value = setting(name) ?? fallback;
    const known: readonly string[] = choices[name];
    if (!known.includes(value)) problems.push(`${name} must be one of ${known.join(", ")}: ${whereToSet(name)}`);
    return value as (typeof choices)[N][number];
  };

  const duration = (name: keyof typeof durations): number => {
    const { fallback, least, most } = durations[name];
    const value = setting(name) ?? fallback;
    const length = isDuration(value) ? milliseconds(value) : NaN;
    if (length >= least && length <= most) return length;
    problems.push(
      `${name} must be a duration such as "${fallback}", of ${least} ms at least and ${most / 60_000} minutes at most: ${whereToSet(name)}`,
    );
    return NaN;
  };

  const baseUrl = setting("baseUrl");
  if (baseUrl === undefined) problems.push(`baseUrl is missing, the address of the interface: ${whereToSet("baseUrl")}`);
  const credentials = resolveCredentials(fromEnvironment, fromConfig);
  if ("missing" in credentials) problems.push(...credentials.missing.map((name) => `${name} is missing: ${whereToSet(name)}`));

  const subdomainDeletion = choice("subdomainDeletion");
  const whenGone = choice("whenGone");
  const requestTimeout = duration("requestTimeout");
  const rateLimitWait = duration("rateLimitWait");
  if (baseUrl === undefined || "missing" in credentials) throw new SettingsError(problems);
  problems.push(
    ...refusals(baseUrl, credentials).map((problem) => {
      const name = settingOf(problem);
      return name === undefined ? problem : `${problem} To change it, ${whereToSet(name)}.`;
    }),
  );
  if (problems.length > 0) throw new SettingsError(problems);
  return {
    ...(provider === undefined ? {} : { provider }),
    baseUrl,
    credentials,
    subdomainDeletion,
    whenGone,
    requestTimeout,
    rateLimitWait,
  };
}

/** What the client itself refuses. */
function refusals(baseUrl: string, credentials: Settings["credentials"]): string[] {
  try {
    resolveOptions({ baseUrl, credentials });
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return [error.message];
    throw error;
  }
}

/** The client's messages begin with the name of the option, or of a variable that is no setting of ours. */
const settingOf = (problem: string): SettingName | undefined =>
  (Object.keys(variables) as SettingName[]).find((name) => problem.startsWith(name) || problem.startsWith(`credentials.${name}`));

type Lookup = (setting: SettingName) => string | undefined;

/** A login given in the environment replaces the configured one whole, whichever form either has. */
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
