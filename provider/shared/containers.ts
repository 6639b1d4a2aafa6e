import { inLine } from "../../sdk/redaction/text.js";
import { ifThere } from "../lifecycle/find.js";
import type { Context } from "../runtime/context.js";
import type { Client } from "../../sdk/index.js";
import type { Reader } from "../definition/definition.js";
import { customerOf, canonicalHost } from "../values/ids.js";

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

/** The one object that a customer has of a kind, with its arguments. */
export const ofThe = <V extends object>(customerNumber: number, values: V) => ({
  id: String(customerNumber),
  inputs: { customerNumber, ...values },
  outputs: {},
});

/** How such an object is read. */
export const readOf = <V extends object>(read: (client: Client, customerNumber: number) => Promise<V>) => ({
  list: async ({ client }: Reader, { customerNumber = NaN }: { readonly customerNumber?: number | undefined }) => [
    ofThe(customerNumber, await read(client, customerNumber)),
  ],
});

/** The deletion of settings. */
export const kept = { undeletable: "Every customer has them, so they stay at the provider as they are." } as const;

/** Shared by kinds of which each customer always has exactly one object, found by the customer's number. */
export const ofCustomer = {
  idParts: ["customerNumber"],
  outputs: {},
  identity: {
    singleton: true,
    title: ({ customerNumber }: { readonly customerNumber?: number | undefined }): string =>
      `of customer ${customerNumber ?? "?"}`,
    parse: (id: string) => ({ customerNumber: customerOf(id) }),
    scope: ["customerNumber"],
    matches: () => true,
  },
  previewChecks: {
    missingContainer: (context: Context, { inputs }: { readonly inputs: { readonly customerNumber?: number | undefined } }) =>
      customerProblem(context, inputs.customerNumber),
  },
} as const;

/** Part of the identity of kinds whose objects lie in nothing, so that their ids tell nothing. */
export const inNothing = { parse: () => ({}), scope: [] } as const;
