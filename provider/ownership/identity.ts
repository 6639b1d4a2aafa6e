import type { ObjectKey, StackIdentity } from "../journal/journal-events.js";
import type { Properties } from "../values/properties.js";
import { nameOf, organizationOf, ownerKey } from "../values/reserved-properties.js";

/** An API and who logs in there; not a hosting account. */
export interface ApiAccount {
  readonly address: string;
  /** The login, for messages; never a secret. */
  readonly login: string;
}

/** The account of an object and its entry, as recorded in the state. */
interface Owner extends ApiAccount {
  /** Unique mark of an entry, independent of its name. Each creation and each adoption gets a new one. */
  readonly entry: string;
}

/** The owner that a state names; undefined in states of earlier versions. */
export function ownerOf(state: Properties): Owner | undefined {
  const text = state[ownerKey];
  const [, entry, address, login] = /^(\S+) (\S+) (.+)$/s.exec(typeof text === "string" ? text : "") ?? [];
  return entry === undefined || address === undefined || login === undefined ? undefined : { entry, address, login };
}

export const ownerText = ({ entry, address, login }: Owner): string => `${entry} ${address} ${login}`;

/** The account of an object according to its state, and the different account of this run; both for messages. */
export interface Elsewhere {
  readonly there: string;
  readonly here: string;
  readonly isOtherAddress: boolean;
}

/** The entry with this state. States of earlier versions have no mark, so the resource's name stands in for it. */
export const entryOf = (state: Properties): string => ownerOf(state)?.entry ?? `name ${nameOf(state)}`;

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
