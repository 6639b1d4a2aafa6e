import { providerNameKey } from "../../provider/runtime/settings.js";
import type { Seed } from "../../sandbox/seeds/schema.js";
import { UsageError } from "../shared/exit.js";
import { Attempts, containersOf, findCustomers, type NotListed } from "../stack/collections.js";
import { plainProperties, providerUrn, type StoredResource } from "../stack/deployment.js";
import { type Login, type LoginOptions, type Managed, noLogin, openLogins, type StackState } from "../stack/logins.js";
import { type Catalogue, readCatalogue } from "./read-catalogue.js";
import { type OfLogin, readCustomer, readDomains, readLogin } from "./read-objects.js";
import { filled, type Part } from "./seed-parts.js";

/** A seed that grows, with each object once: several logins may show the same. */
class Parts {
  /** The contracts are all that there are: no account gets one by itself. */
  readonly seed: Seed = { contracts: [] };
  readonly #seen = new Set<string>();

  /** @param key what tells the object from others of the collection; undefined if nothing does @returns whether it is new */
  add<N extends keyof Seed>(collection: N, key: string | number | undefined, part: Part<N>): boolean {
    const seen = `${collection} ${key}`;
    if (key !== undefined && this.#seen.has(seen)) return false;
    this.#seen.add(seen);
    const parts = (this.seed[collection] ??= [] as never) as Part<N>[];
    parts.push(part);
    return true;
  }
}

export interface Providers {
  readonly providers: Readonly<Record<string, string>>;
  /** Providers whose name is that of another one with another login. */
  readonly unclear: readonly NotListed[];
}

function providersOf(names: ReadonlyMap<Login, string>, resources: readonly StoredResource[]): Providers {
  const named = new Map(
    resources.flatMap(({ urn, inputs }) => {
      const name = plainProperties(inputs)[providerNameKey];
      return typeof name === "string" ? [[urn, name] as const] : [];
    }),
  );
  const users = new Map<string, Set<string>>();
  for (const [login, user] of names)
    for (const entry of login.entries) {
      const provider = named.get(providerUrn(entry) ?? "");
      if (provider !== undefined) users.set(provider, (users.get(provider) ?? new Set()).add(user));
    }
  const unclear = [...users].filter(([, of]) => of.size > 1);
  return {
    providers: Object.fromEntries([...users].filter(([, of]) => of.size === 1).map(([name, [user]]) => [name, user!])),
    unclear: unclear.map(([name]) => ({
      what: `login of provider ${name}`,
      why: "The stacks have different logins of that name.",
    })),
  };
}

/** What exists in the accounts of logins, as it was read. */
export interface Reading {
  readonly seed: Seed;
  /** Names of the logins in the copy by the names of the explicit providers that use them. */
  readonly providers: Readonly<Record<string, string>>;
  readonly leftOut: readonly NotListed[];
  readonly requests: number;
}

interface Given {
  /** Customers and accounts besides those that the states name. */
  readonly customers: readonly number[];
  readonly accounts: readonly string[];
  /** Whether the customers to which accounts and contracts of the login lead are read as well. */
  readonly isFinding: boolean;
}

export interface ReadOptions extends Given, Pick<LoginOptions, "environment" | "secrets"> {
  readonly password: string;
  readonly tell: (kind: string, message: string) => void;
}

/**
 * Reads what the logins of stacks show, and goes on without what they may not read.
 * @throws UsageError if there is no login, or if the logins are not all of one provider
 */
export async function readCopy(stacks: readonly StackState[], options: ReadOptions): Promise<Reading> {
  const { environment, secrets, tell } = options;
  let requests = 0;
  const onRequest = () => (requests += 1);
  const managed = await openLogins(stacks, { environment, secrets, notify: (message) => tell("wait", message), onRequest });
  try {
    checkAddresses(managed.logins);
    const onProgress = (message: string) => tell("progress", `${message} Requests so far: ${requests}.`);
    const attempts = new Attempts();
    attempts.failed.push(...managed.unknown);
    const { seed, names } = await readLogins(managed, attempts, options, onProgress);
    const resources = stacks.flatMap((stack) => stack.resources);
    const { providers, unclear } = providersOf(names, resources);
    return { seed, providers, leftOut: [...attempts.failed, ...unclear], requests };
  } finally {
    await managed.close();
  }
}

/** The ids of two providers could be the same. */
function checkAddresses(logins: readonly Login[]): void {
  if (logins.length === 0) throw new UsageError(noLogin);
  const addresses = [...new Set(logins.map(({ address }) => address))];
  if (addresses.length > 1)
    throw new UsageError(`the logins are of ${addresses.join(" and ")}, and a copy can only be of one address.`);
}

type OnProgress = (message: string) => void;

async function readLogins(managed: Managed, attempts: Attempts, options: ReadOptions, onProgress: OnProgress) {
  const main = managed.usual ?? managed.logins[0]!;
  const catalogue = await readCatalogue(main.client, attempts);
  const parts = new Parts();
  const names = new Map<Login, string>();
  for (const login of [main, ...managed.logins.filter((each) => each !== main)]) {
    const name = names.size === 0 ? "reseller" : `login-${names.size + 1}`;
    const own = await attempts.attempt("customer of a login", () => login.client.customers.getCurrent());
    if (own === undefined) continue;
    names.set(login, name);
    const { customerNumber } = own;
    parts.add("logins", name, { username: name, password: options.password, customerNumber });
    addRecords(parts, await readLogin(login.client, name, customerNumber, attempts));
    const reader = new CustomerReader(login, customerNumber, catalogue, parts, attempts);
    await reader.read(login === main ? options : { customers: [], accounts: [], isFinding: false }, onProgress);
  }
  const seed: Seed = {
    ...parts.seed,
    articles: [...catalogue.articles],
    topLevelDomains: [...catalogue.topLevelDomains],
    promotionCodes: [],
    foreignDomains: [],
  };
  return { seed, names };
}

function addRecords(parts: Parts, shown: OfLogin): void {
  const collections = Object.keys(shown) as (keyof OfLogin)[];
  for (const name of collections) for (const record of shown[name]) parts.add(name, record.id, record);
}

class CustomerReader {
  constructor(
    private readonly login: Login,
    private readonly own: number,
    private readonly catalogue: Catalogue,
    private readonly parts: Parts,
    private readonly attempts: Attempts,
  ) {}

  async read({ customers, accounts, isFinding }: Given, onProgress: OnProgress): Promise<void> {
    const known = containersOf(this.login.entries);
    const shown = await this.#shown(new Set([...known.accounts, ...accounts]));
    if (isFinding) onProgress("finds the customers that accounts and contracts name.");
    const found = isFinding ? await findCustomers(this.login, this.own, this.attempts) : [];
    const wanted = new Set([
      this.own,
      ...found,
      ...known.customers,
      ...customers,
      ...shown.map(({ customerNumber }) => customerNumber),
    ]);
    onProgress(
      `reads ${wanted.size} customers with 8 requests each, and 1 for each account and each domain, besides further pages.`,
    );
    let count = 0;
    for (const customer of wanted) {
      await this.#customer(
        customer,
        shown.filter(({ customerNumber }) => customerNumber === customer),
      );
      onProgress(`customer ${customer} (${(count += 1)} of ${wanted.size}).`);
    }
  }

  /** Accounts as the login sees them, perhaps without owning them. */
  async #shown(accounts: ReadonlySet<string>): Promise<readonly Part<"accounts">[]> {
    const found: Part<"accounts">[] = [];
    for (const name of accounts) {
      const account = await this.attempts.attempt(`account ${name}`, () =>
        this.login.client.accounts.get({ accountIdentifier: name }),
      );
      if (account?.customerNumber === undefined) continue;
      const { uid, customerNumber, description, disabled, activateShell } = account;
      found.push({
        name: account.name ?? name,
        customerNumber,
        adviser: this.own,
        ...filled({ uid, description, disabled, activateShell }),
      });
    }
    return found;
  }

  async #customer(customerNumber: number, shown: readonly Part<"accounts">[]): Promise<void> {
    const found = await readCustomer(this.login.client, customerNumber, this.catalogue, this.attempts);
    const manager = customerNumber === this.own ? {} : { reseller: this.own };
    if (found !== undefined) this.parts.add("customers", customerNumber, { ...found.customer, ...manager });
    // An account that is shared with the login may belong to a customer that the login may not read.
    else if (shown.length > 0) this.parts.add("customers", customerNumber, { customerNumber });
    for (const contract of found?.contracts ?? []) this.parts.add("contracts", contract.uid, contract);
    // Those that the customer owns come first, with all that is known of them.
    for (const account of [...(found?.accounts ?? []), ...shown]) {
      if (!this.parts.add("accounts", account.name, account)) continue;
      for (const domain of await readDomains(this.login.client, account.name, this.attempts))
        this.parts.add("domains", domain.fullname, domain);
    }
  }
}
