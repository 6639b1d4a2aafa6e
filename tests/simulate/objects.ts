import { domainToUnicode } from "node:url";
import type { Control } from "../../sandbox/index.js";
import { type SimulatedKind, simulatedKinds } from "./history.js";
import { kinds, type Values } from "./kinds.js";

type Store = Control["store"];
type Stored = Values & { readonly id: string };

/** The records of a kind. */
interface Records {
  all(): readonly Stored[];
  get(id: string): Stored | undefined;
  insert(record: Stored): void;
  update(id: string, changes: Values): void;
  delete(id: string): void;
}

export const recordsOf = (store: Store, kind: SimulatedKind): Records => store[kinds[kind].collection] as unknown as Records;

/** An object of the provider, named by its kind and its identifier in the sandbox. */
export type ObjectKey = `${SimulatedKind}/${string}`;

const keyOf = (kind: SimulatedKind, id: string): ObjectKey => `${kind}/${id}`;

export const kindOf = (key: ObjectKey): SimulatedKind => key.slice(0, key.indexOf("/")) as SimulatedKind;

export const idOf = (key: ObjectKey): string => key.slice(key.indexOf("/") + 1);

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
      return existing(recordsOf(store, kind).get(id));
  }
}

export const recordOf = (store: Store, key: ObjectKey): Stored | undefined => recordsOf(store, kindOf(key)).get(idOf(key));

/** What a record has of the contents that tell its versions apart. */
export function contentsOf(kind: SimulatedKind, record: Values): Values {
  const { part, contents } = kinds[kind];
  const shown = (part === undefined ? record : (record[part] ?? {})) as Values;
  return Object.fromEntries(Object.keys(contents(1, 1)).map((name) => [name, shown[name]]));
}

export const actualContents = (store: Store, key: ObjectKey): Values => contentsOf(kindOf(key), recordOf(store, key) ?? {});

/** The name by which people know the object; empty if its kind has none. */
export function naturalKeyOf(store: Store, key: ObjectKey): string {
  const { virtualName, id = virtualName } = actualContents(store, key);
  return typeof id === "string" ? id : "";
}

/** Whether an object is, or lies in, a domain that stays listed only until its cancellation takes effect. */
export function isCancelled(store: Store, key: ObjectKey): boolean {
  const id = kindOf(key) === "subdomain" ? store.subdomains.get(idOf(key))?.domain : idOf(key);
  return /domain/.test(kindOf(key)) && store.domains.get(id ?? "")?.endsAt !== undefined;
}

/** All objects of the kinds that a program can create and that nobody has cancelled, each with its record. */
export function allObjects(store: Store): Map<ObjectKey, object> {
  const objects = new Map<ObjectKey, object>();
  for (const kind of simulatedKinds) {
    if (kind === "contactPerson") continue;
    for (const record of recordsOf(store, kind).all()) {
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
  recordsOf(store, kind).delete(id);
}

/** The ids by which messages name an object. */
export function namesOf(store: Store, key: ObjectKey): string[] {
  const record = recordOf(store, key) ?? {};
  const names = [idOf(key), stateIdOf(key, record).slice(kindOf(key).length + 1)];
  const { name, domain } = record as Values;
  if (kindOf(key) === "subdomain") return [...names, `${String(name)}.${domainToUnicode(String(domain))}`];
  return kindOf(key) === "domain" ? [...names, domainToUnicode(idOf(key))] : names;
}

/** Kind and id with which a state refers to an object. */
export function stateIdOf(key: ObjectKey, record: object): string {
  const kind = kindOf(key);
  const id = idOf(key);
  const values = record as Values;
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
