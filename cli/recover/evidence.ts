import { backendOf } from "../../provider/journal/backend.js";
import { openRunRecords } from "../../provider/journal/journal.js";
import { Ownership } from "../../provider/ownership/ownership.js";
import { type Context, openContext } from "../../provider/runtime/context.js";
import { accountOf, clientOptions, type Settings } from "../../provider/runtime/settings.js";
import { isWholeId } from "../../provider/values/ids.js";
import type { Properties } from "../../provider/values/properties.js";
import { createClient } from "../../sdk/client.js";
import { systemClock } from "../../sdk/values/clock.js";
import { kindFor } from "../stack/definitions.js";
import { stackOf, type StoredResource } from "../stack/deployment.js";
import { ProviderSettings } from "../stack/logins.js";
import { openSession, organizationIn, readState, selectedStack } from "../stack/stack.js";
import type { RecoverFlags } from "../options.js";

/** What is known of an interrupted run: the state, the journal, and the logins. */
export interface Evidence extends Awaited<ReturnType<typeof read>> {
  readonly accounts: Accounts;
}

/** @param now milliseconds since the epoch */
export async function gatherEvidence(flags: RecoverFlags, given: NodeJS.ProcessEnv, now: () => number): Promise<Evidence> {
  const evidence = await read(flags, given, now);
  return { ...evidence, accounts: new Accounts(evidence) };
}

async function read(flags: RecoverFlags, given: NodeJS.ProcessEnv, now: () => number) {
  const session = await openSession(flags, given);
  const { folder, environment, secrets } = session;
  const pulumi = session.pulumi(flags.stack);
  const records = openRunRecords(environment, "hosting recover", { ...systemClock, now });
  // Before the state is read, so that later claims of a run are not among them.
  const claimed = records.claims.all();
  const state = await readState(pulumi, secrets);
  const known = stackOf(state.deployment);
  const stack = {
    ...(known ?? (await selectedStack(pulumi, folder))),
    ...(known && { organization: organizationIn(state.deployment) }),
    backend: backendOf({ environment, folder }),
  };
  return { ...state, ...records, session, pulumi, claimed, stack, now: now() };
}

export class Accounts {
  readonly #settings: ProviderSettings;
  readonly #contexts = new Map<string, Context>();

  constructor(private readonly evidence: Omit<Evidence, "accounts">) {
    const { session, pulumi, resources } = evidence;
    const { environment } = session;
    this.#settings = new ProviderSettings({ environment, resources, configuration: () => pulumi.configuration() });
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
    const providers = ["", ...this.evidence.resources.flatMap(({ provider }) => provider ?? [])];
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
    const { session, stack, resources, journal, claims } = this.evidence;
    const ownership = new Ownership({
      journal,
      claims,
      account: () => accountOf(settings),
      stack: () => Promise.resolve(stack),
      clock: systemClock,
    });
    // If an account is gone, only an id shows which customer it was for.
    for (const resource of resources) {
      const kind = kindFor(resource);
      if (kind !== undefined && resource.id !== undefined) ownership.run.recordShown(kind, resource.id);
    }
    const warn = (message: string) => session.tell("wait", message);
    const { secrets } = session;
    return openContext({ settings, clock: systemClock, ownership, warn, secrets, openClient: createClient });
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
