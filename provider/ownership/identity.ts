import type { ObjectKey } from "../journal/journal.js";
import type { StackIdentity } from "../journal/journal-file.js";
import type { Properties } from "../values/properties.js";
import { nameOf, organizationOf } from "../values/reserved-properties.js";
import type { Account } from "./owner.js";

/** Where this run works, and for which stack: what notes and claims of it say of themselves. */
export class Identity {
  /** The stack, once a claim was made. */
  #claimant: StackIdentity | undefined;

  /**
   * @param readAccount known once the provider is configured
   * @param stack asked for once something is to be created, as only then it is known
   */
  constructor(
    private readonly readAccount: () => Account,
    readonly stack: () => Promise<StackIdentity>,
  ) {}

  get account(): Account {
    return this.readAccount();
  }

  get address(): string {
    return this.account.address;
  }

  get claimant(): StackIdentity | undefined {
    return this.#claimant;
  }

  object(kind: string, id: string): ObjectKey {
    return { kind, id, address: this.address };
  }

  /** @throws where Pulumi's engine cannot be asked which stack it is */
  async resource(inputs: Properties) {
    const stack = await this.stack();
    return { ...stack, organization: organizationOf(inputs), name: nameOf(inputs), address: this.address };
  }

  /** The stack as claims name it; where it cannot be found out, a creation says so. */
  async claims(): Promise<StackIdentity> {
    this.#claimant = await this.stack().catch((): StackIdentity => ({}));
    return this.#claimant;
  }
}
