import { AuthenticationError, HostingError } from "../../sdk/values/errors.js";
import { Attempts } from "../stack/attempts.js";
import { type Listed, listCollections, type Phase } from "../stack/collections.js";
import { findCustomers } from "../stack/find-customers.js";
import type { Login } from "../stack/logins.js";
import type { Wanted } from "./wanted.js";

export interface ReadOptions {
  readonly customers: readonly number[];
  readonly accounts: readonly string[];
  readonly wanted: Wanted;
  readonly notify: (message: string) => void;
}

/**
 * Reads what a login shows of customers and accounts. If none is named, these are the login's own customer and those to which its accounts and
 * contracts lead. What cannot be read is left out.
 *
 * @throws AuthenticationError if the login is refused
 */
export async function readAccount(login: Login, { customers, accounts, wanted, notify }: ReadOptions): Promise<Listed> {
  const attempts = new Attempts();
  const own = await ownCustomer(login);
  const isFinding = customers.length + accounts.length === 0 && own !== undefined && isOfCustomers(wanted);
  const found = isFinding
    ? await findCustomers(login, own, {
        attempt: (what, read) => attempts.of(what, read),
        begins: (requests) => notify(`customers that accounts and contracts name: ${requestsText(requests)}`),
      })
    : customers;
  const listed = await listCollections(login, {
    customers: found,
    accounts,
    isWanted: wanted.isListed,
    settings: wanted.settings,
    inDomains: "all",
    begins: (phase) => {
      if (phase.requests > 0) notify(phaseText(phase));
    },
  });
  return { objects: listed.objects, accounts: listed.accounts, failed: [...attempts.failed, ...listed.failed] };
}

/** Whether anything is read that belongs to customers. */
const isOfCustomers = ({ isListed, settings }: Wanted): boolean =>
  isListed("virtualAccount") || isListed("domain") || settings.length > 0;

async function ownCustomer({ client }: Login): Promise<number | undefined> {
  try {
    return (await client.customers.getCurrent()).customerNumber;
  } catch (error) {
    if (error instanceof AuthenticationError || !(error instanceof HostingError)) throw error;
    return undefined;
  }
}

const names = { login: "what belongs to the login", customers: "customer", accounts: "account", domains: "domain" } as const;

const requestsText = (requests: number): string => `${requests} request${requests === 1 ? "" : "s"}`;

function phaseText({ of, count, requests }: Phase): string {
  const requested = requestsText(requests);
  const more = of === "accounts" ? " or more, because a page shows 100 domains" : "";
  return of === "login" ? `${names.login}: ${requested}` : `${count} ${names[of]}${count === 1 ? "" : "s"}: ${requested}${more}`;
}
