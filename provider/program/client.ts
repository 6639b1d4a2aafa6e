import * as pulumi from "@pulumi/pulumi";
import type { Client } from "../../sdk/index.js";
import { inLine } from "../../sdk/redaction/text.js";
import { openClient } from "../runtime/client.js";
import { systemClock } from "../../sdk/values/clock.js";
import { isMocked, perRun, programError } from "../pulumi/runs.js";
import type { Provider } from "./provider.js";
import { SharedAnswers } from "./shared-answers.js";
import { clientOptions, resolveSettings, type Settings, SettingsError } from "../runtime/settings.js";
import { unknownSettings } from "../runtime/unknown-settings.js";

/** Options of a lookup. */
export interface LookupOptions {
  /** Provider whose account the lookup reads. Default: the account from environment and configuration. */
  readonly provider?: Provider | undefined;
}

type Configuration = Readonly<Record<string, string | undefined>>;

/** The login of a lookup, for messages. */
export interface LookupLogin {
  /** Name of the explicit provider. */
  readonly provider: string | undefined;
  /** In words: `login "p123456"`. */
  readonly login: string;
}

export interface ProgramClient extends LookupLogin {
  readonly client: Client;
  /** What this run has asked for with this login. */
  readonly answers: SharedAnswers;
  readonly settings: Settings;
}

const presentAccounts = perRun(() => new Map<string, Pick<ProgramClient, "client" | "answers">>());

/**
 * One client for each account that a program reads, so that each knows only the secrets of its own login.
 *
 * @throws pulumi.RunError with the settings that are missing or wrong
 */
export function clientOf(configuration: Configuration): ProgramClient {
  const unknown = unknownSettings({ values: configuration, project: pulumi.getProject() });
  const settings = inSentences(() => {
    if (unknown.length > 0) throw new SettingsError(unknown);
    return resolveSettings(process.env, (key) => configuration[key]);
  });
  const { credentials, provider } = settings;
  const login = "username" in credentials ? `login "${inLine(credentials.username)}"` : "an access token";
  return { ...accountWith(clientOptions(settings)), provider, login, settings };
}

function accountWith(options: ReturnType<typeof clientOptions>) {
  const accounts = presentAccounts();
  const key = JSON.stringify(options);
  const client = () => openClient({ ...options, onNotice: ({ message }) => void pulumi.log.info(message) });
  const account = accounts.get(key) ?? { client: client(), answers: new SharedAnswers(systemClock) };
  accounts.set(key, account);
  return account;
}

/**
 * Fails at once if the configuration of a lookup is incomplete. Pulumi's program can hang if an output is rejected as early as a missing
 * setting would reject it, and a unit test that waits for the output would wait forever.
 *
 * @throws pulumi.RunError with what is missing
 */
export function checkConfigured({ provider }: LookupOptions = {}): void {
  if (provider !== undefined) return;
  clientOf(pulumi.runtime.allConfig());
}

const underMocks =
  "\nUnder mocks too, a lookup sends requests: start a sandbox (`startSandbox` of pulumi-hosting/sandbox) and set these to its address and login before " +
  "the program is imported.";

function inSentences<T>(resolve: () => T): T {
  try {
    return resolve();
  } catch (error) {
    throw error instanceof SettingsError ? programError(`${error.message}${isMocked() ? underMocks : ""}`) : error;
  }
}

/**
 * The client and the login for a program's lookups in the account of `provider` or the configured account.
 *
 * @throws pulumi.RunError with the settings that are missing or wrong
 */
export async function programClient({ provider }: LookupOptions): Promise<ProgramClient> {
  return clientOf(provider === undefined ? pulumi.runtime.allConfig() : await provider.configuration());
}
