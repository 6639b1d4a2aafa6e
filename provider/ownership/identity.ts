import type { ObjectKey } from "../journal/noted.js";
import type { StackIdentity } from "../journal/stack-identity.js";
import type { Properties } from "../values/properties.js";
import { nameOf, organizationOf } from "../values/reserved-properties.js";
import type { ApiAccount } from "./owner.js";

/** The account and stack of this run, which its notes and claims record. */
export class Identity {
  /** The stack, once this run has written a claim. */
  #claimant: StackIdentity | undefined;

  /**
   * @param readAccount may be called once the provider is configured
   * @param stack may be called once something is to be created: the stack is not known before
   */
  constructor(
    private readonly readAccount: () => ApiAccount,
    readonly stack: () => Promise<StackIdentity>,
  ) {}

  get account(): ApiAccount {
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

  /** @throws if Pulumi's engine cannot be asked for its stack */
  async resource(inputs: Properties) {
    const stack = await this.stack();
    return { ...stack, organization: organizationOf(inputs), name: nameOf(inputs), address: this.address };
  }

  /** The stack for claims. Empty if it cannot be determined; a creation reports that error. */
  async claims(): Promise<StackIdentity> {
    this.#claimant = await this.stack().catch((): StackIdentity => ({}));
    return this.#claimant;
  }
}
