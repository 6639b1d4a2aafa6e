import * as pulumi from "@pulumi/pulumi";
import { withoutAbsent } from "../values/properties.js";
import { providerNameKey, type SettingName } from "../runtime/settings.js";

/** Arguments of a {@link Provider}. Either `username` and `password`, or `accessToken`. */
export interface ProviderArgs {
  /** Base address of the API. Must begin with `https://`, except on loopback. */
  readonly baseUrl: pulumi.Input<string>;
  /** User name in the customer centre or, preferably, the uuid of an application token. */
  readonly username?: pulumi.Input<string> | undefined;
  /** Password of the user, or the secret of the application token; kept as a secret. */
  readonly password?: pulumi.Input<string> | undefined;
  /** An existing access token; kept as a secret. It is valid for about a day and is not renewed. */
  readonly accessToken?: pulumi.Input<string> | undefined;
  /**
   * How to delete a subdomain, although the API has no documented way to delete a single subdomain. `refuse` sends nothing and fails. `body`
   * names it in the request body, an interpretation of the API that may be wrong, and fails if other subdomains are deleted.
   * Default: `refuse`.
   */
  readonly subdomainDeletion?: pulumi.Input<"refuse" | "body"> | undefined;
  /**
   * What a refresh does if a domain or a virtual account is proven gone. `error` fails. `recreate` removes it from the state, so
   * that the next `up` orders it again. Default: `error`.
   */
  readonly whenGone?: pulumi.Input<"error" | "recreate"> | undefined;
  /**
   * Whether the check of a new resource asks the API what its creation needs: login, customer, account, article, top-level domain,
   * available name, references. `off`: only whether its object exists already. Default: `online`.
   */
  readonly previewChecks?: pulumi.Input<"online" | "off"> | undefined;
  /**
   * Timeout of one request, from its start to the end of its answer, as a duration such as `"90s"`. A read-only call sends up to
   * 4 requests and ends after 5 minutes at most. Default: `60s`.
   */
  readonly requestTimeout?: pulumi.Input<string> | undefined;
  /**
   * Maximum time that one call waits for the provider's rate window, as a duration. A call that would have to wait longer fails
   * at once. A window lasts 15 minutes. Default: `15m`.
   */
  readonly rateLimitWait?: pulumi.Input<string> | undefined;
}

const secretSettings: readonly string[] = ["password", "accessToken"] satisfies SettingName[];

/**
 * The login for another account. Resources use it through `{ provider }` or through the `providers` of a component. Only
 * environment variables with the provider's name apply to it, such as `HOSTING_<NAME>_PASSWORD`.
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
    const settings = Object.entries(withoutAbsent(args)).map(([key, value]: [string, unknown]) => [
      `hosting:${key}`,
      secretSettings.includes(key) ? pulumi.secret(value) : value,
    ]);
    const configuration = { ...Object.fromEntries(settings), [providerNameKey]: name } as Record<string, pulumi.Input<string>>;
    super("pulumi-nodejs", name, configuration, options);
    this.#configuration = pulumi.output(configuration);
  }

  /**
   * The configuration for the program's lookups.
   *
   * @internal
   */
  configuration(): Promise<Record<string, string | undefined>> {
    return new Promise((resolve) => void this.#configuration.apply(resolve));
  }
}
