import {
  accountOf,
  clientOptions,
  providerNameKey,
  resolveSettings,
  type Settings,
  SettingsError,
} from "../../provider/runtime/settings.js";
import { addressedKey, objectKey } from "../../provider/values/ids.js";
import { type Client, createClient } from "../../sdk/client.js";
import type { Secrets } from "../../sdk/redaction/redaction.js";
import { kindOf } from "./definitions.js";
import { classOf, nameOf, plainProperties, providerUrn, type StoredResource } from "./deployment.js";

export interface StackState {
  readonly resources: readonly StoredResource[];
  /** The configuration of the stack, requested if the environment is not sufficient. */
  readonly configuration: () => Promise<ReadonlyMap<string, string>>;
}

export interface SettingsSource extends StackState {
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export class ProviderSettings {
  readonly #settings = new Map<string, Promise<Settings>>();
  #configuration: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(private readonly source: SettingsSource) {}

  /**
   * The settings of a provider, by its URN and id as resources name it: of an explicit one from its recorded configuration, of the default
   * one, which is named by an empty text as well, from environment and configuration.
   * @throws SettingsError
   */
  of(provider: string): Promise<Settings> {
    const settings = this.#settings.get(provider) ?? this.#resolve(provider);
    this.#settings.set(provider, settings);
    return settings;
  }

  async #resolve(provider: string): Promise<Settings> {
    const { environment, resources } = this.source;
    const entry = resources.find(({ urn, id = "" }) => `${urn}::${id}` === provider);
    const recorded = plainProperties(entry?.inputs);
    if (recorded[providerNameKey] !== undefined)
      return resolveSettings(environment, (key) => (typeof recorded[key] === "string" ? recorded[key] : undefined));
    try {
      return resolveSettings(environment);
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      const configuration = await (this.#configuration ??= this.source.configuration());
      return resolveSettings(environment, (key) => configuration.get(key));
    }
  }
}

/** A login, and the entries of the stacks whose objects it shows. */
export interface Login {
  readonly client: Client;
  readonly address: string;
  /** User name, or the uuid of a token; undefined for an access token. */
  readonly username: string | undefined;
  readonly entries: StoredResource[];
}

/** What the stacks manage, and with which logins. */
export type Managed = Awaited<ReturnType<typeof openLogins>>;

export interface LoginOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly secrets: Secrets;
  readonly notify: (message: string) => void;
  readonly onRequest?: () => void;
}

export const noLogin =
  "no login is known: set HOSTING_BASE_URL, HOSTING_USERNAME and HOSTING_PASSWORD in the environment, or name a profile with --profile";

export async function openLogins(stacks: readonly StackState[], around: LoginOptions) {
  const { environment, secrets, notify, onRequest } = around;
  const logins = new Map<string, Login>();
  const byKey = new Map<string, StoredResource>();
  /** Objects whose address is not known. They count as managed at each. */
  const anywhere = new Map<string, StoredResource>();
  const unknown: { readonly what: string; readonly why: string }[] = [];
  let usual: Login | undefined;

  const open = (settings: Settings): Login => {
    const options = clientOptions(settings);
    const key = JSON.stringify(options);
    const { credentials } = settings;
    const login = logins.get(key) ?? {
      client: createClient({ ...options, secrets, onNotice: ({ message }) => notify(message), onRequest }),
      address: accountOf(settings).address,
      username: "username" in credentials ? credentials.username : undefined,
      entries: [],
    };
    logins.set(key, login);
    return login;
  };

  const settingsOf = stacks.map((stack) => new ProviderSettings({ ...stack, environment }));
  for (const [at, { resources }] of stacks.entries()) {
    const settings = settingsOf[at]!;
    usual ??= await settings.of("").then(open, () => undefined);
    const managed = resources.filter(hasObject);
    for (const provider of new Set(managed.map(({ provider = "" }) => provider))) {
      const entries = managed.filter((entry) => (entry.provider ?? "") === provider);
      try {
        const login = open(await settings.of(provider));
        login.entries.push(...entries);
        for (const entry of entries) byKey.set(addressedKey({ ...objectOf(entry), address: login.address }), entry);
      } catch (error) {
        if (!(error instanceof SettingsError)) throw error;
        unknown.push({
          what: `what provider ${nameOf(providerUrn({ ...entries[0]!, provider }) ?? "")} shows`,
          why: error.message,
        });
        for (const entry of entries) anywhere.set(objectKey(objectOf(entry).kind, objectOf(entry).id), entry);
      }
    }
  }
  const entryOf = (address: string, kind: string, id: string) =>
    byKey.get(addressedKey({ kind, address, id })) ?? anywhere.get(objectKey(kind, id));
  return {
    get logins(): readonly Login[] {
      return [...logins.values()];
    },
    /** The login of the environment or the configuration; undefined if only explicit providers have one. */
    usual,
    /**
     * The login of a provider of the first stack, by URN and id as resources name it; an empty text is the default provider.
     * @throws SettingsError
     */
    loginOf: async (provider: string): Promise<Login> => open(await settingsOf[0]!.of(provider)),
    has: (address: string, kind: string, id: string): boolean => entryOf(address, kind, id) !== undefined,
    /** The entry that has an object at an address, or at one that is not known. */
    entryOf,
    /** Providers whose login is not known, and why. */
    unknown,
    close: async () => void (await Promise.all([...logins.values()].map(({ client }) => client.close()))),
  };
}

/** Whether a state has an object, if only to delete it: not one that its program merely reads. */
const hasObject = (entry: StoredResource): boolean => classOf(entry) !== undefined && entry.external !== true;

const objectOf = (entry: StoredResource) => ({ kind: kindOf(classOf(entry)!), id: entry.id ?? "" });
