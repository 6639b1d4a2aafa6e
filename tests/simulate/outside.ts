import type { Control } from "../../sandbox/index.js";
import type { Step } from "./history.js";
import { kinds } from "./kinds.js";
import { contentsOf, recordsOf, remove } from "./objects.js";

type Outside = Extract<Step, { readonly do: "outside" }>;

/** How long a cancelled domain stays listed, in milliseconds. */
const listedFor = 3 * 24 * 3_600_000;

/** The first of the contents, which tells objects apart, without a version. */
const nameIn = (contents: object): string => String(Object.values(contents)[0]).split(",")[0]!;

/**
 * Someone else at the provider: a person, or another program.
 *
 * @param count distinguishes what it creates from everything else that it has created
 */
export function actOutside(store: Control["store"], now: number, count: number, { kind, key, act, account }: Outside): void {
  const records = recordsOf(store, kind);
  const { contents, part, record } = kinds[kind];
  if (kind === "contactPerson") {
    if (act === "change") records.update(String(100000 + key), { contactPerson: { firstName: "Changed by hand" } });
    return;
  }
  const wanted = contents(key, 0);
  const found = records.all().find((each) => kind === "gdprContract" || nameIn(contentsOf(kind, each)) === nameIn(wanted));
  if (act === "create") {
    if (record === undefined || (found !== undefined && isUnique.has(kind))) return;
    const around = store.accounts
      .all()
      .find((each) => each.virtual?.virtualName === kinds.virtualAccount.contents(account ?? 0, 0)["virtualName"]);
    const members = {
      ...(part === undefined && wanted),
      ...record(count, now, key),
      ...(kind === "domain" && around && { account: around.id }),
    };
    records.insert(Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as { id: string });
  } else if (found === undefined) return;
  else if (act === "delete") {
    // Nobody deletes an account with contents by hand.
    if (kind !== "virtualAccount" || !store.domains.all().some((domain) => domain.account === found.id))
      remove(store, kind, found.id);
  } else if (kind === "webhook") records.update(found.id, { headers: { changed: "by hand" } });
  else if (kind === "domain" && act === "cancel")
    records.update(found.id, { endsAt: now + listedFor, registryStatus: "pendingDelete" });
}

/** A second one cannot be created. */
const isUnique: ReadonlySet<string> = new Set(["domain", "virtualAccount", "subdomain"]);
