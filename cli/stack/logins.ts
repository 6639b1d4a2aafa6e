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

export interface SettingsSource {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The configuration of the stack, requested if the environment is not sufficient. */
  readonly configuration: () => Promise<ReadonlyMap<string, string>>;
  readonly resources: readonly StoredResource[];
}

export class ProviderSettings {
  readonly #source: SettingsSource;
  readonly #settings = new Map<string, Promise<Settings>>();
  #configuration: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(source: SettingsSource) {
    this.#source = source;
  }

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
    const { environment, resources } = this.#source;
    const entry = resources.find(({ urn, id = "" }) => `${urn}::${id}` === provider);
    const recorded = plainProperties(entry?.inputs);
    if (recorded[providerNameKey] !== undefined)
      return resolveSettings(environment, (key) => (typeof recorded[key] === "string" ? recorded[key] : undefined));
    try {
      return resolveSettings(environment);
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      const configuration = await (this.#configuration ??= this.#source.configuration());
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

export interface StackState {
  readonly resources: readonly StoredResource[];
  readonly configuration: () => Promise<ReadonlyMap<string, string>>;
}

/** What the stacks manage, and with which logins. */
export interface Managed {
  readonly logins: readonly Login[];
  /** The login of the environment or the configuration; undefined if only explicit providers have one. */
  readonly usual: Login | undefined;
  /**
   * The login of a provider of the first stack, by URN and id as resources name it; an empty text is the default provider.
   * @throws SettingsError
   */
  loginOf(provider: string): Promise<Login>;
  has(address: string, kind: string, id: string): boolean;
  /** The entry that has an object at an address, or at one that is not known. */
  entryOf(address: string, kind: string, id: string): StoredResource | undefined;
  /** Providers whose login is not known, and why. */
  readonly unknown: readonly { readonly what: string; readonly why: string }[];
  close(): Promise<void>;
}

export interface LoginOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly secrets: Secrets;
  readonly notify: (message: string) => void;
  readonly onRequest?: () => void;
}

export const noLogin =
  "no login is known: set HOSTING_BASE_URL, HOSTING_USERNAME and HOSTING_PASSWORD in the environment, or name a profile with --profile";

export async function openLogins(stacks: readonly StackState[], around: LoginOptions): Promise<Managed> {
  const { environment, secrets, notify, onRequest } = around;
  const logins = new Map<string, Login>();
  const byKey = new Map<string, StoredResource>();
  /** Objects whose address is not known. They count as managed at each. */
  const anywhere = new Map<string, StoredResource>();
  const unknown: { what: string; why: string }[] = [];
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

  const sources = stacks.map(({ resources, configuration }) => ({
    resources,
    settings: new ProviderSettings({ environment, configuration, resources }),
  }));
  for (const { resources, settings } of sources) {
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
    get logins() {
      return [...logins.values()];
    },
    usual,
    loginOf: async (provider) => open(await sources[0]!.settings.of(provider)),
    has: (address, kind, id) => entryOf(address, kind, id) !== undefined,
    entryOf,
    unknown,
    close: async () => void (await Promise.all([...logins.values()].map(({ client }) => client.close()))),
  };
}

/** Whether a state has an object, if only to delete it: not one that its program merely reads. */
const hasObject = (entry: StoredResource): boolean => classOf(entry) !== undefined && entry.external !== true;

const objectOf = (entry: StoredResource) => ({ kind: kindOf(classOf(entry)!), id: entry.id ?? "" });
