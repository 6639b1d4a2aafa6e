import * as pulumi from "@pulumi/pulumi";
import { providerNameKey, type SettingName } from "../runtime/settings.js";

/** Arguments of a {@link Provider}. Either `username` and `password`, or `accessToken`. */
export interface ProviderArgs {
  /** Base address of the interface; https only, save on loopback. */
  readonly baseUrl: pulumi.Input<string>;
  /** Login of the customer centre, or better the uuid of an application token. */
  readonly username?: pulumi.Input<string> | undefined;
  /** Password of the login, or the token of the application token; kept as a secret. */
  readonly password?: pulumi.Input<string> | undefined;
  /** A ready access token; kept as a secret. It is not renewed, and lives about a day. */
  readonly accessToken?: pulumi.Input<string> | undefined;
  /**
   * How a subdomain is deleted, as no known call of the interface names the one to delete: `refuse`, or `body`, which
   * takes one reading of the interface to be right and stops loudly if it was not. Default: `refuse`.
   */
  readonly subdomainDeletion?: pulumi.Input<"refuse" | "body"> | undefined;
  /**
   * What a refresh does when a domain or a virtual account is proven gone: `error`, or `recreate`, which has the next
   * `up` order it again. Default: `error`.
   */
  readonly whenGone?: pulumi.Input<"error" | "recreate"> | undefined;
  /**
   * How long one request may take, from its sending to the end of its answer, as a duration such as `"90s"`. A call that only reads
   * sends up to 4 of them, and ends after 5 minutes in any case. Default: `60s`.
   */
  readonly requestTimeout?: pulumi.Input<string> | undefined;
  /**
   * How long one call may wait for the provider's rate window, as a duration; where that is not enough the call fails at once
   * and says so. A window lasts 15 minutes. Default: `15m`.
   */
  readonly rateLimitWait?: pulumi.Input<string> | undefined;
}

const secretSettings: readonly string[] = ["password", "accessToken"] satisfies SettingName[];

/**
 * The login of a further account. Resources take it through `{ provider }`, or through the `providers` of a component.
 * Environment variables count here only where they carry the provider's name: `HOSTING_<NAME>_PASSWORD`.
 *
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 * import * as pulumi from "@pulumi/pulumi";
 *
 * const config = new pulumi.Config();
 *
 * const branch = new hosting.Provider("branch", {
 *   baseUrl: config.require("branchUrl"),
 *   username: config.require("branchUsername"),
 *   password: config.requireSecret("branchPassword"),
 * });
 *
 * new hosting.Domain("branch", { accountIdentifier: "p654321", sld: "example", tld: "org" }, { provider: branch });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  readonly #configuration: pulumi.Output<Record<string, string | undefined>>;

  constructor(name: string, args: ProviderArgs, options?: pulumi.ResourceOptions) {
    const settings = Object.entries(args).map(([key, value]: [string, unknown]) => [
      `hosting:${key}`,
      secretSettings.includes(key) && value !== undefined ? pulumi.secret(value) : value,
    ]);
    const configuration = { ...Object.fromEntries(settings), [providerNameKey]: name } as Record<string, pulumi.Input<string>>;
    super("pulumi-nodejs", name, configuration, options);
    this.#configuration = pulumi.output(configuration);
  }

  /**
   * The configuration as lookups of the program need it.
   *
   * @internal
   */
  configuration(): Promise<Record<string, string | undefined>> {
    return new Promise((resolve) => void this.#configuration.apply(resolve));
  }
}
