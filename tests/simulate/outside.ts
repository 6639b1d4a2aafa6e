import type { Control } from "../../sandbox/index.js";
import type { Step } from "./history.js";
import { remove } from "./objects.js";
import { account, customerNumber, domainOf, labelOf, standingDomain, urlOf, virtualNameOf } from "./program.js";

type Store = Control["store"];
type Outside = Extract<Step, { readonly do: "outside" }>;

/** How long a cancelled domain stays listed, in milliseconds. */
const listedFor = 3 * 24 * 3_600_000;

/**
 * Someone else at the provider: a person, or another program.
 *
 * @param count distinguishes what it creates from everything else that it has created
 */
export function actOutside(store: Store, now: number, count: number, { kind, key, act, account: around }: Outside): void {
  const id = `outside-${count}`;
  switch (kind) {
    case "webhook": {
      const found = store.webhooks.all().find(({ url }) => url === urlOf(key));
      if (act === "create")
        store.webhooks.insert({
          id,
          login: "reseller",
          eventType: "DOMAIN_REGISTRATION_STATUS",
          method: "POST",
          url: urlOf(key),
        });
      else if (found !== undefined && act === "delete") store.webhooks.delete(found.id);
      else if (found !== undefined) store.webhooks.update(found.id, { headers: { changed: "by hand" } });
      return;
    }
    case "applicationToken": {
      const found = store.applicationTokens.all().find(({ description }) => description === `token ${key}`);
      if (act === "create")
        store.applicationTokens.insert({ id, login: "reseller", description: `token ${key}`, secretHash: "", created: now });
      else if (found !== undefined && act === "delete") store.applicationTokens.delete(found.id);
      return;
    }
    case "domain": {
      const fullname = domainOf(key);
      const found = store.domains.get(fullname);
      const accounts = store.accounts.all().filter(({ virtual }) => virtual?.virtualName === virtualNameOf(around ?? 0));
      if (act === "create" && found === undefined)
        store.domains.insert({
          id: fullname,
          account: accounts[0]?.id ?? account,
          sld: fullname.slice(0, -".de".length),
          tld: "de",
          external: false,
          registryStatus: "ok",
          created: now,
          attachments: [],
        });
      else if (act === "delete" && found !== undefined) remove(store, "domain", fullname);
      else if (act === "cancel" && found !== undefined)
        store.domains.update(fullname, { endsAt: now + listedFor, registryStatus: "pendingDelete" });
      return;
    }
    case "virtualAccount": {
      const found = store.accounts.all().find(({ virtual }) => virtual?.virtualName === virtualNameOf(key));
      if (act === "create" && found === undefined)
        store.accounts.insert({
          id: `p${400_000 + count}`,
          uid: 400_000 + count,
          customerNumber,
          description: "Shop",
          disabled: false,
          activateShell: false,
          ipAddress: "192.0.2.1",
          status: "ready",
          articleNumber: 1101,
          virtual: { virtualName: virtualNameOf(key), passwordHash: "" },
        });
      // Nobody deletes an account with contents by hand.
      else if (act === "delete" && found !== undefined && !store.domains.all().some((domain) => domain.account === found.id))
        store.accounts.delete(found.id);
      return;
    }
    case "subdomain": {
      const found = store.subdomains.all().find(({ name }) => name === labelOf(key));
      if (act === "create" && found === undefined)
        store.subdomains.insert({
          id: String(500_000 + count),
          uid: 500_000 + count,
          domain: standingDomain,
          name: labelOf(key),
          target: "/elsewhere",
          certificate: false,
        });
      else if (found !== undefined && act === "delete") store.subdomains.delete(found.id);
      return;
    }
    case "gdprContract": {
      const found = store.gdprContracts.all()[0];
      if (found !== undefined && act === "delete") store.gdprContracts.delete(found.id);
      return;
    }
    case "gdprContractPreset": {
      const found = store.gdprContractPresets.all().find(({ name }) => name === `preset ${key}`);
      if (act === "create")
        store.gdprContractPresets.insert({
          id,
          owner: 100000,
          created: now,
          name: `preset ${key}`,
          description: "version 0",
        });
      else if (found !== undefined && act === "delete") store.gdprContractPresets.delete(found.id);
      return;
    }
    case "gdprTom": {
      const found = store.gdprToms.all().find(({ content }) => content.startsWith(`Measures ${key},`));
      if (act === "create") store.gdprToms.insert({ id, owner: 100000, created: now, content: `Measures ${key}, version 0` });
      else if (found !== undefined && act === "delete") store.gdprToms.delete(found.id);
      return;
    }
    case "contactPerson":
      if (act === "change") store.customers.update(String(100000 + key), { contactPerson: { firstName: "Changed by hand" } });
  }
}
