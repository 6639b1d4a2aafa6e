import { providerNameKey, resolveSettings, type Settings, SettingsError } from "../../provider/runtime/settings.js";
import type { StoredResource } from "./deployment.js";
import { plainProperties } from "./plaintext.js";

/** Where the settings of the providers of a stack are. */
export interface SettingsSource {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The configuration of the stack, requested if the environment is not sufficient. */
  readonly configuration: () => Promise<ReadonlyMap<string, string>>;
  readonly resources: readonly StoredResource[];
}

/** The settings of the providers of a stack. */
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
   *
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
