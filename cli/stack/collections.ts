import type { Definition, ObservedObject } from "../../provider/definition/definition.js";
import { canonicalId, liesWithin } from "../../provider/values/ids.js";
import { type Kind, kinds } from "../../provider/values/kinds.js";
import { HostingError } from "../../sdk/values/errors.js";
import { counted } from "../shared/text.js";
import { definitionOfKind, kindFor } from "./definitions.js";
import { plainProperties, type StoredResource } from "./deployment.js";
import type { Login } from "./logins.js";

export interface NotListed {
  readonly what: string;
  readonly why: string;
}

/** Reads that go on without what a login may not read. */
export class Attempts {
  readonly failed: NotListed[] = [];

  async attempt<T>(what: string, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof HostingError)) throw error;
      this.failed.push({ what, why: error.message });
      return undefined;
    }
  }

  async all<T>(what: string, list: () => AsyncIterable<T> | Promise<readonly T[]>): Promise<readonly T[]> {
    const read = async (): Promise<readonly T[]> => {
      const listed = list();
      if (!(Symbol.asyncIterator in listed)) return listed;
      const found: T[] = [];
      for await (const each of listed) found.push(each);
      return found;
    };
    return (await this.attempt(what, read)) ?? [];
  }
}

export interface Listed {
  readonly objects: readonly ListedObject[];
  /** Every account of the customers, with those that no program can manage: they contain domains as well. */
  readonly accounts: readonly ListedAccount[];
  readonly failed: readonly NotListed[];
}

export interface ListedObject {
  readonly definition: Definition;
  readonly found: ObservedObject;
}

export interface ListedAccount {
  readonly name: string;
  readonly customerNumber: number;
  /** How people call it. */
  readonly description: string | undefined;
  /** Whether it is known that no program can manage it. */
  readonly isOrdinary: boolean;
}

/** A listing that need not be read again, by kind and scope, or else the one that is read now. */
export type Known = <T>(kind: string, scope: Scope, read: () => Promise<readonly T[]>) => Promise<readonly T[]>;

export type Scope = Readonly<Record<string, unknown>>;

export interface ListOptions {
  /** Customers and accounts besides those that the entries of the login name. */
  readonly customers: readonly number[];
  readonly accounts: readonly string[];
  readonly isWanted: (kind: Kind) => boolean;
  /** Domains whose subdomains are listed: those that the stacks have, or all. Default: `managed`. */
  readonly inDomains?: "managed" | "all";
  /** Settings of customers that are read as well, although they always exist. Default: none. */
  readonly settings?: readonly Kind[];
  readonly known?: Known;
  /** Called with what is read next, such as `2 customers`. */
  readonly begins?: (what: string) => void;
}

/**
 * Lists each collection of a login once: those of the login itself, those of the customers and accounts that are known, and the subdomains
 * of their domains, unless they are gone.
 */
export async function listCollections(login: Login, options: ListOptions): Promise<Listed> {
  const { customers, accounts, isWanted, inDomains = "managed", settings = [] } = options;
  const { known = (_, __, read) => read(), begins = () => undefined } = options;
  const listing = new Listing(login, (kind) => isWanted(kind) || settings.includes(kind), known);
  const definitions = await Promise.all(kinds.map(async (kind) => (await definitionOfKind(kind))!));
  const ofLogin = definitions.filter(({ kind, identity }) => identity.scope.length === 0 && isWanted(kind));
  if (ofLogin.length > 0) begins("what belongs to the login");
  for (const { kind } of ofLogin) await listing.list(kind, {});
  const managed = containersOf(login.entries);
  const numbers = new Set([...managed.customers, ...customers]);
  if (numbers.size > 0) begins(counted(numbers.size, "customer"));
  for (const customer of numbers) {
    await listing.listAccounts(customer);
    for (const kind of settings) await listing.list(kind, { customerNumber: customer });
  }
  const names = new Set([...managed.accounts, ...accounts, ...listing.accounts.map(({ name }) => name)]);
  const domains = new Map(managed.domains.map((id) => [canonicalId(id), id]));
  if (isWanted("domain") && names.size > 0) begins(counted(names.size, "account"));
  for (const accountIdentifier of names) {
    const found = await listing.list("domain", { accountIdentifier });
    if (found === undefined) continue;
    const shown = new Map(found.map(({ id }) => [canonicalId(id), id]));
    for (const id of domains.keys()) if (liesWithin(id, accountIdentifier) && !shown.has(id)) domains.delete(id);
    if (inDomains === "all") for (const [canonical, id] of shown) domains.set(canonical, id);
  }
  if (isWanted("subdomain") && domains.size > 0) begins(counted(domains.size, "domain"));
  for (const id of domains.values()) await listing.list("subdomain", domainIn(id));
  return listing;
}

/** The listing of all accounts of a customer, in place of a kind. */
const accountsOf = "account";

class Listing implements Listed {
  readonly objects: ListedObject[] = [];
  readonly accounts: ListedAccount[] = [];
  readonly #attempts = new Attempts();
  readonly failed = this.#attempts.failed;

  constructor(
    private readonly login: Login,
    private readonly isWanted: (kind: Kind) => boolean,
    private readonly known: Known,
  ) {}

  /** A collection; undefined if it could not be listed, or need not be. */
  async list(kind: Kind, scope: Scope): Promise<readonly ObservedObject[] | undefined> {
    if (!this.isWanted(kind)) return undefined;
    const definition = (await definitionOfKind(kind))!;
    const what = `${definition.label}${definition.identity.singleton === true ? "" : "s"}${placeText(scope)}`;
    const found = await this.#read(what, kind, scope, () => definition.reading.list(this.login, scope));
    for (const each of found ?? []) this.objects.push({ definition, found: each });
    return found;
  }

  async listAccounts(customerNumber: number): Promise<void> {
    const virtual = await this.list("virtualAccount", { customerNumber });
    const all = this.isWanted("domain")
      ? await this.#read(`accounts${placeText({ customerNumber })}`, accountsOf, { customerNumber }, async () =>
          (await this.login.client.accounts.listByCustomer({ customerNumber })).map(({ name, description }) => ({
            name,
            description,
          })),
        )
      : undefined;
    const managed = (virtual ?? []).map(({ outputs }) => outputs["name"]);
    const descriptions = new Map((all ?? []).map(({ name, description }) => [name, description]));
    for (const name of new Set([...managed, ...descriptions.keys()]))
      if (typeof name === "string")
        this.accounts.push({
          name,
          customerNumber,
          description: descriptions.get(name),
          isOrdinary: virtual !== undefined && !managed.includes(name),
        });
  }

  #read<T>(what: string, kind: string, scope: Scope, read: () => Promise<readonly T[]>): Promise<readonly T[] | undefined> {
    return this.#attempts.attempt(what, () => this.known(kind, scope, read));
  }
}

/** The innermost container of a scope: ` of domain shop.de`. */
function placeText(scope: Scope): string {
  const innermost = Object.entries(scope).at(-1);
  return innermost === undefined ? "" : ` of ${innermost[0].replace(/Number$|Identifier$/, "")} ${String(innermost[1])}`;
}

/** A domain by its id, which consists of its account and its name. */
function domainIn(id: string) {
  const [accountIdentifier = "", domainIdentifier = ""] = id.split("/");
  return { accountIdentifier, domainIdentifier };
}

/** The customers and accounts that entries of states name, and the ids of the domains that they manage. */
export function containersOf(entries: readonly StoredResource[]) {
  const customers = new Set<number>();
  const accounts = new Set<string>();
  for (const { customerNumber, accountIdentifier } of entries.map(namesIn)) {
    if (typeof customerNumber === "number") customers.add(customerNumber);
    if (typeof accountIdentifier === "string") accounts.add(accountIdentifier);
  }
  const domains = entries.flatMap(({ type, id = "" }) => (kindFor({ type }) === "domain" && id.includes("/") ? [id] : []));
  return { customers, accounts, domains };
}

/** Names of the containers of an entry, and of what it contains. An id begins with them. */
function namesIn(entry: StoredResource): Readonly<Record<string, unknown>> {
  const [first = "", second] = (entry.id ?? "").split("/");
  const kind = kindFor(entry);
  if (kind === "virtualAccount") return { customerNumber: Number(first) || undefined, accountIdentifier: second };
  return kind === "domain" || kind === "subdomain" ? { accountIdentifier: first } : plainProperties(entry.inputs);
}

/**
 * The customers to which a customer's accounts and contracts lead, itself among them. The API has no list of customers, but accounts that are
 * shared with a customer name the one that they belong to, and contracts name accounts.
 */
export async function findCustomers({ client }: Login, customerNumber: number, attempts: Attempts): Promise<readonly number[]> {
  const of = `of customer ${customerNumber}`;
  const shown = await attempts.attempt(`accounts ${of}`, () =>
    client.accounts.listByCustomer({ customerNumber, query: { advised: true } }),
  );
  const contracts = await attempts.attempt(`contracts ${of}`, () => client.contracts.list({ customerNumber }));
  const owners = new Map((shown ?? []).map(({ name, customerNumber: owner }) => [name, owner]));
  const named = new Set((contracts ?? []).map(({ account }) => account?.name));
  const unknown = [...named].filter((name) => name !== undefined && owners.get(name) === undefined);
  for (const name of unknown) {
    const account = await attempts.attempt(`account ${name}`, () => client.accounts.get({ accountIdentifier: name! }));
    owners.set(name, account?.customerNumber);
  }
  return [...new Set([customerNumber, ...owners.values()])].filter((owner) => owner !== undefined);
}
