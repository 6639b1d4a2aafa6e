import type { Found } from "../../provider/definition/definition.js";
import type { Properties } from "../../provider/values/properties.js";
import { HostingError } from "../../sdk/values/errors.js";
import type { ListedAccount } from "../stack/collections.js";
import type { Login } from "../stack/logins.js";

/** The customers that objects belong to. */
export class Customers {
  readonly #byAccount: Map<string, Promise<number | undefined>>;

  constructor(
    private readonly login: Login,
    accounts: readonly ListedAccount[],
  ) {
    this.#byAccount = new Map(accounts.map(({ name, customerNumber }) => [name, Promise.resolve(customerNumber)]));
  }

  /** By what an object shows of itself, and else by its account, which may have to be read. */
  async of({ inputs }: Found): Promise<number | undefined> {
    const { customerNumber, accountIdentifier } = inputs as Properties;
    if (typeof customerNumber === "number") return customerNumber;
    if (typeof accountIdentifier !== "string") return undefined;
    const known = this.#byAccount.get(accountIdentifier) ?? this.#read(accountIdentifier);
    this.#byAccount.set(accountIdentifier, known);
    return known;
  }

  async #read(accountIdentifier: string): Promise<number | undefined> {
    try {
      return (await this.login.client.accounts.get({ accountIdentifier })).customerNumber;
    } catch (error) {
      if (error instanceof HostingError) return undefined;
      throw error;
    }
  }
}
