import type { Found } from "../../provider/definition/definition.js";
import type { Properties } from "../../provider/values/properties.js";
import { HostingError } from "../../sdk/values/errors.js";
import type { ListedAccount } from "../stack/collections.js";
import type { Login } from "../stack/logins.js";

/** Tells the customers of objects: by what an object shows of itself, and else by its account, which may have to be read. */
export function customersOf(
  { client }: Login,
  accounts: readonly ListedAccount[],
): (found: Found) => Promise<number | undefined> {
  const byAccount = new Map<string, number | undefined>(accounts.map(({ name, customerNumber }) => [name, customerNumber]));
  return async ({ inputs }) => {
    const { customerNumber, accountIdentifier } = inputs as Properties;
    if (typeof customerNumber === "number") return customerNumber;
    if (typeof accountIdentifier !== "string") return undefined;
    if (!byAccount.has(accountIdentifier)) {
      const read = client.accounts.get({ accountIdentifier }).catch((error: unknown) => {
        if (error instanceof HostingError) return undefined;
        throw error;
      });
      byAccount.set(accountIdentifier, (await read)?.customerNumber);
    }
    return byAccount.get(accountIdentifier);
  };
}
