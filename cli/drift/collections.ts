import { kinds, type Kind } from "../../provider/values/kinds.js";
import type { Definition } from "../../provider/definition/definition.js";
import type { Found } from "../../provider/definition/found.js";
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
 * of the domains that the stacks have. A domain that no stack has stands for its subdomains. Settings of a customer always exist, so
 * there is nothing to list.
 */
export async function listCollections(login: Login, options: ListOptions): Promise<Listed> {
  const objects: ListedObject[] = [];
  const failed: NotListed[] = [];
  const attempt = async <T>(what: string, work: () => Promise<readonly T[]>): Promise<readonly T[]> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof HostingError)) throw error;
      failed.push({ what, why: error.message });
      return [];
    }
  };
  const list = async (kind: Kind, scope: Readonly<Record<string, unknown>>, within: string): Promise<readonly Found[]> => {
    if (!options.isWanted(kind)) return [];
    const definition = (await definitionOfKind(kind))!;
    const found = await attempt(`${definition.label}s ${within}`.trim(), () => definition.reading.list(login, scope));
    objects.push(...found.map((each) => ({ definition, found: each })));
    return found;
  };

  for (const kind of kinds) {
    const { identity } = (await definitionOfKind(kind))!;
    if (identity.scope.length === 0) await list(kind, {}, "");
  }
  const known = containersOf(login.entries);
  const accounts = new Set([...known.accounts, ...options.accounts]);
  const isInAccounts = options.isWanted("domain");
  for (const customer of new Set([...known.customers, ...options.customers])) {
    const found = await list("virtualAccount", { customerNumber: customer }, `of customer ${customer}`);
    for (const { outputs } of found) if (typeof outputs["name"] === "string") accounts.add(outputs["name"]);
    if (!isInAccounts) continue;
    // Accounts that nobody can manage contain domains as well.
    const all = await attempt(`accounts of customer ${customer}`, () =>
      login.client.accounts.listByCustomer({ customerNumber: customer }),
    );
    for (const { name } of all) if (name !== undefined) accounts.add(name);
  }
  for (const account of accounts) await list("domain", { accountIdentifier: account }, `of account ${account}`);
  for (const { accountIdentifier, domainIdentifier } of known.domains)
    await list("subdomain", { accountIdentifier, domainIdentifier }, `of domain ${domainIdentifier}`);
  return { objects, failed };
}

interface Containers {
  readonly customers: ReadonlySet<number>;
  readonly accounts: ReadonlySet<string>;
  /** Domains that are managed themselves. */
  readonly domains: readonly { readonly accountIdentifier: string; readonly domainIdentifier: string }[];
}

/** The customers, accounts and domains that entries of states name. */
function containersOf(entries: readonly StoredResource[]): Containers {
  const customers = new Set<number>();
  const accounts = new Set<string>();
  const domains: { accountIdentifier: string; domainIdentifier: string }[] = [];
  for (const entry of entries) {
    const { customerNumber, accountIdentifier, domainIdentifier } = namesIn(entry);
    if (typeof customerNumber === "number") customers.add(customerNumber);
    if (typeof accountIdentifier !== "string") continue;
    accounts.add(accountIdentifier);
    if (isOfKind(entry, "domain") && typeof domainIdentifier === "string") domains.push({ accountIdentifier, domainIdentifier });
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
