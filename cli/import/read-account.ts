import { AuthenticationError, HostingError } from "../../sdk/values/errors.js";
import { version } from "../../sdk/values/version.js";
import { Attempts } from "../stack/attempts.js";
import { type Listed, listCollections, type Phase } from "../stack/collections.js";
import { findCustomers } from "../stack/find-customers.js";
import type { Login } from "../stack/logins.js";
import { type Earlier, KeptReading } from "./kept-reading.js";
import { digestOf } from "./mapping.js";
import type { Wanted } from "./wanted.js";

export interface ReadOptions {
  /** Folder of the program, where what is read is kept until the run ends; undefined if nothing is to be written. */
  readonly folder: string | undefined;
  /** Whether the objects are to enter a state. */
  readonly isEntering: boolean;
  readonly customers: readonly number[];
  readonly accounts: readonly string[];
  readonly wanted: Wanted;
  readonly notify: (message: string) => void;
}

/** What was read, and where it is kept. */
export interface Reading {
  readonly listed: Listed;
  readonly kept: KeptReading | undefined;
}

/**
 * Reads what a login shows of customers and accounts. If none is named, these are the login's own customer and those to which its accounts and
 * contracts lead. What cannot be read is left out. What an earlier run has read that entered no state is not read again.
 *
 * @throws AuthenticationError if the login is refused
 */
export async function readAccount(login: Login, options: ReadOptions): Promise<Reading> {
  const { folder, accounts, wanted, notify } = options;
  const attempts = new Attempts();
  const own = await ownCustomer(login);
  const isFinding = options.customers.length + accounts.length === 0 && own !== undefined && isOfCustomers(wanted);
  const customers = isFinding
    ? await findCustomers(login, own, {
        attempt: (what, read) => attempts.of(what, read),
        begins: (requests) => notify(`customers that accounts and contracts name: ${requestsText(requests)}`),
      })
    : options.customers;
  const run = digestOf(
    JSON.stringify([version, login.address, login.username, own, [...customers].sort(), [...accounts].sort(), wanted.names]),
  );
  const isSecondStep = options.isEntering;
  const kept = folder === undefined ? undefined : await KeptReading.open({ folder, run, isSecondStep, now: Date.now });
  if (kept?.earlier !== undefined) notify(earlierText(kept.earlier));
  const listed = await listCollections(login, {
    customers,
    accounts,
    ...(kept !== undefined && { known: kept }),
    isWanted: wanted.isListed,
    settings: wanted.settings,
    inDomains: "all",
    begins: (phase) => {
      if (phase.requests > 0) notify(phaseText(phase));
    },
  });
  return { listed: { ...listed, failed: [...attempts.failed, ...listed.failed] }, kept };
}

/** Whether anything is read that belongs to customers. */
const isOfCustomers = ({ isListed, settings }: Wanted): boolean =>
  isListed("virtualAccount") || isListed("domain") || settings.length > 0;

/** What was read earlier may have changed since. */
export const earlierText = ({ count, since }: Earlier): string =>
  `${count} ${count === 1 ? "listing is" : "listings are"} from an import that entered no state, the first from ${since.toISOString()}. ` +
  `${count === 1 ? "It was" : "They were"} not read again.`;

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
