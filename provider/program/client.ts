import * as pulumi from "@pulumi/pulumi";
import type { Client } from "../../sdk/index.js";
import { systemClock } from "../../sdk/values/clock.js";
import { Secrets } from "../../sdk/redaction/redaction.js";
import { spelledOut } from "../../sdk/redaction/text.js";
import { perRun, programError, secretConfiguration } from "../pulumi/runs.js";
import type { Provider } from "./provider.js";
import { SharedAnswers } from "./shared-answers.js";
import { clientOptions, openClient, resolveSettings, secretsIn, type Settings, SettingsError } from "../runtime/settings.js";
import { unknownSettings } from "../runtime/unknown-settings.js";

/** Options of a lookup. */
export interface LookupOptions {
  /** Provider whose account the lookup reads. Default: the account from environment and configuration. */
  readonly provider?: Provider | undefined;
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
export function checkConfigured({ provider }: LookupOptions = {}): void {
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
