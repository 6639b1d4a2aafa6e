import { noLogin } from "../stack/logins.js";
import { UsageError } from "../shared/exit.js";

/** @throws UsageError if there is no login, or if the logins are not all of one provider: ids of two could be the same */
export function checkAddresses(logins: readonly { readonly address: string }[]): void {
  if (logins.length === 0) throw new UsageError(noLogin);
  const addresses = [...new Set(logins.map(({ address }) => address))];
  if (addresses.length > 1)
    throw new UsageError(`the logins are of ${addresses.join(" and ")}, and a copy can only be of one address.`);
}
