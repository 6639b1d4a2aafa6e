import type { Control } from "../../../sandbox/control/control.js";

type Store = Control["store"];

/** Copies each of several objects in turn, until there are `count` copies. */
function copies<T extends { readonly id: string }>(
  objects: { all(): T[]; insert(record: T): T },
  count: number,
  copy: (record: T, index: number) => T,
): void {
  const all = objects.all();
  if (all.length === 0) return;
  for (let index = 0; index < count; index++) objects.insert(copy(all[index % all.length]!, index));
}

/** Above all numbers that the sandbox gives. */
const firstUid = 10_000_000;

/** Kinds that the benchmark's program declares, in the order of their planting. */
const planted = ["webhooks", "applicationTokens", "subdomains", "domains", "accounts"] as const;

const objectsIn = (store: Store): number => planted.reduce((sum, name) => sum + store[name].all().length, 0);

/**
 * Fills an account with objects of others until it has `total` of the kinds that the benchmark's program declares. They lie
 * where those of the program lie, in the same ratio, so a listing of the program's objects contains them.
 *
 * @returns how many objects there are now
 */
export function fill(store: Store, total: number): number {
  const factor = Math.max(0, total / objectsIn(store) - 1);
  const count = (name: (typeof planted)[number]): number => Math.floor(store[name].all().length * factor);
  copies(store.webhooks, count("webhooks"), (webhook, index) => ({
    ...webhook,
    id: String(firstUid + index),
    url: `https://others.example/hooks/${index}`,
  }));
  copies(store.applicationTokens, count("applicationTokens"), (token, index) => ({
    ...token,
    id: `f0000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    description: `other-token-${index}`,
  }));
  copies(store.subdomains, count("subdomains"), (subdomain, index) => ({
    ...subdomain,
    id: String(firstUid + index),
    uid: firstUid + index,
    name: `other-${index}`,
  }));
  copies(store.domains, count("domains"), (domain, index) => ({
    ...domain,
    id: `other-domain-${index}.de`,
    sld: `other-domain-${index}`,
    tld: "de",
  }));
  copies(store.accounts, count("accounts"), (account, index) => ({
    ...account,
    id: `p${firstUid + index}`,
    uid: firstUid + index,
    description: `other-account-${index}`,
    ...(account.virtual === undefined ? {} : { virtual: { ...account.virtual, virtualName: `other-account-${index}` } }),
  }));
  return objectsIn(store);
}
