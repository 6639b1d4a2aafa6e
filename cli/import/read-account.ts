import { AuthenticationError, HostingError } from "../../sdk/values/errors.js";
import { type Listed, listCollections, type Phase } from "../stack/collections.js";
import type { Login } from "../stack/logins.js";
import type { Wanted } from "./wanted.js";

export interface ReadOptions {
  readonly customers: readonly number[];
  readonly accounts: readonly string[];
  readonly wanted: Wanted;
  readonly notify: (message: string) => void;
}

/**
 * Reads what a login shows of customers and accounts; of the login's own customer if none is named. What cannot be read is left out.
 *
 * @throws AuthenticationError if the login is refused
 */
export async function readAccount(login: Login, { customers, accounts, wanted, notify }: ReadOptions): Promise<Listed> {
  const own = await ownCustomer(login);
  const isNamed = customers.length + accounts.length + login.entries.length > 0;
  return listCollections(login, {
    customers: isNamed || own === undefined ? customers : [own],
    accounts,
    isWanted: wanted.isListed,
    settings: wanted.settings,
    inDomains: "all",
    begins: (phase) => {
      if (phase.requests > 0) notify(phaseText(phase));
    },
  });
}

async function ownCustomer({ client }: Login): Promise<number | undefined> {
  try {
    return (await client.customers.getCurrent()).customerNumber;
  } catch (error) {
    if (error instanceof AuthenticationError || !(error instanceof HostingError)) throw error;
    return undefined;
  }
}

const names = { login: "what belongs to the login", customers: "customer", accounts: "account", domains: "domain" } as const;

function phaseText({ of, count, requests }: Phase): string {
  const requested = `${requests} request${requests === 1 ? "" : "s"}`;
  const more = of === "accounts" ? " or more, because a page shows 100 domains" : "";
  return of === "login" ? `${names.login}: ${requested}` : `${count} ${names[of]}${count === 1 ? "" : "s"}: ${requested}${more}`;
}
