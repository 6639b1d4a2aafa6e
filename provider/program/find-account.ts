import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { ListedAccount } from "../../sdk/models/accounts.js";
import { checkConfigured, type LookupOptions, programClient } from "./client.js";
import { listed } from "./listed.js";
import { orUnknown } from "./or-unknown.js";
import { checkQuery, type Identified, narrowerBy, only, quoted } from "./only.js";

/** An account matches if it belongs to this customer and equals the other members that are given. */
export interface AccountQuery {
  readonly customerNumber: number;
  /** Such as `p123456`. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/**
 * The only account of a customer that matches, also one that the API cannot create, change or delete. Its `identifier` is what
 * domains take as `accountIdentifier`.
 *
 * @throws if none or more than one matches.
 */
export async function findAccount(
  { customerNumber, ...query }: AccountQuery,
  options: LookupOptions = {},
): Promise<Identified<z.output<typeof ListedAccount>>> {
  checkQuery("findAccount", { customerNumber, ...query }, ["customerNumber", "name", "description"], ["customerNumber"]);
  const login = await programClient(options);
  const wanted = Object.entries(query).filter(([, value]) => value !== undefined);
  const fits = (account: z.output<typeof ListedAccount>) =>
    wanted.every(([name, value]) => account[name as keyof typeof query] === value);
  const input = { customerNumber };
  const accounts = await listed(login, "listCustomerAccounts", input, (client) => client.accounts.listByCustomer(input), fits);
  const what = `account of customer ${customerNumber}${wanted.length === 0 ? "" : ` with ${quoted(Object.fromEntries(wanted))}`}`;
  return only(
    login,
    accounts.filter(fits),
    what,
    ({ name, uid }) => name ?? uid?.toString(),
    narrowerBy(["name", "description"], { ...query }),
  );
}

/** As {@link findAccount}, for values that are outputs. */
export function findAccountOutput(
  query: { readonly [K in keyof AccountQuery]: pulumi.Input<AccountQuery[K]> },
  options?: LookupOptions,
): pulumi.Output<pulumi.Unwrap<Identified<z.output<typeof ListedAccount>>>> {
  checkConfigured(options);
  return pulumi.output(query).apply((known) => orUnknown(findAccount(known, options)));
}
