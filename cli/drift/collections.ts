import { kinds, type Kind } from "../../provider/values/kinds.js";
import type { Definition } from "../../provider/definition/definition.js";
import type { Found } from "../../provider/definition/found.js";
import { canonicalId, liesWithin } from "../../provider/values/object-keys.js";
import { HostingError } from "../../sdk/values/errors.js";
import { definitionOfKind, kindOf } from "../stack/definitions.js";
import { classOf, type StoredResource } from "../stack/deployment.js";
import { plainProperties } from "../stack/plaintext.js";
import type { Login } from "./logins.js";

/** What the collections of a login contain. */
export interface Listed {
  readonly objects: readonly ListedObject[];
  readonly failed: readonly NotListed[];
}

export interface ListedObject {
  readonly definition: Definition;
  readonly found: Found;
}

/** What could not be listed, and why. */
export interface NotListed {
  readonly what: string;
  readonly why: string;
}

export interface ListOptions {
  /** Customers and accounts besides those that the entries of the login name. */
  readonly customers: readonly number[];
  readonly accounts: readonly string[];
  readonly isWanted: (kind: Kind) => boolean;
}

/**
 * Lists each collection of a login once: those of the login itself, those of the customers and accounts that are known, and the subdomains
 * of the domains that the stacks have, unless they are gone. A domain that no stack has stands for its subdomains. Settings of a
 * customer always exist, so there is nothing to list.
 */
export async function listCollections(login: Login, { customers, accounts, isWanted }: ListOptions): Promise<Listed> {
  const listing = new Listing(login, isWanted);
  for (const kind of kinds) {
    const { identity } = (await definitionOfKind(kind))!;
    if (identity.scope.length === 0) await listing.list(kind, {}, "");
  }
  const known = containersOf(login.entries);
  const names = new Set([...known.accounts, ...accounts]);
  for (const customer of new Set([...known.customers, ...customers]))
    for (const name of await listing.accountsOf(customer)) names.add(name);
  const gone = new Set<string>();
  for (const account of names) {
    const found = await listing.list("domain", { accountIdentifier: account }, `of account ${account}`);
    if (found === undefined) continue;
    const shown = new Set(found.map(({ id }) => canonicalId(id)));
    for (const { id } of known.domains) if (liesWithin(id, account) && !shown.has(canonicalId(id))) gone.add(id);
  }
  for (const { id, accountIdentifier, domainIdentifier } of known.domains)
    if (!gone.has(id)) await listing.list("subdomain", { accountIdentifier, domainIdentifier }, `of domain ${domainIdentifier}`);
  return listing;
}

/** The listings of a login so far. */
class Listing implements Listed {
  readonly objects: ListedObject[] = [];
  readonly failed: NotListed[] = [];

  constructor(
    private readonly login: Login,
    private readonly isWanted: (kind: Kind) => boolean,
  ) {}

  /** A collection; undefined if it could not be listed, or need not be. */
  async list(kind: Kind, scope: Readonly<Record<string, unknown>>, within: string): Promise<readonly Found[] | undefined> {
    if (!this.isWanted(kind)) return undefined;
    const definition = (await definitionOfKind(kind))!;
    const what = `${definition.label}s ${within}`.trim();
    const found = await this.#attempt(what, () => definition.reading.list(this.login, scope));
    for (const each of found ?? []) this.objects.push({ definition, found: each });
    return found;
  }

  /** Names of the accounts of a customer, with those that no program can manage: they contain domains as well. */
  async accountsOf(customer: number): Promise<readonly string[]> {
    const virtual = await this.list("virtualAccount", { customerNumber: customer }, `of customer ${customer}`);
    const all = this.isWanted("domain")
      ? await this.#attempt(`accounts of customer ${customer}`, () =>
          this.login.client.accounts.listByCustomer({ customerNumber: customer }),
        )
      : undefined;
    const names = [...(virtual ?? []).map(({ outputs }) => outputs["name"]), ...(all ?? []).map(({ name }) => name)];
    return names.filter((name) => typeof name === "string");
  }

  async #attempt<T>(what: string, work: () => Promise<readonly T[]>): Promise<readonly T[] | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof HostingError)) throw error;
      this.failed.push({ what, why: error.message });
      return undefined;
    }
  }
}

export interface Containers {
  readonly customers: ReadonlySet<number>;
  readonly accounts: ReadonlySet<string>;
  /** Domains that are managed themselves. */
  readonly domains: readonly { readonly id: string; readonly accountIdentifier: string; readonly domainIdentifier: string }[];
}

/** The customers, accounts and domains that entries of states name. */
export function containersOf(entries: readonly StoredResource[]): Containers {
  const customers = new Set<number>();
  const accounts = new Set<string>();
  const domains: { id: string; accountIdentifier: string; domainIdentifier: string }[] = [];
  for (const entry of entries) {
    const { customerNumber, accountIdentifier, domainIdentifier } = namesIn(entry);
    if (typeof customerNumber === "number") customers.add(customerNumber);
    if (typeof accountIdentifier !== "string") continue;
    accounts.add(accountIdentifier);
    if (isOfKind(entry, "domain") && typeof domainIdentifier === "string")
      domains.push({ id: entry.id ?? "", accountIdentifier, domainIdentifier });
  }
  return { customers, accounts, domains };
}

const isOfKind = (entry: StoredResource, kind: Kind): boolean => kindOf(classOf(entry) ?? "") === kind;

/** Names of the containers of an entry, and of what it contains. An id begins with them. */
function namesIn(entry: StoredResource): Readonly<Record<string, unknown>> {
  const [first = "", second] = (entry.id ?? "").split("/");
  if (isOfKind(entry, "virtualAccount")) return { customerNumber: Number(first) || undefined, accountIdentifier: second };
  if (isOfKind(entry, "domain") || isOfKind(entry, "subdomain")) return { accountIdentifier: first, domainIdentifier: second };
  return plainProperties(entry.inputs);
}
