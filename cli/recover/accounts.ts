import type { StackIdentity } from "../../provider/journal/journal-events.js";
import type { RunRecords } from "../../provider/journal/journal.js";
import { Ownership } from "../../provider/ownership/ownership.js";
import { type Context, openContext } from "../../provider/runtime/context.js";
import { accountOf, clientOptions, type Settings } from "../../provider/runtime/settings.js";
import { isWholeId } from "../../provider/values/ids.js";
import type { Properties } from "../../provider/values/properties.js";
import { createClient } from "../../sdk/client.js";
import type { Secrets } from "../../sdk/redaction/redaction.js";
import { systemClock } from "../../sdk/values/clock.js";
import { kindFor } from "../stack/definitions.js";
import type { StoredResource } from "../stack/deployment.js";
import { ProviderSettings, type SettingsSource } from "../stack/logins.js";

/** What all accounts of a stack share. */
export interface AccountsOptions extends SettingsSource {
  readonly records: RunRecords;
  readonly stack: StackIdentity;
  readonly secrets: Secrets;
  readonly notify: (message: string) => void;
}

export class Accounts {
  readonly #around: AccountsOptions;
  readonly #settings: ProviderSettings;
  readonly #contexts = new Map<string, Context>();

  constructor(around: AccountsOptions) {
    this.#around = around;
    this.#settings = new ProviderSettings(around);
  }

  /**
   * The account of a resource, from its provider in the state: an explicit provider with its recorded configuration, the
   * default provider with environment and configuration.
   * @throws SettingsError
   */
  async contextOf(resource: StoredResource): Promise<Context> {
    const settings = await this.#settings.of(resource.provider ?? "");
    const key = JSON.stringify(clientOptions(settings));
    const context = this.#contexts.get(key) ?? this.#open(settings);
    this.#contexts.set(key, context);
    return context;
  }

  /** The account at an address, preferably the default provider's; undefined if the stack has none there. */
  async contextAt(address: string): Promise<Context | undefined> {
    const providers = ["", ...this.#around.resources.flatMap(({ provider }) => provider ?? [])];
    for (const provider of new Set(providers)) {
      const settings = await this.#settings.of(provider).catch(() => undefined);
      if (settings !== undefined && accountOf(settings).address === address)
        return this.contextOf({ urn: "", type: "", provider });
    }
    return undefined;
  }

  /** Whether two resources can be the same object: they have the same address, or one of the addresses is unknown. */
  async areTogether(a: StoredResource, b: StoredResource): Promise<boolean> {
    const [left, right] = await Promise.all([a, b].map((each) => this.#addressOf(each)));
    return left === undefined || right === undefined || left === right;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#contexts.values()].map(({ client }) => client.close()));
  }

  async #addressOf({ provider = "" }: StoredResource): Promise<string | undefined> {
    const settings = await this.#settings.of(provider).catch(() => undefined);
    return settings?.baseUrl;
  }

  #open(settings: Settings): Context {
    const { records, resources, stack, secrets, notify } = this.#around;
    const ownership = new Ownership({
      ...records,
      account: () => accountOf(settings),
      stack: () => Promise.resolve(stack),
      clock: systemClock,
    });
    // If an account is gone, only an id shows which customer it was for.
    for (const resource of resources) {
      const kind = kindFor(resource);
      if (kind !== undefined && resource.id !== undefined) ownership.run.recordShown(kind, resource.id);
    }
    return openContext({ settings, clock: systemClock, ownership, warn: notify, secrets, openClient: createClient });
  }
}

/**
 * Says who else has an object besides the resource of the arguments, as far as runs of any stack have shown.
 * @returns a function that throws if that cannot be read
 */
export async function claimantOf(
  kind: string,
  { ownership }: Context,
  inputs: Properties,
): Promise<(id: string) => string | undefined> {
  const claimantsOf = await ownership.holders.claimantsOf(kind, inputs);
  return (id) => (isWholeId(id) ? claimantsOf(id).find(({ isOwn }) => !isOwn)?.who : undefined);
}
