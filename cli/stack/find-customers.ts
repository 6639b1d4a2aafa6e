import type { Login } from "./logins.js";

export interface FindOptions {
  /** Reads, and gives undefined if that is refused or fails. */
  readonly attempt: <T>(what: string, read: () => Promise<T>) => Promise<T | undefined>;
  /** Called before requests, with their number. */
  readonly begins: (requests: number) => void;
}

/**
 * The customers to which a customer's accounts and contracts lead, itself among them. The API has no list of customers, but accounts that are
 * shared with a customer name the one that they belong to, and contracts name accounts.
 */
export async function findCustomers(
  { client }: Login,
  customerNumber: number,
  { attempt, begins }: FindOptions,
): Promise<readonly number[]> {
  begins(2);
  const of = `of customer ${customerNumber}`;
  const shown = await attempt(`accounts ${of}`, () =>
    client.accounts.listByCustomer({ customerNumber, query: { advised: true } }),
  );
  const contracts = await attempt(`contracts ${of}`, () => client.contracts.list({ customerNumber }));
  const owners = new Map((shown ?? []).map(({ name, customerNumber: owner }) => [name, owner]));
  const named = new Set((contracts ?? []).map(({ account }) => account?.name));
  const unknown = [...named].filter((name) => name !== undefined && owners.get(name) === undefined);
  if (unknown.length > 0) begins(unknown.length);
  for (const name of unknown) {
    const account = await attempt(`account ${name}`, () => client.accounts.get({ accountIdentifier: name! }));
    owners.set(name, account?.customerNumber);
  }
  return [...new Set([customerNumber, ...owners.values()])].filter((owner) => owner !== undefined);
}
