import { domainToUnicode } from "node:url";
import type { Control } from "../../sandbox/index.js";
import type { SimulatedKind } from "./history.js";

/** The collections of the sandbox that contain objects of the kinds. */
export const collections = {
  webhook: "webhooks",
  applicationToken: "applicationTokens",
  domain: "domains",
  virtualAccount: "accounts",
  subdomain: "subdomains",
  gdprContract: "gdprContracts",
  gdprContractPreset: "gdprContractPresets",
  gdprTom: "gdprToms",
  contactPerson: "customers",
} as const satisfies Record<SimulatedKind, keyof Control["store"]>;

/** Kinds whose objects only a listing shows. */
export const isOnlyListed = (kind: SimulatedKind): boolean => kind === "applicationToken" || kind === "subdomain";

/** An object of the provider, named by its kind and its identifier in the sandbox. */
export type ObjectKey = `${SimulatedKind}/${string}`;

const keyOf = (kind: SimulatedKind, id: string): ObjectKey => `${kind}/${id}`;

export const kindOf = (key: ObjectKey): SimulatedKind => key.slice(0, key.indexOf("/")) as SimulatedKind;

export const idOf = (key: ObjectKey): string => key.slice(key.indexOf("/") + 1);

type Store = Control["store"];

/** The object that an id in a state refers to; undefined if there is none. */
export function objectOf(store: Store, kind: SimulatedKind, id: string): ObjectKey | undefined {
  const parts = id.split("/").map(decodeURIComponent);
  const existing = (found: { readonly id: string } | undefined) => (found === undefined ? undefined : keyOf(kind, found.id));
  switch (kind) {
    case "virtualAccount":
      return existing(store.accounts.get(parts[1] ?? ""));
    case "domain": {
      const domain = store.domains.get(parts[1] ?? "");
      return existing(domain?.account === parts[0] ? domain : undefined);
    }
    case "subdomain":
      return existing(store.subdomains.all().find(({ domain, name }) => domain === parts[1] && name === parts[2]));
    default:
      return existing(store[collections[kind]].get(id));
  }
}

/** Whether an object is, or lies in, a domain that stays listed only until its cancellation takes effect. */
export function isCancelled(store: Store, key: ObjectKey): boolean {
  const id = kindOf(key) === "subdomain" ? store.subdomains.get(idOf(key))?.domain : idOf(key);
  return /domain/.test(kindOf(key)) && store.domains.get(id ?? "")?.endsAt !== undefined;
}

/** All objects of the kinds that a program can create and that nobody has cancelled, each with its record. */
export function allObjects(store: Store): Map<ObjectKey, object> {
  const objects = new Map<ObjectKey, object>();
  for (const [kind, collection] of Object.entries(collections) as [SimulatedKind, keyof Store][]) {
    if (kind === "contactPerson") continue;
    for (const record of store[collection].all()) {
      const key = keyOf(kind, record.id);
      if (!isCancelled(store, key)) objects.set(key, record);
    }
  }
  return objects;
}

/** Removes an object with its contents. */
export function remove(store: Store, kind: SimulatedKind, id: string): void {
  if (kind === "virtualAccount")
    for (const domain of store.domains.all()) if (domain.account === id) remove(store, "domain", domain.id);
  if (kind === "domain")
    for (const { id: below, domain } of store.subdomains.all()) if (domain === id) store.subdomains.delete(below);
  store[collections[kind]].delete(id);
}

/** The ids by which messages name an object. */
export function namesOf(store: Store, key: ObjectKey): string[] {
  const record = store[collections[kindOf(key)]].get(idOf(key)) ?? {};
  const names = [idOf(key), stateIdOf(key, record).slice(kindOf(key).length + 1)];
  const { name, domain } = record as Readonly<Record<string, unknown>>;
  if (kindOf(key) === "subdomain") return [...names, `${String(name)}.${domainToUnicode(String(domain))}`];
  return kindOf(key) === "domain" ? [...names, domainToUnicode(idOf(key))] : names;
}

/** Kind and id with which a state refers to an object. */
export function stateIdOf(key: ObjectKey, record: object): string {
  const kind = kindOf(key);
  const id = idOf(key);
  const values = record as Readonly<Record<string, unknown>>;
  switch (kind) {
    case "virtualAccount":
      return `${kind} ${String(values["customerNumber"])}/${id}`;
    case "domain":
      return `${kind} ${String(values["account"])}/${id}`;
    case "subdomain":
      // The account of its domain may be gone too.
      return `${kind} ${String(values["domain"])}/${String(values["name"])}`;
    default:
      return `${kind} ${id}`;
  }
}
