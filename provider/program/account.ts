import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { Account as Shown } from "../../sdk/models/accounts.js";
import { getAccountOutput } from "./lookups.generated.js";
import { isOfType } from "../pulumi/resources.js";
import { programError } from "../pulumi/runs.js";
import { Provider } from "./provider.js";

type Members = z.output<typeof Shown>;

const type = "hosting:index:Account";

/** Only {@link Account.get} has it. */
const reading = Symbol("reading");

/** The members of an answer that are outputs. */
const members = ["uid", "customerNumber", "description", "status", "disabled", "activateShell", "ipAddresses"] as const;

/**
 * An existing account of any sort, which a program reads with {@link Account.get} and does not manage: the API creates and deletes
 * only virtual accounts, which {@link VirtualAccount} declares, and changes none. The account is looked up whenever the program runs,
 * so its outputs are known in every preview, and a refresh does not change them.
 *
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * const main = hosting.Account.get("main", "p123456");
 *
 * new hosting.Domain("shop", { accountIdentifier: main.accountIdentifier, sld: "example", tld: "de" });
 * ```
 */
export class Account extends pulumi.ComponentResource {
  /** The type in URNs. Typed policies compare it. */
  static readonly __pulumiType: string = type;

  /** Whether a value is an account, also if another copy of this package read it. */
  static override isInstance(value: unknown): value is Account {
    return isOfType(value, type);
  }

  /** Name of the account, such as `p123456`: what domains take as `accountIdentifier`. */
  readonly accountIdentifier!: pulumi.Output<string>;
  /** Number given by the provider. */
  readonly uid!: pulumi.Output<Members["uid"]>;
  /** Number of the customer that the account belongs to. */
  readonly customerNumber!: pulumi.Output<Members["customerNumber"]>;
  readonly description!: pulumi.Output<string>;
  /** `creating`, `updating`, `deleting` or `ready`. */
  readonly status!: pulumi.Output<Members["status"]>;
  /** Whether the account is switched off. */
  readonly disabled!: pulumi.Output<Members["disabled"]>;
  /** Whether shell access is switched on. */
  readonly activateShell!: pulumi.Output<Members["activateShell"]>;
  readonly ipAddresses!: pulumi.Output<Members["ipAddresses"]>;

  /** @internal */
  constructor(name: string, args: unknown, options?: pulumi.ComponentResourceOptions) {
    if (typeof args !== "object" || args === null || !(reading in args))
      throw programError(
        `Account "${name}": the API creates only virtual accounts. Declare a VirtualAccount, or read an existing account with \`Account.get("${name}", "p123456")\`.`,
      );
    super(type, name, {}, options);
    const id = args[reading] as pulumi.Input<string>;
    const provider = this.getProvider("pulumi-nodejs:dynamic:Resource");
    const shown = getAccountOutput({ accountIdentifier: id }, { provider: provider instanceof Provider ? provider : undefined });
    const outputs = {
      accountIdentifier: shown.apply(({ name: shownName }) => shownName ?? id),
      ...Object.fromEntries(members.map((member) => [member, shown.apply((account) => account[member])])),
    };
    Object.assign(this, outputs);
    this.registerOutputs(outputs);
  }

  /**
   * Reads an account.
   *
   * @param name of the resource
   * @param id name of the account, such as `p123456`
   * @param options those of a component; `provider` is the login with which the account is read
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.ComponentResourceOptions): Account {
    return new Account(name, { [reading]: id }, options);
  }
}
