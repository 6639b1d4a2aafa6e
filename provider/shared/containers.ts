import { canonicalHost } from "../values/hostname.js";
import { inLine } from "../../sdk/redaction/text.js";
import { ifThere } from "../lifecycle/find.js";
import type { Context } from "../runtime/context.js";

const orNoAccess = "does not exist, or this login may not use it. Check it and the login.";

/** Why nothing of a customer can be listed: the API refuses to show it; undefined if it shows it, or the number is not known yet. */
export async function customerProblem({ lookups }: Context, customerNumber: number | undefined): Promise<string | undefined> {
  if (customerNumber === undefined) return undefined;
  const shown = await ifThere(
    lookups.once(`customer ${customerNumber}`, ({ customers }, options) => customers.get({ customerNumber }, options)),
  );
  return shown === undefined ? `customerNumber: customer ${customerNumber} ${orNoAccess}` : undefined;
}

/** Why nothing in an account can be listed: the API refuses to show it; undefined if it shows it, or the account is not known yet. */
export async function accountProblem({ lookups, ownership }: Context, account: string | undefined): Promise<string | undefined> {
  // An account that this run has created may be invisible for a moment.
  const isIt = ({ id }: { readonly id: string }) => canonicalHost(id.split("/")[1] ?? "") === canonicalHost(account ?? "");
  if (account === undefined || ownership.run.heldOf("virtualAccount").some(isIt)) return undefined;
  const shown = await accountShown(lookups, account);
  return shown === undefined ? `accountIdentifier: account ${inLine(account)} ${orNoAccess}` : undefined;
}

/**
 * Why objects in an account would have ids of their own, although the account is known by its name: it is named by its number, which the API may
 * take too. Claims and ids of the same objects elsewhere would differ.
 */
export async function accountNumberProblem({ lookups }: Context, account: string | undefined): Promise<string | undefined> {
  if (account === undefined || !/^\d+$/.test(account)) return undefined;
  const name = (await accountShown(lookups, account))?.name;
  return name === undefined || canonicalHost(name) === canonicalHost(account)
    ? undefined
    : `accountIdentifier: ${inLine(account)} is the number of an account whose name is ${inLine(name)}. Declare its name.`;
}

const accountShown = (lookups: Context["lookups"], account: string) =>
  ifThere(lookups.once(`account ${account}`, ({ accounts }, options) => accounts.get({ accountIdentifier: account }, options)));
