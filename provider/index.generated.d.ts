/* Written by `npm run generate` from the sources: what programs see of them. */

import type * as pulumi from "@pulumi/pulumi";
import type * as sdk from "../sdk/index.generated.js";

/** A value in a program: plain, a promise or an output, at any depth. */
export type Input<T> = pulumi.Input<T extends readonly (infer E)[] ? Input<E>[] : T extends object ? {
  [K in keyof T]: Input<T[K]>;
} : T>;

/** Arguments that every resource has, in addition to its own. */
export interface LifecycleArgs {
  /**
   * Adopt the existing object with the same natural key instead of creating one. The creation fails if there is no such object,
   * or if it differs in something that the API cannot change. Used only at creation; later edits have no effect. Default:
   * `false`.
   */
  readonly adopt?: pulumi.Input<boolean> | undefined;
  /**
   * Timeouts, as durations such as `"90s"` or `"10m"`: how long to wait until a new object is visible, an update is confirmed, or
   * a deleted object is gone. Default: 5 minutes each. (The option `customTimeouts` is refused: Pulumi does not pass it to this provider.)
   */
  readonly timeouts?: pulumi.Input<{
    create?: pulumi.Input<string>;
    update?: pulumi.Input<string>;
    delete?: pulumi.Input<string>;
  }> | undefined;
}

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
export declare class Provider extends pulumi.ProviderResource {
  #private;
  constructor(name: string, args: ProviderArgs, options?: pulumi.ResourceOptions);
  /**
   * The configuration for the program's lookups.
   *
   * @internal
   */
  configuration(): Promise<Record<string, string | undefined>>;
}

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

/**
 * A customer's website: an account, a domain, its subdomains and the GDPR contract, as a component.
 *
 * @remarks Its resources are named after what they are at the provider, not after the site: the account
 * `<customerNumber>/<virtualName>`, the domain and each subdomain by its full name in lower case and in ASCII. The contract has the
 * name of the account or, if that exists already, of the domain: if such a domain changes, declare `adopt: true` for the contract. So nothing else changes if you add or remove a subdomain, or rename the site.
 * @options
 * - `provider`, `providers`, `protect`, `retainOnDelete`, `dependsOn`, `aliases`, `transformations` and `transforms` apply to every
 *   resource of the site.
 * - Account and domain are protected unless the site says `protect: false`. Subdomains are protected only with `protect: true`;
 *   otherwise `pulumi destroy --exclude-protected` fails, because the API cannot delete them without their domain.
 * - `deletedWith` applies to the account or, if that exists already, to the domain. Subdomains are always deleted with their
 *   domain.
 * - Other options, such as `ignoreChanges`, reach a single resource through `transformations`.
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 * import * as pulumi from "@pulumi/pulumi";
 *
 * const config = new pulumi.Config();
 *
 * const site = new hosting.Site("gardener", {
 *   account: {
 *     customerNumber: 100001,
 *     virtualName: "gardener-web",
 *     description: "Website of the gardener",
 *     articleNumber: config.requireNumber("articleNumber"),
 *     password: config.requireSecret("accountPassword"),
 *   },
 *   domain: { sld: "example", tld: "de" },
 *   subdomains: { www: {}, blog: { target: "/blog" } },
 * });
 *
 * export const blog = site.urls["blog"];
 * ```
 *
 * A second site in the same account:
 *
 * ```ts
 * new hosting.Site("gardener-shop", { account: site.accountIdentifier, domain: { sld: "example-shop", tld: "de" } });
 * ```
 *
 * Moving a resource that the program declares so far without a site into one:
 *
 * ```ts
 * const fromOutside: pulumi.ResourceTransformation = ({ name, props, opts }) => {
 *   if (name !== "example.org") return undefined;
 *   const aliases = [{ name: "shop", parent: pulumi.rootStackResource }];
 *   return { props, opts: pulumi.mergeOptions(opts, { aliases }) };
 * };
 *
 * new hosting.Site(
 *   "shop",
 *   { account: "p100001", domain: { sld: "example", tld: "org" } },
 *   { transformations: [fromOutside] },
 * );
 * ```
 */
export declare class Site extends pulumi.ComponentResource {
  /** The type of the component in URNs. Typed policies compare it. */
  static readonly __pulumiType: string;
  /** Whether a value is a site, also if another copy of this package created it. */
  static isInstance(value: unknown): value is Site;
  /** The account, if the site orders one. */
  readonly account: VirtualAccount | undefined;
  /** The domain. */
  readonly domain: Domain;
  /** The subdomains, by name. */
  readonly subdomains: Readonly<Record<string, Subdomain>>;
  /** The GDPR contract, if the site has one. */
  readonly contract: GdprContract | undefined;
  /** Name of the account; known in every preview if the account exists. */
  readonly accountIdentifier: pulumi.Output<string>;
  /** Full name of the domain; known in every preview if the account exists. */
  readonly domainIdentifier: pulumi.Output<string>;
  /** Address of the domain, with `https`. The API does not tell whether it has a certificate. */
  readonly url: pulumi.Output<string>;
  /** Addresses of the subdomains by name, with `https`. */
  readonly urls: Readonly<Record<string, pulumi.Output<string>>>;
  constructor(name: string, args: SiteArgs, options?: pulumi.ComponentResourceOptions);
}

/** The account that a {@link Site} orders. Its customer and its name cannot be outputs, because they name the resource. */
export interface SiteAccountArgs extends Omit<VirtualAccountArgs, "customerNumber" | "virtualName"> {
  /** Number of the customer. */
  readonly customerNumber: number;
  /** Name of the account, which tells it from the customer's other accounts. */
  readonly virtualName: string;
}

/** Arguments of a {@link Site}. */
export interface SiteArgs {
  /**
   * Account to order: `customerNumber`, `virtualName`, and the other arguments of a {@link VirtualAccount}. Or the name of an
   * existing account, such as `p123456` or `account.accountIdentifier`.
   */
  readonly account: SiteAccountArgs | pulumi.Input<string>;
  /** Domain: `sld`, `tld`, and the other arguments of a {@link Domain}, except its account. */
  readonly domain: SiteDomainArgs;
  /**
   * Subdomains by name, such as `{ www: {}, blog: { target: "/blog" } }`, each with the other arguments of a {@link Subdomain}.
   * Default: none.
   */
  readonly subdomains?: Readonly<Record<string, SiteSubdomainArgs>> | undefined;
  /** GDPR contract with the customer: the arguments of a {@link GdprContract}. Default: none. */
  readonly contract?: GdprContractArgs | undefined;
  /**
   * Adopt the existing objects instead of creating them. A part with an `adopt` of its own ignores this one. Used only at
   * creation, and then for every part, so remove it after the first `up`. Default: `false`.
   */
  readonly adopt?: pulumi.Input<boolean> | undefined;
}

/** The domain of a {@link Site}. Its name cannot be an output, because it names the resource. */
export interface SiteDomainArgs extends Omit<DomainArgs, "accountIdentifier" | "sld" | "tld"> {
  /** Name below the top-level domain, such as `example`; in ASCII or Unicode. */
  readonly sld: string;
  /** Top-level domain without a leading dot, such as `de`. */
  readonly tld: string;
}

/** A subdomain of a {@link Site}. Its name is its key in the map. */
export interface SiteSubdomainArgs extends Omit<SubdomainArgs, "accountIdentifier" | "domainIdentifier" | "name"> {
}

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
export declare class Account extends pulumi.ComponentResource {
  /** The type in URNs. Typed policies compare it. */
  static readonly __pulumiType: string;
  /** Whether a value is an account, also if another copy of this package read it. */
  static isInstance(value: unknown): value is Account;
  /** Name of the account, such as `p123456`: what domains take as `accountIdentifier`. */
  readonly accountIdentifier: pulumi.Output<string>;
  /** Number given by the provider. */
  readonly uid: pulumi.Output<sdk.Account["uid"]>;
  /** Number of the customer that the account belongs to. */
  readonly customerNumber: pulumi.Output<sdk.Account["customerNumber"]>;
  readonly description: pulumi.Output<string>;
  /** `creating`, `updating`, `deleting` or `ready`. */
  readonly status: pulumi.Output<sdk.Account["status"]>;
  /** Whether the account is switched off. */
  readonly disabled: pulumi.Output<sdk.Account["disabled"]>;
  /** Whether shell access is switched on. */
  readonly activateShell: pulumi.Output<sdk.Account["activateShell"]>;
  readonly ipAddresses: pulumi.Output<sdk.Account["ipAddresses"]>;
  /** @internal */
  constructor(name: string, args: unknown, options?: pulumi.ComponentResourceOptions);
  /**
   * Reads an account.
   *
   * @param name of the resource
   * @param id name of the account, such as `p123456`
   * @param options those of a component; `provider` is the login with which the account is read
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.ComponentResourceOptions): Account;
}

/**
 * The only account of a customer that matches, also one that the API cannot create, change or delete. Its `identifier` is what
 * domains take as `accountIdentifier`.
 *
 * @throws if none or more than one matches.
 */
export declare function findAccount(query: AccountQuery, options?: LookupOptions): Promise<WithIdentifier<sdk.ListedAccount>>;

/** As {@link findAccount}, for values that are outputs. */
export declare function findAccountOutput(query: {
  readonly [K in keyof AccountQuery]: pulumi.Input<AccountQuery[K]>;
}, options?: LookupOptions): pulumi.Output<pulumi.Unwrap<WithIdentifier<sdk.ListedAccount>>>;

/**
 * The only GDPR contact that matches.
 *
 * @throws if none or more than one matches.
 */
export declare function findGdprContact(query: GdprContactQuery, options?: LookupOptions): Promise<WithIdentifier<sdk.GdprContact>>;

/** As {@link findGdprContact}, for values that are outputs. */
export declare function findGdprContactOutput(query: {
  readonly [K in keyof GdprContactQuery]: pulumi.Input<GdprContactQuery[K]>;
}, options?: LookupOptions): pulumi.Output<pulumi.Unwrap<WithIdentifier<sdk.GdprContact>>>;

/**
 * The only record of technical and organisational measures (TOM) that matches.
 *
 * @throws if none or more than one matches.
 */
export declare function findGdprTom(query: GdprTomQuery, options?: LookupOptions): Promise<WithIdentifier<sdk.GdprTom>>;

/** As {@link findGdprTom}, for values that are outputs. */
export declare function findGdprTomOutput(query: {
  readonly contains: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<pulumi.Unwrap<WithIdentifier<sdk.GdprTom>>>;

/** An account matches if it belongs to this customer and equals the other members that are given. */
export interface AccountQuery {
  readonly customerNumber: number;
  /** Such as `p123456`. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/** A contact matches if it equals the members that are given. */
export interface GdprContactQuery {
  readonly name?: string | undefined;
  readonly mail?: string | undefined;
  readonly type?: string | undefined;
}

/** A record matches if its text contains this one, in the same upper and lower case. */
export interface GdprTomQuery {
  readonly contains: string;
}

/** Options of a lookup. */
export interface LookupOptions {
  /** Provider whose account the lookup reads. Default: the account from environment and configuration. */
  readonly provider?: Provider | undefined;
}

/**
 * A token with which a program logs in. The API shows its `token` only at creation.
 *
 * @remarks A token cannot have restricted rights or an expiry date. Whether deleting it ends the sessions that were opened with
 * it is not documented.
 * @id its `uuid`
 * @key description
 * @deletion Deleted. Deleting the token that the run itself logs in with fails, because it would stop the run halfway.
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * // Another value creates a new token and then deletes the old one.
 * const quarter = "2030-1";
 *
 * const deployment = new hosting.ApplicationToken("deployment", {
 *   description: "Deployment of the shop",
 *   triggers: [quarter],
 * });
 *
 * export const username = deployment.uuid;
 * export const password = deployment.token;
 * ```
 */
export declare class ApplicationToken extends pulumi.CustomResource {
  /** The type of the resources in URNs. Typed policies compare it. */
  static readonly __pulumiType: string;
  /** Whether a value is a resource of this class, also if another copy of this package created it. */
  static isInstance(value: unknown): value is ApplicationToken;
  constructor(name: string, args: ApplicationTokenArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: ApplicationTokenArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** Purpose of the token; need not be unique. A change creates a new token and then deletes the old one. */
  readonly description: pulumi.Output<string>;
  /**
   * Arbitrary values. A change of any of them rotates the token: a new one is created, and then the old one is deleted.
   * Never sent. Default: none.
   */
  readonly triggers: pulumi.Output<unknown[] | undefined>;
  /** Identifier, and the user name for a login with this token; also the id. */
  readonly uuid: pulumi.Output<string>;
  /**
   * The token itself, and the password for a login with it; kept as a secret. The API shows it only at creation, so it is
   * unknown for a token that is read with `get`.
   */
  readonly token: pulumi.Output<string>;
  /** Time of creation: an ISO 8601 date, or seconds since the epoch from older versions of the API. */
  readonly crdate: pulumi.Output<string | number>;
}

/** Arguments of an {@link ApplicationToken}. */
export interface ApplicationTokenArgs extends LifecycleArgs {
  /** Purpose of the token; need not be unique. A change creates a new token and then deletes the old one. */
  readonly description: pulumi.Input<string>;
  /**
   * Arbitrary values. A change of any of them rotates the token: a new one is created, and then the old one is deleted.
   * Never sent. Default: none.
   */
  readonly triggers?: pulumi.Input<pulumi.Input<unknown>[]> | undefined;
}

/**
 * The recipient of a customer's invoices: the contract partner, unless somebody else was named. It exists with the customer.
 * Creating the resource changes only what is declared, and destroying it resets the recipient to the contract partner.
 *
 * @remarks If nobody was named, the API shows the contract partner.
 * @id the number of the customer
 * @deletion Reset: the contract partner gets the invoices again.
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * new hosting.BillingRecipient("gardener", {
 *   customerNumber: 100001,
 *   company: "Sommer Gartenbau GmbH",
 *   emailAddress: "invoices@sommer.example",
 * });
 * ```
 */
export declare class BillingRecipient extends pulumi.CustomResource {
  /** The type of the resources in URNs. Typed policies compare it. */
  static readonly __pulumiType: string;
  /** Whether a value is a resource of this class, also if another copy of this package created it. */
  static isInstance(value: unknown): value is BillingRecipient;
  constructor(name: string, args: BillingRecipientArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: BillingRecipientArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** Customer that the contact belongs to. */
  readonly customerNumber: pulumi.Output<number>;
  /**
   * Form of address: `Herr`, `Frau`, `Mr.` or `Ms.`. Which of them the API accepts here is not documented. If omitted:
   * unchanged.
   */
  readonly salutation: pulumi.Output<"Divers" | "Frau" | "Herr" | "Mr." | "Ms." | undefined>;
  /** Academic title. If omitted: unchanged. */
  readonly title: pulumi.Output<string | undefined>;
  /** First name. If omitted: unchanged. */
  readonly firstName: pulumi.Output<string | undefined>;
  /** Last name. If omitted: unchanged. */
  readonly lastName: pulumi.Output<string | undefined>;
  /** Company. If omitted: unchanged. */
  readonly company: pulumi.Output<string | undefined>;
  /** Street without the house number. If omitted: unchanged. */
  readonly street: pulumi.Output<string | undefined>;
  /** House number. If omitted: unchanged. */
  readonly houseNumber: pulumi.Output<string | undefined>;
  /** Postal code, digits only. If omitted: unchanged. */
  readonly zip: pulumi.Output<string | undefined>;
  /** Town. If omitted: unchanged. */
  readonly city: pulumi.Output<string | undefined>;
  /** Country, as a two-letter code in upper or lower case. If omitted: unchanged. */
  readonly country: pulumi.Output<string | undefined>;
  /** Mail address. If omitted: unchanged. */
  readonly emailAddress: pulumi.Output<string | undefined>;
  /**
   * Telephone number: country code, area code and number, joined by hyphens, such as `+49-511-123456`. If omitted:
   * unchanged.
   */
  readonly phone: pulumi.Output<string | undefined>;
  /**
   * Value-added tax identification number. The provider never shows it again, so drift cannot be detected. Declare it if the
   * contact has one. If omitted: not sent, and whether that clears it is not documented.
   */
  readonly vat: pulumi.Output<string | undefined>;
}

/** Arguments of a {@link BillingRecipient}. */
export interface BillingRecipientArgs extends LifecycleArgs {
  /** Customer that the contact belongs to. */
  readonly customerNumber: pulumi.Input<number>;
  /**
   * Form of address: `Herr`, `Frau`, `Mr.` or `Ms.`. Which of them the API accepts here is not documented. If omitted:
   * unchanged.
   */
  readonly salutation?: pulumi.Input<"Divers" | "Frau" | "Herr" | "Mr." | "Ms."> | undefined;
  /** Academic title. If omitted: unchanged. */
  readonly title?: pulumi.Input<string> | undefined;
  /** First name. If omitted: unchanged. */
  readonly firstName?: pulumi.Input<string> | undefined;
  /** Last name. If omitted: unchanged. */
  readonly lastName?: pulumi.Input<string> | undefined;
  /** Company. If omitted: unchanged. */
  readonly company?: pulumi.Input<string> | undefined;
  /** Street without the house number. If omitted: unchanged. */
  readonly street?: pulumi.Input<string> | undefined;
  /** House number. If omitted: unchanged. */
  readonly houseNumber?: pulumi.Input<string> | undefined;
  /** Postal code, digits only. If omitted: unchanged. */
  readonly zip?: pulumi.Input<string> | undefined;
  /** Town. If omitted: unchanged. */
  readonly city?: pulumi.Input<string> | undefined;
  /** Country, as a two-letter code in upper or lower case. If omitted: unchanged. */
  readonly country?: pulumi.Input<string> | undefined;
  /** Mail address. If omitted: unchanged. */
  readonly emailAddress?: pulumi.Input<string> | undefined;
  /**
   * Telephone number: country code, area code and number, joined by hyphens, such as `+49-511-123456`. If omitted:
   * unchanged.
   */
  readonly phone?: pulumi.Input<string> | undefined;
  /**
   * Value-added tax identification number. The provider never shows it again, so drift cannot be detected. Declare it if the
   * contact has one. If omitted: not sent, and whether that clears it is not documented.
   */
  readonly vat?: pulumi.Input<string> | undefined;
}

/**
 * How a customer gets invoices. The settings exist with the customer. Creating the resource changes only what is declared, and
 * destroying it changes nothing.
 *
 * @id the number of the customer
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * new hosting.BillingSettings("gardener", { customerNumber: 100001, postalInvoices: false });
 * ```
 */
export declare class BillingSettings extends pulumi.CustomResource {
  /** The type of the resources in URNs. Typed policies compare it. */
  static readonly __pulumiType: string;
  /** Whether a value is a resource of this class, also if another copy of this package created it. */
  static isInstance(value: unknown): value is BillingSettings;
  constructor(name: string, args: BillingSettingsArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: BillingSettingsArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** Customer that the settings belong to. */
  readonly customerNumber: pulumi.Output<number>;
  /** Whether invoices are sent by post. If omitted: unchanged. */
  readonly postalInvoices: pulumi.Output<boolean | undefined>;
  /** Value-added tax identification number. If omitted: unchanged. */
  readonly vatID: pulumi.Output<string | undefined>;
}

/** Arguments of {@link BillingSettings}. */
export interface BillingSettingsArgs extends LifecycleArgs {
  /** Customer that the settings belong to. */
  readonly customerNumber: pulumi.Input<number>;
  /** Whether invoices are sent by post. If omitted: unchanged. */
  readonly postalInvoices?: pulumi.Input<boolean> | undefined;
  /** Value-added tax identification number. If omitted: unchanged. */
  readonly vatID?: pulumi.Input<string> | undefined;
}

/**
 * The contact person of a customer: the contract partner, unless somebody else was named. It exists with the customer. Creating
 * the resource changes only what is declared, and destroying it changes nothing.
 *
 * @id the number of the customer
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * new hosting.ContactPerson("gardener", {
 *   customerNumber: 100001,
 *   firstName: "Erika",
 *   lastName: "Sommer",
 *   emailAddress: "erika@sommer.example",
 * });
 * ```
 */
export declare class ContactPerson extends pulumi.CustomResource {
  /** The type of the resources in URNs. Typed policies compare it. */
  static readonly __pulumiType: string;
  /** Whether a value is a resource of this class, also if another copy of this package created it. */
  static isInstance(value: unknown): value is ContactPerson;
  constructor(name: string, args: ContactPersonArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: ContactPersonArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** Customer that the contact belongs to. */
  readonly customerNumber: pulumi.Output<number>;
  /**
   * Form of address: `Herr`, `Frau`, `Mr.` or `Ms.`. Which of them the API accepts here is not documented. If omitted:
   * unchanged.
   */
  readonly salutation: pulumi.Output<"Divers" | "Frau" | "Herr" | "Mr." | "Ms." | undefined>;
  /** Academic title. If omitted: unchanged. */
  readonly title: pulumi.Output<string | undefined>;
  /** First name. If omitted: unchanged. */
  readonly firstName: pulumi.Output<string | undefined>;
  /** Last name. If omitted: unchanged. */
  readonly lastName: pulumi.Output<string | undefined>;
  /** Company. If omitted: unchanged. */
  readonly company: pulumi.Output<string | undefined>;
  /** Street without the house number. If omitted: unchanged. */
  readonly street: pulumi.Output<string | undefined>;
  /** House number. If omitted: unchanged. */
  readonly houseNumber: pulumi.Output<string | undefined>;
  /** Postal code, digits only. If omitted: unchanged. */
  readonly zip: pulumi.Output<string | undefined>;
  /** Town. If omitted: unchanged. */
  readonly city: pulumi.Output<string | undefined>;
  /** Country, as a two-letter code in upper or lower case. If omitted: unchanged. */
  readonly country: pulumi.Output<string | undefined>;
  /** Mail address. If omitted: unchanged. */
  readonly emailAddress: pulumi.Output<string | undefined>;
  /**
   * Telephone number: country code, area code and number, joined by hyphens, such as `+49-511-123456`. If omitted:
   * unchanged.
   */
  readonly phone: pulumi.Output<string | undefined>;
  /**
   * Value-added tax identification number. The provider never shows it again, so drift cannot be detected. Declare it if the
   * contact has one. If omitted: not sent, and whether that clears it is not documented.
   */
  readonly vat: pulumi.Output<string | undefined>;
}

/** Arguments of a {@link ContactPerson}. */
export interface ContactPersonArgs extends LifecycleArgs {
  /** Customer that the contact belongs to. */
  readonly customerNumber: pulumi.Input<number>;
  /**
   * Form of address: `Herr`, `Frau`, `Mr.` or `Ms.`. Which of them the API accepts here is not documented. If omitted:
   * unchanged.
   */
  readonly salutation?: pulumi.Input<"Divers" | "Frau" | "Herr" | "Mr." | "Ms."> | undefined;
  /** Academic title. If omitted: unchanged. */
  readonly title?: pulumi.Input<string> | undefined;
  /** First name. If omitted: unchanged. */
  readonly firstName?: pulumi.Input<string> | undefined;
  /** Last name. If omitted: unchanged. */
  readonly lastName?: pulumi.Input<string> | undefined;
  /** Company. If omitted: unchanged. */
  readonly company?: pulumi.Input<string> | undefined;
  /** Street without the house number. If omitted: unchanged. */
  readonly street?: pulumi.Input<string> | undefined;
  /** House number. If omitted: unchanged. */
  readonly houseNumber?: pulumi.Input<string> | undefined;
  /** Postal code, digits only. If omitted: unchanged. */
  readonly zip?: pulumi.Input<string> | undefined;
  /** Town. If omitted: unchanged. */
  readonly city?: pulumi.Input<string> | undefined;
  /** Country, as a two-letter code in upper or lower case. If omitted: unchanged. */
  readonly country?: pulumi.Input<string> | undefined;
  /** Mail address. If omitted: unchanged. */
  readonly emailAddress?: pulumi.Input<string> | undefined;
  /**
   * Telephone number: country code, area code and number, joined by hyphens, such as `+49-511-123456`. If omitted:
   * unchanged.
   */
  readonly phone?: pulumi.Input<string> | undefined;
  /**
   * Value-added tax identification number. The provider never shows it again, so drift cannot be detected. Declare it if the
   * contact has one. If omitted: not sent, and whether that clears it is not documented.
   */
  readonly vat?: pulumi.Input<string> | undefined;
}

/**
 * The partner in the contracts of a customer. It exists with the customer. Creating the resource changes only what is declared,
 * and destroying it changes nothing.
 *
 * @id the number of the customer
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * new hosting.ContractPartner("gardener", {
 *   customerNumber: 100001,
 *   company: "Sommer Gartenbau GmbH",
 *   street: "Beispielweg",
 *   houseNumber: "1",
 *   zip: "30159",
 *   city: "Hannover",
 * });
 * ```
 */
export declare class ContractPartner extends pulumi.CustomResource {
  /** The type of the resources in URNs. Typed policies compare it. */
  static readonly __pulumiType: string;
  /** Whether a value is a resource of this class, also if another copy of this package created it. */
  static isInstance(value: unknown): value is ContractPartner;
  constructor(name: string, args: ContractPartnerArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: ContractPartnerArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** Customer that the contact belongs to. */
  readonly customerNumber: pulumi.Output<number>;
  /**
   * Form of address: `Herr`, `Frau`, `Mr.` or `Ms.`. Which of them the API accepts here is not documented. If omitted:
   * unchanged.
   */
  readonly salutation: pulumi.Output<"Divers" | "Frau" | "Herr" | "Mr." | "Ms." | undefined>;
  /** Academic title. If omitted: unchanged. */
  readonly title: pulumi.Output<string | undefined>;
  /** First name. If omitted: unchanged. */
  readonly firstName: pulumi.Output<string | undefined>;
  /** Last name. If omitted: unchanged. */
  readonly lastName: pulumi.Output<string | undefined>;
  /** Company. If omitted: unchanged. */
  readonly company: pulumi.Output<string | undefined>;
  /** Street without the house number. If omitted: unchanged. */
  readonly street: pulumi.Output<string | undefined>;
  /** House number. If omitted: unchanged. */
  readonly houseNumber: pulumi.Output<string | undefined>;
  /** Postal code, digits only. If omitted: unchanged. */
  readonly zip: pulumi.Output<string | undefined>;
  /** Town. If omitted: unchanged. */
  readonly city: pulumi.Output<string | undefined>;
  /** Country, as a two-letter code in upper or lower case. If omitted: unchanged. */
  readonly country: pulumi.Output<string | undefined>;
  /** Mail address. If omitted: unchanged. */
  readonly emailAddress: pulumi.Output<string | undefined>;
  /**
   * Telephone number: country code, area code and number, joined by hyphens, such as `+49-511-123456`. If omitted:
   * unchanged.
   */
  readonly phone: pulumi.Output<string | undefined>;
  /**
   * Value-added tax identification number. The provider never shows it again, so drift cannot be detected. Declare it if the
   * contact has one. If omitted: not sent, and whether that clears it is not documented.
   */
  readonly vat: pulumi.Output<string | undefined>;
}

/** Arguments of a {@link ContractPartner}. */
export interface ContractPartnerArgs extends LifecycleArgs {
  /** Customer that the contact belongs to. */
  readonly customerNumber: pulumi.Input<number>;
  /**
   * Form of address: `Herr`, `Frau`, `Mr.` or `Ms.`. Which of them the API accepts here is not documented. If omitted:
   * unchanged.
   */
  readonly salutation?: pulumi.Input<"Divers" | "Frau" | "Herr" | "Mr." | "Ms."> | undefined;
  /** Academic title. If omitted: unchanged. */
  readonly title?: pulumi.Input<string> | undefined;
  /** First name. If omitted: unchanged. */
  readonly firstName?: pulumi.Input<string> | undefined;
  /** Last name. If omitted: unchanged. */
  readonly lastName?: pulumi.Input<string> | undefined;
  /** Company. If omitted: unchanged. */
  readonly company?: pulumi.Input<string> | undefined;
  /** Street without the house number. If omitted: unchanged. */
  readonly street?: pulumi.Input<string> | undefined;
  /** House number. If omitted: unchanged. */
  readonly houseNumber?: pulumi.Input<string> | undefined;
  /** Postal code, digits only. If omitted: unchanged. */
  readonly zip?: pulumi.Input<string> | undefined;
  /** Town. If omitted: unchanged. */
  readonly city?: pulumi.Input<string> | undefined;
  /** Country, as a two-letter code in upper or lower case. If omitted: unchanged. */
  readonly country?: pulumi.Input<string> | undefined;
  /** Mail address. If omitted: unchanged. */
  readonly emailAddress?: pulumi.Input<string> | undefined;
  /**
   * Telephone number: country code, area code and number, joined by hyphens, such as `+49-511-123456`. If omitted:
   * unchanged.
   */
  readonly phone?: pulumi.Input<string> | undefined;
  /**
   * Value-added tax identification number. The provider never shows it again, so drift cannot be detected. Declare it if the
   * contact has one. If omitted: not sent, and whether that clears it is not documented.
   */
  readonly vat?: pulumi.Input<string> | undefined;
}

/**
 * A domain of an account. Ordering it is billed for a year; deleting it cancels it. Protected unless `protect: false`.
 *
 * @remarks The API does not show the handles, target, price or expiry date of a domain, cannot change a domain, and offers no
 * choice of how it is cancelled. A registration continues after the creation, and also creates a subdomain `www`.
 * @id `accountIdentifier/domainIdentifier`, such as `p123456/example.de`
 * @key accountIdentifier, sld, tld
 * @change If its account is replaced too, the domain is cancelled first and ordered again, which fails while the name is registered. With
 * `domainNameTransfer` it would be transferred again: remove that argument before.
 * @deletion Cancels the domain. The provider refuses while a certificate or an Exchange mailbox depends on it. It may list the
 * domain until the cancellation takes effect, so the deletion does not wait until the domain is gone. Its subdomains are
 * deleted with it; one created by hand is not named.
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * const domain = new hosting.Domain("shop", { accountIdentifier: "p123456", sld: "example", tld: "de" });
 *
 * export const registryStatus = domain.registryStatus;
 * ```
 *
 * Transferring a domain that is registered elsewhere, with its transfer code:
 *
 * ```ts
 * import * as hosting from "pulumi-hosting";
 * import * as pulumi from "@pulumi/pulumi";
 *
 * const config = new pulumi.Config();
 *
 * new hosting.Domain("moved", {
 *   accountIdentifier: "p123456",
 *   sld: "example",
 *   tld: "de",
 *   domainNameTransfer: { authcode: config.requireSecret("authcode"), authInfoProcedure: 1 },
 * });
 * ```
 */
export declare class Domain extends pulumi.CustomResource {
  /** The type of the resources in URNs. Typed policies compare it. */
  static readonly __pulumiType: string;
  /** Whether a value is a resource of this class, also if another copy of this package created it. */
  static isInstance(value: unknown): value is Domain;
  constructor(name: string, args: DomainArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: DomainArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** Account of the domain, for resources inside it; known in every preview if the argument is. */
  readonly accountIdentifier: pulumi.Output<string>;
  /** Name below the top-level domain, such as `example`; in ASCII or Unicode. */
  readonly sld: pulumi.Output<string>;
  /** Top-level domain without a leading dot, such as `de`. */
  readonly tld: pulumi.Output<string>;
  /**
   * Owner and administrative contact of a new registration. The provider never shows them again, and the API cannot change
   * them; `adopt: true` neither checks nor sets them. Default: the provider's choice, which is not documented.
   */
  readonly handles: pulumi.Output<sdk.Handles | undefined>;
  /**
   * Transfers a domain that is registered elsewhere: `authcode` (kept as a secret) and `authInfoProcedure` (1 or 2). Used
   * only at creation. Default: a new registration.
   */
  readonly domainNameTransfer: pulumi.Output<sdk.DomainNameTransfer | undefined>;
  /** `true`: the domain stays registered elsewhere, and only its website is set up here. Default: `false`. */
  readonly external: pulumi.Output<boolean | undefined>;
  /**
   * Directory that an external domain serves. The provider never shows it again, and the API cannot change it. Default: the
   * provider's choice, which is not documented.
   */
  readonly target: pulumi.Output<string | undefined>;
  /** Full name, such as `example.de`, as the provider writes it. */
  readonly fullname: pulumi.Output<string>;
  /** Name, as the provider writes it. */
  readonly name: pulumi.Output<string>;
  /**
   * Status of the registration, which continues after the creation; an external domain has none. Its values are not
   * documented.
   */
  readonly registryStatus: pulumi.Output<string | undefined>;
  /** Full name of the domain, for resources inside it; known in every preview if the arguments are. */
  readonly domainIdentifier: pulumi.Output<string>;
}

/** Arguments of a {@link Domain}. */
export interface DomainArgs extends LifecycleArgs {
  /**
   * Account that the domain belongs to: `account.accountIdentifier`, or the name of an existing account. The API cannot move
   * a domain: changing the account but not the name fails the preview.
   */
  readonly accountIdentifier: pulumi.Input<string>;
  /** Name below the top-level domain, such as `example`; in ASCII or Unicode. */
  readonly sld: pulumi.Input<string>;
  /** Top-level domain without a leading dot, such as `de`. */
  readonly tld: pulumi.Input<string>;
  /**
   * Owner and administrative contact of a new registration. The provider never shows them again, and the API cannot change
   * them; `adopt: true` neither checks nor sets them. Default: the provider's choice, which is not documented.
   */
  readonly handles?: pulumi.Input<{
    /** Owner of the domain. */
    owner?: pulumi.Input<{
      /** Postal code. */
      zip: pulumi.Input<string>;
      /** First name. */
      firstName: pulumi.Input<string>;
      /** Last name. */
      lastName: pulumi.Input<string>;
      /** Form of address. */
      salutation: pulumi.Input<"Divers" | "Frau" | "Herr" | "Mr." | "Ms.">;
      /** Street without the house number. */
      street: pulumi.Input<string>;
      /** House number. */
      houseNumber: pulumi.Input<string>;
      /** Town. */
      city: pulumi.Input<string>;
      /** Mail address. */
      emailAddress: pulumi.Input<string>;
      /** Country, as a code of two letters (ISO 3166-1). */
      country: pulumi.Input<string>;
      /** Fax number. */
      fax?: pulumi.Input<string | undefined>;
      /** Academic title. */
      title?: pulumi.Input<string | undefined>;
      /** Company. */
      company?: pulumi.Input<string | undefined>;
    } | undefined>;
    /** Administrative contact. */
    admin?: pulumi.Input<{
      /** Postal code. */
      zip: pulumi.Input<string>;
      /** First name. */
      firstName: pulumi.Input<string>;
      /** Last name. */
      lastName: pulumi.Input<string>;
      /** Form of address. */
      salutation: pulumi.Input<"Divers" | "Frau" | "Herr" | "Mr." | "Ms.">;
      /** Street without the house number. */
      street: pulumi.Input<string>;
      /** House number. */
      houseNumber: pulumi.Input<string>;
      /** Town. */
      city: pulumi.Input<string>;
      /** Mail address. */
      emailAddress: pulumi.Input<string>;
      /** Country, as a code of two letters (ISO 3166-1). */
      country: pulumi.Input<string>;
      /** Fax number. */
      fax?: pulumi.Input<string | undefined>;
      /** Academic title. */
      title?: pulumi.Input<string | undefined>;
      /** Company. */
      company?: pulumi.Input<string | undefined>;
    } | undefined>;
  }> | undefined;
  /**
   * Transfers a domain that is registered elsewhere: `authcode` (kept as a secret) and `authInfoProcedure` (1 or 2). Used
   * only at creation. Default: a new registration.
   */
  readonly domainNameTransfer?: pulumi.Input<{
    /** Transfer code from the current registrar. */
    authcode?: pulumi.Input<string | undefined>;
    /** Transfer procedure: 1 for AuthInfo1, 2 for AuthInfo2. */
    authInfoProcedure?: pulumi.Input<1 | 2 | undefined>;
  }> | undefined;
  /** `true`: the domain stays registered elsewhere, and only its website is set up here. Default: `false`. */
  readonly external?: pulumi.Input<boolean> | undefined;
  /**
   * Directory that an external domain serves. The provider never shows it again, and the API cannot change it. Default: the
   * provider's choice, which is not documented.
   */
  readonly target?: pulumi.Input<string> | undefined;
}

/**
 * An address record for data-protection (GDPR) contracts. The API can neither change nor delete it.
 *
 * @remarks A change creates a new contact, and the old one stays.
 * @id the identifier that the provider assigns
 * @key type, name, street, houseNumber, zipCode, city, mail
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * const client = new hosting.GdprContact("gardener", {
 *   name: "Sommer Gartenbau GmbH",
 *   street: "Beispielweg",
 *   houseNumber: "1",
 *   zipCode: "30159",
 *   city: "Hannover",
 *   mail: "office@sommer.example",
 * });
 *
 * export const identifier = client.contactIdentifier;
 * ```
 */
export declare class GdprContact extends pulumi.CustomResource {
  /** The type of the resources in URNs. Typed policies compare it. */
  static readonly __pulumiType: string;
  /** Whether a value is a resource of this class, also if another copy of this package created it. */
  static isInstance(value: unknown): value is GdprContact;
  constructor(name: string, args: GdprContactArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: GdprContactArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** Name of the person or company. */
  readonly name: pulumi.Output<string>;
  /** Street without the house number. */
  readonly street: pulumi.Output<string>;
  /** House number. */
  readonly houseNumber: pulumi.Output<string>;
  /** Postal code. */
  readonly zipCode: pulumi.Output<string>;
  /** Town. */
  readonly city: pulumi.Output<string>;
  /** Mail address. */
  readonly mail: pulumi.Output<string>;
  /** Type of contact, as free text. Default: none. */
  readonly type: pulumi.Output<string | undefined>;
  /**
   * Identifier, which contracts take as `client` and `recipient`; also the id. The key under which the provider shows it is
   * not documented.
   */
  readonly contactIdentifier: pulumi.Output<string>;
  /** Time of creation. */
  readonly creationDate: pulumi.Output<string | undefined>;
}

/** Arguments of a {@link GdprContact}. */
export interface GdprContactArgs extends LifecycleArgs {
  /** Name of the person or company. */
  readonly name: pulumi.Input<string>;
  /** Street without the house number. */
  readonly street: pulumi.Input<string>;
  /** House number. */
  readonly houseNumber: pulumi.Input<string>;
  /** Postal code. */
  readonly zipCode: pulumi.Input<string>;
  /** Town. */
  readonly city: pulumi.Input<string>;
  /** Mail address. */
  readonly mail: pulumi.Input<string>;
  /** Type of contact, as free text. Default: none. */
  readonly type?: pulumi.Input<string> | undefined;
}

/**
 * A data-protection (GDPR) contract. Once concluded, it can be neither deleted nor replaced.
 *
 * @remarks Mailing and accepting a contract have legal effect, so the resource does neither: call `client.gdpr.mailContract` and
 * `client.gdpr.acceptContract`.
 * @id the identifier that the provider assigns
 * @key html, tom, client, recipient, isPartnerContract
 * @deletion Deleted unless it is concluded. A concluded contract stays at the provider for good: its deletion fails, and so does
 * the preview of a replacement.
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * new hosting.GdprContract("gardener", {
 *   html: "<h1>Data processing agreement</h1><p>The agency hosts the web site of the gardener.</p>",
 *   client: hosting.findGdprContactOutput({ name: "Sommer Gartenbau GmbH" }).identifier,
 *   recipient: hosting.findGdprContactOutput({ name: "Winter Agentur GmbH" }).identifier,
 *   tom: hosting.findGdprTomOutput({ contains: "Backups: daily" }).identifier,
 * });
 * ```
 */
export declare class GdprContract extends pulumi.CustomResource {
  /** The type of the resources in URNs. Typed policies compare it. */
  static readonly __pulumiType: string;
  /** Whether a value is a resource of this class, also if another copy of this package created it. */
  static isInstance(value: unknown): value is GdprContract;
  constructor(name: string, args: GdprContractArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: GdprContractArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** Text of the contract, as HTML. The provider may rewrite the HTML, so drift is any difference from its first answer. */
  readonly html: pulumi.Output<string>;
  /** Identifier of the technical and organisational measures (TOM). */
  readonly tom: pulumi.Output<string>;
  /** Identifier of the GDPR contact that is the principal. */
  readonly client: pulumi.Output<string>;
  /** Identifier of the GDPR contact that is the processor. */
  readonly recipient: pulumi.Output<string>;
  /** Whether it is a partner contract. Default: `false`. */
  readonly isPartnerContract: pulumi.Output<boolean | undefined>;
  /** Identifier; also the id. The key under which the provider shows it is not documented. */
  readonly contractIdentifier: pulumi.Output<string>;
  /** Time of creation. */
  readonly creationDate: pulumi.Output<string | undefined>;
  /** When the contract was accepted; absent until then. A concluded contract can be neither deleted nor replaced. */
  readonly confirmationDate: pulumi.Output<string | undefined>;
  /** When the contract was last mailed. */
  readonly sentDate: pulumi.Output<string | undefined>;
  /** Full name of the person who accepted it. */
  readonly contractSigner: pulumi.Output<string | undefined>;
}

/** Arguments of a {@link GdprContract}. */
export interface GdprContractArgs extends LifecycleArgs {
  /** Text of the contract, as HTML. The provider may rewrite the HTML, so drift is any difference from its first answer. */
  readonly html: pulumi.Input<string>;
  /** Identifier of the technical and organisational measures (TOM). */
  readonly tom: pulumi.Input<string>;
  /** Identifier of the GDPR contact that is the principal. */
  readonly client: pulumi.Input<string>;
  /** Identifier of the GDPR contact that is the processor. */
  readonly recipient: pulumi.Input<string>;
  /** Whether it is a partner contract. Default: `false`. */
  readonly isPartnerContract?: pulumi.Input<boolean> | undefined;
}

/**
 * A stored preset for GDPR contracts. The API can neither change nor delete it.
 *
 * @remarks A change creates a new preset, and the old one stays.
 * @id the identifier that the provider assigns
 * @key name, description, config
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * new hosting.GdprContractPreset("standard", {
 *   name: "Standard agreement",
 *   description: "What the agency agrees with every customer",
 *   config: { language: "en", sections: ["purpose", "measures", "processors"] },
 * });
 * ```
 */
export declare class GdprContractPreset extends pulumi.CustomResource {
  /** The type of the resources in URNs. Typed policies compare it. */
  static readonly __pulumiType: string;
  /** Whether a value is a resource of this class, also if another copy of this package created it. */
  static isInstance(value: unknown): value is GdprContractPreset;
  constructor(name: string, args: GdprContractPresetArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: GdprContractPresetArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** Name. Whether it must be unique is not known. */
  readonly name: pulumi.Output<string>;
  /** Description. Default: none. */
  readonly description: pulumi.Output<string | undefined>;
  /** Settings, in any structure. Default: none. */
  readonly config: pulumi.Output<Record<string, unknown> | undefined>;
  /** Identifier; also the id. The key under which the provider shows it is not documented. */
  readonly contractPresetIdentifier: pulumi.Output<string>;
  /** Time of creation. */
  readonly creationDate: pulumi.Output<string | undefined>;
}

/** Arguments of a {@link GdprContractPreset}. */
export interface GdprContractPresetArgs extends LifecycleArgs {
  /** Name. Whether it must be unique is not known. */
  readonly name: pulumi.Input<string>;
  /** Description. Default: none. */
  readonly description?: pulumi.Input<string> | undefined;
  /** Settings, in any structure. Default: none. */
  readonly config?: pulumi.Input<Record<string, pulumi.Input<unknown>>> | undefined;
}

/**
 * An uploaded PDF of a data-protection contract.
 *
 * @remarks The API cannot change a PDF. `client.gdpr.downloadPdf` reads its content back.
 * @id the identifier that the provider assigns
 * @key name
 * @deletion Deleted.
 * @example
 * ```ts
 * import { readFileSync } from "node:fs";
 * import * as hosting from "pulumi-hosting";
 *
 * new hosting.GdprPdf("agreement", { name: "agreement.pdf", pdf: readFileSync("agreement.pdf").toString("base64") });
 * ```
 */
export declare class GdprPdf extends pulumi.CustomResource {
  /** The type of the resources in URNs. Typed policies compare it. */
  static readonly __pulumiType: string;
  /** Whether a value is a resource of this class, also if another copy of this package created it. */
  static isInstance(value: unknown): value is GdprPdf;
  constructor(name: string, args: GdprPdfArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: GdprPdfArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** Name of the file. Whether it must be unique is not known. */
  readonly name: pulumi.Output<string>;
  /**
   * The PDF in Base64, for example `fs.readFileSync("contract.pdf").toString("base64")`. It is kept in the state and not
   * compared with the provider's copy. Base64 is inferred: it is the only workable interpretation of the API's description.
   */
  readonly pdf: pulumi.Output<string>;
  /** Identifier; also the id. The key under which the provider shows it is not documented. */
  readonly pdfIdentifier: pulumi.Output<string>;
  /** Time of creation. */
  readonly creationDate: pulumi.Output<string | undefined>;
}

/** Arguments of a {@link GdprPdf}. */
export interface GdprPdfArgs extends LifecycleArgs {
  /** Name of the file. Whether it must be unique is not known. */
  readonly name: pulumi.Input<string>;
  /**
   * The PDF in Base64, for example `fs.readFileSync("contract.pdf").toString("base64")`. It is kept in the state and not
   * compared with the provider's copy. Base64 is inferred: it is the only workable interpretation of the API's description.
   */
  readonly pdf: pulumi.Input<string>;
}

/**
 * Technical and organisational measures (TOM) for GDPR contracts. The API can neither change nor delete them.
 *
 * @remarks A change creates a new TOM, and the old one stays.
 * @id the identifier that the provider assigns
 * @key content
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * const measures = new hosting.GdprTom("standard", { content: "Backups: daily. Access: by key only." });
 *
 * export const identifier = measures.tomIdentifier;
 * ```
 */
export declare class GdprTom extends pulumi.CustomResource {
  /** The type of the resources in URNs. Typed policies compare it. */
  static readonly __pulumiType: string;
  /** Whether a value is a resource of this class, also if another copy of this package created it. */
  static isInstance(value: unknown): value is GdprTom;
  constructor(name: string, args: GdprTomArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: GdprTomArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** The measures, as text. The provider may rewrite the text, so drift is any difference from its first answer. */
  readonly content: pulumi.Output<string>;
  /** Identifier, which contracts take as `tom`; also the id. The key under which the provider shows it is not documented. */
  readonly tomIdentifier: pulumi.Output<string>;
  /** Time of creation. */
  readonly creationDate: pulumi.Output<string | undefined>;
}

/** Arguments of a {@link GdprTom}. */
export interface GdprTomArgs extends LifecycleArgs {
  /** The measures, as text. The provider may rewrite the text, so drift is any difference from its first answer. */
  readonly content: pulumi.Input<string>;
}

/**
 * How a customer pays. The settings exist with the customer. Creating the resource changes only what is declared, and destroying
 * it changes nothing.
 *
 * @id the number of the customer
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 * import * as pulumi from "@pulumi/pulumi";
 *
 * const config = new pulumi.Config();
 *
 * // `iban` stands for the names that the provider shows; none of them is documented.
 * new hosting.PaymentSettings("gardener", {
 *   customerNumber: 100001,
 *   settings: { iban: config.requireSecret("iban") },
 * });
 * ```
 */
export declare class PaymentSettings extends pulumi.CustomResource {
  /** The type of the resources in URNs. Typed policies compare it. */
  static readonly __pulumiType: string;
  /** Whether a value is a resource of this class, also if another copy of this package created it. */
  static isInstance(value: unknown): value is PaymentSettings;
  constructor(name: string, args: PaymentSettingsArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: PaymentSettingsArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** Customer that the settings belong to. */
  readonly customerNumber: pulumi.Output<number>;
  /**
   * The settings by name, such as bank details; each value is kept as a secret. The names are not documented, so they are
   * not checked before they are sent. Omitted members are unchanged. Drift is detected only in declared members that the
   * provider shows.
   */
  readonly settings: pulumi.Output<Record<string, unknown>>;
}

/** Arguments of {@link PaymentSettings}. */
export interface PaymentSettingsArgs extends LifecycleArgs {
  /** Customer that the settings belong to. */
  readonly customerNumber: pulumi.Input<number>;
  /**
   * The settings by name, such as bank details; each value is kept as a secret. The names are not documented, so they are
   * not checked before they are sent. Omitted members are unchanged. Drift is detected only in declared members that the
   * provider shows.
   */
  readonly settings: pulumi.Input<Record<string, pulumi.Input<unknown>>>;
}

/**
 * A subdomain. The API has no documented way to delete a single subdomain: declare `deletedWith: domain`, or see
 * `hosting:subdomainDeletion`.
 *
 * @remarks A `www` is created with every domain, and is adopted without `adopt: true` if it is as declared. Any change would
 * have to delete the subdomain first: if deletions are refused and its domain stays, the change fails the preview. If the same
 * run replaces or removes the domain, or replaces its account, the subdomain is deleted with it.
 * @id `accountIdentifier/domainIdentifier/name`, such as `p123456/example.de/blog`
 * @key accountIdentifier, domainIdentifier, name
 * @deletion Refused by default, because the API has no documented way to delete a single subdomain. With `deletedWith: domain` it is deleted
 * with its domain, and no call is needed. With `hosting:subdomainDeletion` set to `body`, the name is sent in the request body,
 * and the subdomains are listed before and after. If this interpretation of the API is wrong, other subdomains may be deleted
 * too: the run then fails and names them, but does not restore them.
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * const domain = new hosting.Domain("shop", { accountIdentifier: "p123456", sld: "example", tld: "de" });
 *
 * new hosting.Subdomain(
 *   "blog",
 *   {
 *     accountIdentifier: domain.accountIdentifier,
 *     domainIdentifier: domain.domainIdentifier,
 *     name: "blog",
 *     target: "/blog",
 *   },
 *   { deletedWith: domain },
 * );
 * ```
 */
export declare class Subdomain extends pulumi.CustomResource {
  /** The type of the resources in URNs. Typed policies compare it. */
  static readonly __pulumiType: string;
  /** Whether a value is a resource of this class, also if another copy of this package created it. */
  static isInstance(value: unknown): value is Subdomain;
  constructor(name: string, args: SubdomainArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: SubdomainArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** Account of the domain: `domain.accountIdentifier`, or the name of an existing account. */
  readonly accountIdentifier: pulumi.Output<string>;
  /** Full name of the domain: `domain.domainIdentifier`, or the name of an existing domain. */
  readonly domainIdentifier: pulumi.Output<string>;
  /** Labels below the domain, such as `blog`. */
  readonly name: pulumi.Output<string>;
  /**
   * Directory that the subdomain serves. Default: the provider's choice, which is not documented; removing it later keeps
   * the current value. Kept as a secret if it is an address that holds a login, a query or a token.
   */
  readonly target: pulumi.Output<string | undefined>;
  /** Number assigned by the provider. No operation takes it. */
  readonly uid: pulumi.Output<number | undefined>;
  /** Full host name. */
  readonly fullName: pulumi.Output<string | undefined>;
}

/** Arguments of a {@link Subdomain}. */
export interface SubdomainArgs extends LifecycleArgs {
  /** Account of the domain: `domain.accountIdentifier`, or the name of an existing account. */
  readonly accountIdentifier: pulumi.Input<string>;
  /** Full name of the domain: `domain.domainIdentifier`, or the name of an existing domain. */
  readonly domainIdentifier: pulumi.Input<string>;
  /** Labels below the domain, such as `blog`. */
  readonly name: pulumi.Input<string>;
  /**
   * Directory that the subdomain serves. Default: the provider's choice, which is not documented; removing it later keeps
   * the current value. Kept as a secret if it is an address that holds a login, a query or a token.
   */
  readonly target?: pulumi.Input<string> | undefined;
}

/**
 * A web-hosting account of a customer. It is billed, and deleting it destroys everything that it hosts. Protected unless
 * `protect: false`.
 *
 * @remarks The API cannot change a virtual account, and its statuses are not documented. Ordinary accounts, which it can neither
 * create, change nor delete, can only be read: `hosting.getAccount` takes their name, and `hosting.findAccount` finds one of a customer.
 * @id `customerNumber/name`, such as `100001/p123456`
 * @key customerNumber, virtualName
 * @deletion Permanently destroys the account with its website and data. Fails while it contains a domain that the same run does not delete, whoever
 * has it, unless the state says `forceDestroy`. A replacement fails while it contains any domain.
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 * import * as pulumi from "@pulumi/pulumi";
 *
 * const config = new pulumi.Config();
 *
 * const account = new hosting.VirtualAccount("gardener", {
 *   customerNumber: 100001,
 *   virtualName: "gardener-web",
 *   description: "Website of the gardener",
 *   articleNumber: config.requireNumber("articleNumber"),
 *   password: config.requireSecret("accountPassword"),
 * });
 *
 * export const accountIdentifier = account.accountIdentifier;
 * ```
 */
export declare class VirtualAccount extends pulumi.CustomResource {
  /** The type of the resources in URNs. Typed policies compare it. */
  static readonly __pulumiType: string;
  /** Whether a value is a resource of this class, also if another copy of this package created it. */
  static isInstance(value: unknown): value is VirtualAccount;
  constructor(name: string, args: VirtualAccountArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: VirtualAccountArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** Customer that gets the account. A change orders a new account in place of the old one. */
  readonly customerNumber: pulumi.Output<number>;
  /**
   * Alias of the login; tells the virtual accounts of a customer apart. A change orders a new account in place of the old
   * one.
   */
  readonly virtualName: pulumi.Output<string>;
  /** Description. The API cannot change it: change it at the provider. */
  readonly description: pulumi.Output<string>;
  /** Article to order. The API cannot change it: change the tariff at the provider. */
  readonly articleNumber: pulumi.Output<number>;
  /**
   * Password of the account, at most 1024 characters; kept as a secret. The provider never shows it again, and the API
   * cannot change it. If the provider answers the creation with a password of its own, the output holds that one. If
   * omitted: a new account is refused, and an existing one, which `adopt: true` adopts, keeps its password.
   */
  readonly password: pulumi.Output<string | undefined>;
  /**
   * Whether the account may be deleted or replaced while it contains domains that the same run does not delete; they are
   * deleted with it. Counts once an `up` has recorded it. Default: `false`.
   */
  readonly forceDestroy: pulumi.Output<boolean | undefined>;
  /** Number assigned by the provider. */
  readonly uid: pulumi.Output<number | undefined>;
  /** Name of the account, such as `p123456`. */
  readonly name: pulumi.Output<string | undefined>;
  /** Name of the account, for resources inside it; known in every preview once the account is in the state. */
  readonly accountIdentifier: pulumi.Output<string>;
}

/** Arguments of a {@link VirtualAccount}. */
export interface VirtualAccountArgs extends LifecycleArgs {
  /** Customer that gets the account. A change orders a new account in place of the old one. */
  readonly customerNumber: pulumi.Input<number>;
  /**
   * Alias of the login; tells the virtual accounts of a customer apart. A change orders a new account in place of the old
   * one.
   */
  readonly virtualName: pulumi.Input<string>;
  /** Description. The API cannot change it: change it at the provider. */
  readonly description: pulumi.Input<string>;
  /** Article to order. The API cannot change it: change the tariff at the provider. */
  readonly articleNumber: pulumi.Input<number>;
  /**
   * Password of the account, at most 1024 characters; kept as a secret. The provider never shows it again, and the API
   * cannot change it. If the provider answers the creation with a password of its own, the output holds that one. If
   * omitted: a new account is refused, and an existing one, which `adopt: true` adopts, keeps its password.
   */
  readonly password?: pulumi.Input<string> | undefined;
  /**
   * Whether the account may be deleted or replaced while it contains domains that the same run does not delete; they are
   * deleted with it. Counts once an `up` has recorded it. Default: `false`.
   */
  readonly forceDestroy?: pulumi.Input<boolean> | undefined;
}

/**
 * An HTTP call that the provider makes when an event occurs.
 *
 * @remarks The API has no other event, no test call, no log of past calls and no way to pause a webhook.
 * @id its `uid`
 * @key eventType, method, url, headers, parameters
 * @adopted eventType, method, url
 * @deletion Deleted; nothing else depends on it.
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 * import * as pulumi from "@pulumi/pulumi";
 *
 * const config = new pulumi.Config();
 *
 * const registration = new hosting.Webhook("registration", {
 *   eventType: "DOMAIN_REGISTRATION_STATUS",
 *   method: "POST",
 *   url: "https://agency.example/hooks/registration",
 *   headers: { Authorization: config.requireSecret("hookToken") },
 * });
 * ```
 */
export declare class Webhook extends pulumi.CustomResource {
  /** The type of the resources in URNs. Typed policies compare it. */
  static readonly __pulumiType: string;
  /** Whether a value is a resource of this class, also if another copy of this package created it. */
  static isInstance(value: unknown): value is Webhook;
  constructor(name: string, args: WebhookArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: WebhookArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** Event that triggers the call. The API knows only `DOMAIN_REGISTRATION_STATUS`. */
  readonly eventType: pulumi.Output<"DOMAIN_REGISTRATION_STATUS">;
  /** HTTP method of the call: `GET`, `POST`, `PUT`, `DELETE` or `PATCH`. */
  readonly method: pulumi.Output<"DELETE" | "GET" | "PATCH" | "POST" | "PUT">;
  /**
   * Address to call, `https://…` or `http://…`. Kept as a secret if it holds a login, a query or a token, as those of chat
   * services do.
   */
  readonly url: pulumi.Output<string>;
  /** Header fields of the call, by name. Each value is kept as a secret. Default: none; omitting it removes existing ones. */
  readonly headers: pulumi.Output<Record<string, string> | undefined>;
  /**
   * One parameter of the call: `key` and `value`; the value is kept as a secret. Default: none; omitting it removes an
   * existing one.
   */
  readonly parameters: pulumi.Output<{
    /** Name of the parameter. */
    key?: string | undefined;
    /** Value of the parameter. */
    value?: string | undefined;
  } | undefined>;
  /** Identifier assigned by the provider; also the id. */
  readonly uid: pulumi.Output<string>;
}

/** Arguments of a {@link Webhook}. */
export interface WebhookArgs extends LifecycleArgs {
  /** Event that triggers the call. The API knows only `DOMAIN_REGISTRATION_STATUS`. */
  readonly eventType: pulumi.Input<"DOMAIN_REGISTRATION_STATUS">;
  /** HTTP method of the call: `GET`, `POST`, `PUT`, `DELETE` or `PATCH`. */
  readonly method: pulumi.Input<"DELETE" | "GET" | "PATCH" | "POST" | "PUT">;
  /**
   * Address to call, `https://…` or `http://…`. Kept as a secret if it holds a login, a query or a token, as those of chat
   * services do.
   */
  readonly url: pulumi.Input<string>;
  /** Header fields of the call, by name. Each value is kept as a secret. Default: none; omitting it removes existing ones. */
  readonly headers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
  /**
   * One parameter of the call: `key` and `value`; the value is kept as a secret. Default: none; omitting it removes an
   * existing one.
   */
  readonly parameters?: pulumi.Input<{
    /** Name of the parameter. */
    key?: pulumi.Input<string | undefined>;
    /** Value of the parameter. */
    value?: pulumi.Input<string | undefined>;
  }> | undefined;
}

/** List created application tokens: `GET /v1/authentication/tokens`. */
export declare function listApplicationTokens(input?: object, options?: LookupOptions): Promise<sdk.ApplicationToken[]>;

/** As {@link listApplicationTokens}, for inputs that are outputs. */
export declare function listApplicationTokensOutput(input?: object, options?: LookupOptions): pulumi.Output<sdk.ApplicationToken[]>;

/** Read an account: `GET /v1/accounts/{accountIdentifier}`. */
export declare function getAccount(input: {
  readonly accountIdentifier: string;
}, options?: LookupOptions): Promise<sdk.Account>;

/** As {@link getAccount}, for inputs that are outputs. */
export declare function getAccountOutput(input: {
  readonly accountIdentifier: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<sdk.Account>;

/** Read the accounts of a customer: `GET /v1/customers/{customerNumber}/accounts`. */
export declare function listCustomerAccounts(input: {
  readonly customerNumber: number;
  /** Include accounts that the customer shares but does not own; default false. */
  readonly advised?: boolean | undefined;
  /** Include accounts that the customer owns; default true. */
  readonly owned?: boolean | undefined;
  /** Names of the members to answer with, separated by commas; default all. */
  readonly fields?: string | undefined;
}, options?: LookupOptions): Promise<sdk.ListedAccount[]>;

/** As {@link listCustomerAccounts}, for inputs that are outputs. */
export declare function listCustomerAccountsOutput(input: {
  readonly customerNumber: pulumi.Input<number>;
  /** Include accounts that the customer shares but does not own; default false. */
  readonly advised?: pulumi.Input<boolean | undefined> | undefined;
  /** Include accounts that the customer owns; default true. */
  readonly owned?: pulumi.Input<boolean | undefined> | undefined;
  /** Names of the members to answer with, separated by commas; default all. */
  readonly fields?: pulumi.Input<string | undefined> | undefined;
}, options?: LookupOptions): pulumi.Output<sdk.ListedAccount[]>;

/** Read software installations of an account: `GET /v1/accounts/{accountIdentifier}/installations`. */
export declare function listAccountInstallations(input: {
  readonly accountIdentifier: string;
  /** Only the installation in this directory. */
  readonly installPath?: string | undefined;
}, options?: LookupOptions): Promise<sdk.SoftwareInstallation[]>;

/** As {@link listAccountInstallations}, for inputs that are outputs. */
export declare function listAccountInstallationsOutput(input: {
  readonly accountIdentifier: pulumi.Input<string>;
  /** Only the installation in this directory. */
  readonly installPath?: pulumi.Input<string | undefined> | undefined;
}, options?: LookupOptions): pulumi.Output<sdk.SoftwareInstallation[]>;

/** List virtual accounts: `GET /v1/customers/{customerNumber}/virtualaccounts`. */
export declare function listVirtualAccounts(input: {
  readonly customerNumber: number;
}, options?: LookupOptions): Promise<sdk.VirtualAccount[]>;

/** As {@link listVirtualAccounts}, for inputs that are outputs. */
export declare function listVirtualAccountsOutput(input: {
  readonly customerNumber: pulumi.Input<number>;
}, options?: LookupOptions): pulumi.Output<sdk.VirtualAccount[]>;

/** Read a reseller: `GET /v1/resellers/{resellerIdentifier}`. */
export declare function getReseller(input: {
  readonly resellerIdentifier: string;
}, options?: LookupOptions): Promise<sdk.Reseller>;

/** As {@link getReseller}, for inputs that are outputs. */
export declare function getResellerOutput(input: {
  readonly resellerIdentifier: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<sdk.Reseller>;

/** List database types: `GET /v1/databasetypes`. */
export declare function listDatabaseTypes(input?: object, options?: LookupOptions): Promise<sdk.DatabaseType[]>;

/** As {@link listDatabaseTypes}, for inputs that are outputs. */
export declare function listDatabaseTypesOutput(input?: object, options?: LookupOptions): pulumi.Output<sdk.DatabaseType[]>;

/** List domains of an account: `GET /v1/accounts/{accountIdentifier}/domains`. */
export declare function listDomains(input: {
  readonly accountIdentifier: string;
}, options?: LookupOptions): Promise<sdk.Domain[]>;

/** As {@link listDomains}, for inputs that are outputs. */
export declare function listDomainsOutput(input: {
  readonly accountIdentifier: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<sdk.Domain[]>;

/** Read the transfer auth code of a domain: `GET /v1/accounts/{accountIdentifier}/domains/{domainIdentifier}/authcode`. */
export declare function getDomainAuthCode(input: {
  readonly accountIdentifier: string;
  readonly domainIdentifier: string;
}, options?: LookupOptions): Promise<sdk.DomainAuthCode>;

/** As {@link getDomainAuthCode}, for inputs that are outputs. */
export declare function getDomainAuthCodeOutput(input: {
  readonly accountIdentifier: pulumi.Input<string>;
  readonly domainIdentifier: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<sdk.DomainAuthCode>;

/** Check availability of a domain: `POST /v1/domains/{domainIdentifier}/actions/check`. */
export declare function checkDomain(input: {
  readonly domainIdentifier: string;
}, options?: LookupOptions): Promise<"available" | "taken">;

/** As {@link checkDomain}, for inputs that are outputs. */
export declare function checkDomainOutput(input: {
  readonly domainIdentifier: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<"available" | "taken">;

/** List subdomains: `GET /v1/accounts/{accountIdentifier}/domains/{domainIdentifier}/subdomains`. */
export declare function listSubdomains(input: {
  readonly accountIdentifier: string;
  readonly domainIdentifier: string;
}, options?: LookupOptions): Promise<sdk.Subdomain[]>;

/** As {@link listSubdomains}, for inputs that are outputs. */
export declare function listSubdomainsOutput(input: {
  readonly accountIdentifier: pulumi.Input<string>;
  readonly domainIdentifier: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<sdk.Subdomain[]>;

/** List top-level domains: `GET /v1/topleveldomains`. */
export declare function listTopLevelDomains(input?: object, options?: LookupOptions): Promise<sdk.TopLevelDomain[]>;

/** As {@link listTopLevelDomains}, for inputs that are outputs. */
export declare function listTopLevelDomainsOutput(input?: object, options?: LookupOptions): pulumi.Output<sdk.TopLevelDomain[]>;

/** Read a top-level domain: `GET /v1/topleveldomains/{topLevelDomainIdentifier}`. */
export declare function getTopLevelDomain(input: {
  readonly topLevelDomainIdentifier: string;
  /** Names of the members to answer with, separated by commas; default all. */
  readonly fields?: string | undefined;
}, options?: LookupOptions): Promise<sdk.TopLevelDomain>;

/** As {@link getTopLevelDomain}, for inputs that are outputs. */
export declare function getTopLevelDomainOutput(input: {
  readonly topLevelDomainIdentifier: pulumi.Input<string>;
  /** Names of the members to answer with, separated by commas; default all. */
  readonly fields?: pulumi.Input<string | undefined> | undefined;
}, options?: LookupOptions): pulumi.Output<sdk.TopLevelDomain>;

/** List mail addresses of an account: `GET /v1/accounts/{accountIdentifier}/mailaddresses`. */
export declare function listMailAddresses(input: {
  readonly accountIdentifier: string;
}, options?: LookupOptions): Promise<sdk.MailAddress[]>;

/** As {@link listMailAddresses}, for inputs that are outputs. */
export declare function listMailAddressesOutput(input: {
  readonly accountIdentifier: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<sdk.MailAddress[]>;

/** List supported software: `GET /v1/software`. */
export declare function listSoftware(input?: object, options?: LookupOptions): Promise<sdk.Software[]>;

/** As {@link listSoftware}, for inputs that are outputs. */
export declare function listSoftwareOutput(input?: object, options?: LookupOptions): pulumi.Output<sdk.Software[]>;

/** Read an installation: `GET /v1/installations/{installationIdentifier}`. */
export declare function getInstallation(input: {
  readonly installationIdentifier: string;
}, options?: LookupOptions): Promise<sdk.SoftwareInstallation>;

/** As {@link getInstallation}, for inputs that are outputs. */
export declare function getInstallationOutput(input: {
  readonly installationIdentifier: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<sdk.SoftwareInstallation>;

/** List extensions of an installation: `GET /v1/installations/{installationIdentifier}/extensions`. */
export declare function listInstallationExtensions(input: {
  readonly installationIdentifier: string;
}, options?: LookupOptions): Promise<sdk.SoftwareExtension[]>;

/** As {@link listInstallationExtensions}, for inputs that are outputs. */
export declare function listInstallationExtensionsOutput(input: {
  readonly installationIdentifier: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<sdk.SoftwareExtension[]>;

/** List customer categories: `GET /v1/customercategories`. */
export declare function listCustomerCategories(input?: object, options?: LookupOptions): Promise<sdk.CustomerCategory[]>;

/** As {@link listCustomerCategories}, for inputs that are outputs. */
export declare function listCustomerCategoriesOutput(input?: object, options?: LookupOptions): pulumi.Output<sdk.CustomerCategory[]>;

/** Details of the current customer: `GET /v1/customer`. */
export declare function getCurrentCustomer(input?: object, options?: LookupOptions): Promise<sdk.Customer>;

/** As {@link getCurrentCustomer}, for inputs that are outputs. */
export declare function getCurrentCustomerOutput(input?: object, options?: LookupOptions): pulumi.Output<sdk.Customer>;

/** Customer details: `GET /v1/customers/{customerNumber}`. */
export declare function getCustomer(input: {
  readonly customerNumber: number;
}, options?: LookupOptions): Promise<sdk.Customer>;

/** As {@link getCustomer}, for inputs that are outputs. */
export declare function getCustomerOutput(input: {
  readonly customerNumber: pulumi.Input<number>;
}, options?: LookupOptions): pulumi.Output<sdk.Customer>;

/** Read contact person: `GET /v1/customers/{customerNumber}/contactperson`. */
export declare function getContactPerson(input: {
  readonly customerNumber: number;
}, options?: LookupOptions): Promise<sdk.CustomerPartner>;

/** As {@link getContactPerson}, for inputs that are outputs. */
export declare function getContactPersonOutput(input: {
  readonly customerNumber: pulumi.Input<number>;
}, options?: LookupOptions): pulumi.Output<sdk.CustomerPartner>;

/** Read contract partner: `GET /v1/customers/{customerNumber}/contractpartner`. */
export declare function getContractPartner(input: {
  readonly customerNumber: number;
}, options?: LookupOptions): Promise<sdk.CustomerPartner>;

/** As {@link getContractPartner}, for inputs that are outputs. */
export declare function getContractPartnerOutput(input: {
  readonly customerNumber: pulumi.Input<number>;
}, options?: LookupOptions): pulumi.Output<sdk.CustomerPartner>;

/** Read billing recipient: `GET /v1/customers/{customerNumber}/billingrecipient`. */
export declare function getBillingRecipient(input: {
  readonly customerNumber: number;
}, options?: LookupOptions): Promise<sdk.CustomerPartner>;

/** As {@link getBillingRecipient}, for inputs that are outputs. */
export declare function getBillingRecipientOutput(input: {
  readonly customerNumber: pulumi.Input<number>;
}, options?: LookupOptions): pulumi.Output<sdk.CustomerPartner>;

/** Read billing settings: `GET /v1/customers/{customerNumber}/billingsettings`. */
export declare function getBillingSettings(input: {
  readonly customerNumber: number;
}, options?: LookupOptions): Promise<sdk.CustomerBillingSettings>;

/** As {@link getBillingSettings}, for inputs that are outputs. */
export declare function getBillingSettingsOutput(input: {
  readonly customerNumber: pulumi.Input<number>;
}, options?: LookupOptions): pulumi.Output<sdk.CustomerBillingSettings>;

/** Read payment settings: `GET /v1/customers/{customerNumber}/paymentsettings`. */
export declare function getPaymentSettings(input: {
  readonly customerNumber: number;
}, options?: LookupOptions): Promise<sdk.CustomerPaymentSettings>;

/** As {@link getPaymentSettings}, for inputs that are outputs. */
export declare function getPaymentSettingsOutput(input: {
  readonly customerNumber: pulumi.Input<number>;
}, options?: LookupOptions): pulumi.Output<sdk.CustomerPaymentSettings>;

/** Details of a booked benefit: `GET /v1/customers/{customerNumber}/benefits/{benefit}`. */
export declare function getBenefit(input: {
  readonly customerNumber: number;
  readonly benefit: string;
}, options?: LookupOptions): Promise<sdk.CustomerBenefit[]>;

/** As {@link getBenefit}, for inputs that are outputs. */
export declare function getBenefitOutput(input: {
  readonly customerNumber: pulumi.Input<number>;
  readonly benefit: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<sdk.CustomerBenefit[]>;

/** List invoices of a customer: `GET /v1/customers/{customerNumber}/invoices`. */
export declare function listInvoices(input: {
  readonly customerNumber: number;
}, options?: LookupOptions): Promise<sdk.Invoice[]>;

/** As {@link listInvoices}, for inputs that are outputs. */
export declare function listInvoicesOutput(input: {
  readonly customerNumber: pulumi.Input<number>;
}, options?: LookupOptions): pulumi.Output<sdk.Invoice[]>;

/** Read an invoice: `GET /v1/invoices/{invoiceNumber}`. */
export declare function getInvoice(input: {
  readonly invoiceNumber: string;
}, options?: LookupOptions): Promise<sdk.Invoice>;

/** As {@link getInvoice}, for inputs that are outputs. */
export declare function getInvoiceOutput(input: {
  readonly invoiceNumber: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<sdk.Invoice>;

/** List payment receipts of an invoice: `GET /v1/invoices/{invoiceNumber}/paymentreceipts`. */
export declare function listPaymentReceipts(input: {
  readonly invoiceNumber: string;
}, options?: LookupOptions): Promise<sdk.PaymentReceipt[]>;

/** As {@link listPaymentReceipts}, for inputs that are outputs. */
export declare function listPaymentReceiptsOutput(input: {
  readonly invoiceNumber: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<sdk.PaymentReceipt[]>;

/** List contracts: `GET /v1/customers/{customerNumber}/contracts`. */
export declare function listContracts(input: {
  readonly customerNumber: number;
}, options?: LookupOptions): Promise<sdk.Contract[]>;

/** As {@link listContracts}, for inputs that are outputs. */
export declare function listContractsOutput(input: {
  readonly customerNumber: pulumi.Input<number>;
}, options?: LookupOptions): pulumi.Output<sdk.Contract[]>;

/** List contracts currently in the cancellation process: `GET /v1/customers/{customerNumber}/cancelledcontracts`. */
export declare function listCancelledContracts(input: {
  readonly customerNumber: number;
}, options?: LookupOptions): Promise<sdk.Contract[]>;

/** As {@link listCancelledContracts}, for inputs that are outputs. */
export declare function listCancelledContractsOutput(input: {
  readonly customerNumber: pulumi.Input<number>;
}, options?: LookupOptions): pulumi.Output<sdk.Contract[]>;

/** Read a cart: `GET /v1/carts/{cartIdentifier}`. */
export declare function getCart(input: {
  readonly cartIdentifier: string;
}, options?: LookupOptions): Promise<sdk.Cart>;

/** As {@link getCart}, for inputs that are outputs. */
export declare function getCartOutput(input: {
  readonly cartIdentifier: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<sdk.Cart>;

/** Search articles: `GET /v1/articles`. */
export declare function searchArticles(input?: {
  /** Only the articles with these numbers, separated by commas. */
  readonly articles?: string | undefined;
  /** Names of the members to answer with, separated by commas; default all. */
  readonly fields?: string | undefined;
}, options?: LookupOptions): Promise<sdk.Article[]>;

/** As {@link searchArticles}, for inputs that are outputs. */
export declare function searchArticlesOutput(input?: {
  /** Only the articles with these numbers, separated by commas. */
  readonly articles?: pulumi.Input<string | undefined> | undefined;
  /** Names of the members to answer with, separated by commas; default all. */
  readonly fields?: pulumi.Input<string | undefined> | undefined;
}, options?: LookupOptions): pulumi.Output<sdk.Article[]>;

/** Article details: `GET /v1/articles/{articleNumber}`. */
export declare function getArticle(input: {
  readonly articleNumber: string;
  /** Names of the members to answer with, separated by commas; default all. */
  readonly fields?: string | undefined;
}, options?: LookupOptions): Promise<sdk.Article>;

/** As {@link getArticle}, for inputs that are outputs. */
export declare function getArticleOutput(input: {
  readonly articleNumber: pulumi.Input<string>;
  /** Names of the members to answer with, separated by commas; default all. */
  readonly fields?: pulumi.Input<string | undefined> | undefined;
}, options?: LookupOptions): pulumi.Output<sdk.Article>;

/** Article upgrades: `GET /v1/articles/{articleNumber}/upgrades`. */
export declare function listArticleUpgrades(input: {
  readonly articleNumber: string;
}, options?: LookupOptions): Promise<sdk.ArticleUpgradeOption[]>;

/** As {@link listArticleUpgrades}, for inputs that are outputs. */
export declare function listArticleUpgradesOutput(input: {
  readonly articleNumber: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<sdk.ArticleUpgradeOption[]>;

/** Cross-selling options: `GET /v1/articles/{articleNumber}/cross-selling`. */
export declare function listCrossSellingOptions(input: {
  readonly articleNumber: string;
}, options?: LookupOptions): Promise<ArticleOption[]>;

/** As {@link listCrossSellingOptions}, for inputs that are outputs. */
export declare function listCrossSellingOptionsOutput(input: {
  readonly articleNumber: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<ArticleOption[]>;

/** Read a promotion code: `GET /v1/promotioncodes/{promotionCode}`. */
export declare function getPromotionCode(input: {
  readonly promotionCode: string;
}, options?: LookupOptions): Promise<unknown>;

/** As {@link getPromotionCode}, for inputs that are outputs. */
export declare function getPromotionCodeOutput(input: {
  readonly promotionCode: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<unknown>;

/** Validate a promotion code: `POST /v1/promotioncodes/{promotionCode}/actions/validate`. */
export declare function validatePromotionCode(input: {
  readonly promotionCode: string;
  /** Articles that the code will be used for. */
  readonly articles?: sdk.ArticleReference[] | undefined;
  /** Whether they will be billed monthly. */
  readonly monthly?: boolean | undefined;
}, options?: LookupOptions): Promise<"valid" | "invalid">;

/** As {@link validatePromotionCode}, for inputs that are outputs. */
export declare function validatePromotionCodeOutput(input: {
  readonly promotionCode: pulumi.Input<string>;
  /** Articles that the code will be used for. */
  readonly articles?: pulumi.Input<sdk.ArticleReference[] | undefined> | undefined;
  /** Whether they will be billed monthly. */
  readonly monthly?: pulumi.Input<boolean | undefined> | undefined;
}, options?: LookupOptions): pulumi.Output<"valid" | "invalid">;

/** List guest operating systems for root servers: `GET /v1/virt/guestoperatingsystems`. */
export declare function listGuestOperatingSystems(input?: object, options?: LookupOptions): Promise<sdk.GuestOperatingSystem[]>;

/** As {@link listGuestOperatingSystems}, for inputs that are outputs. */
export declare function listGuestOperatingSystemsOutput(input?: object, options?: LookupOptions): pulumi.Output<sdk.GuestOperatingSystem[]>;

/** Convert bank data to IBAN and BIC: `POST /v1/bankdata/actions/convert`. */
export declare function convertBankData(input?: {
  /** Number of the bank account. */
  readonly bankAccountNumber?: string | undefined;
  /** Code of the bank. */
  readonly bankCode?: string | undefined;
}, options?: LookupOptions): Promise<sdk.Bankdaten>;

/** As {@link convertBankData}, for inputs that are outputs. */
export declare function convertBankDataOutput(input?: {
  /** Number of the bank account. */
  readonly bankAccountNumber?: pulumi.Input<string | undefined> | undefined;
  /** Code of the bank. */
  readonly bankCode?: pulumi.Input<string | undefined> | undefined;
}, options?: LookupOptions): pulumi.Output<sdk.Bankdaten>;

/** List registered webhooks: `GET /v1/webhooks`. */
export declare function listWebhooks(input?: object, options?: LookupOptions): Promise<sdk.Webhook[]>;

/** As {@link listWebhooks}, for inputs that are outputs. */
export declare function listWebhooksOutput(input?: object, options?: LookupOptions): pulumi.Output<sdk.Webhook[]>;

/** Read a webhook: `GET /v1/webhooks/{webhookIdentifier}`. */
export declare function getWebhook(input: {
  readonly webhookIdentifier: string;
}, options?: LookupOptions): Promise<sdk.Webhook>;

/** As {@link getWebhook}, for inputs that are outputs. */
export declare function getWebhookOutput(input: {
  readonly webhookIdentifier: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<sdk.Webhook>;

/** List contracts: `GET /v1/gdpr/contracts`. */
export declare function listGdprContracts(input?: object, options?: LookupOptions): Promise<sdk.GdprContract[]>;

/** As {@link listGdprContracts}, for inputs that are outputs. */
export declare function listGdprContractsOutput(input?: object, options?: LookupOptions): pulumi.Output<sdk.GdprContract[]>;

/** Read a contract: `GET /v1/gdpr/contracts/{contractIdentifier}`. */
export declare function getGdprContract(input: {
  readonly contractIdentifier: string;
}, options?: LookupOptions): Promise<sdk.GdprContract>;

/** As {@link getGdprContract}, for inputs that are outputs. */
export declare function getGdprContractOutput(input: {
  readonly contractIdentifier: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<sdk.GdprContract>;

/** List stored contract presets: `GET /v1/gdpr/contract-presets`. */
export declare function listGdprContractPresets(input?: object, options?: LookupOptions): Promise<sdk.GdprContractPreset[]>;

/** As {@link listGdprContractPresets}, for inputs that are outputs. */
export declare function listGdprContractPresetsOutput(input?: object, options?: LookupOptions): pulumi.Output<sdk.GdprContractPreset[]>;

/** Read a contract preset: `GET /v1/gdpr/contract-presets/{contractPresetIdentifier}`. */
export declare function getGdprContractPreset(input: {
  readonly contractPresetIdentifier: string;
}, options?: LookupOptions): Promise<sdk.GdprContractPreset>;

/** As {@link getGdprContractPreset}, for inputs that are outputs. */
export declare function getGdprContractPresetOutput(input: {
  readonly contractPresetIdentifier: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<sdk.GdprContractPreset>;

/** List data of contract PDFs: `GET /v1/gdpr/pdfs`. */
export declare function listGdprPdfs(input?: object, options?: LookupOptions): Promise<sdk.GdprPdf[]>;

/** As {@link listGdprPdfs}, for inputs that are outputs. */
export declare function listGdprPdfsOutput(input?: object, options?: LookupOptions): pulumi.Output<sdk.GdprPdf[]>;

/** Read a contract PDF: `GET /v1/gdpr/pdfs/{pdfIdentifier}`. */
export declare function getGdprPdf(input: {
  readonly pdfIdentifier: string;
}, options?: LookupOptions): Promise<sdk.GdprPdf>;

/** As {@link getGdprPdf}, for inputs that are outputs. */
export declare function getGdprPdfOutput(input: {
  readonly pdfIdentifier: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<sdk.GdprPdf>;

/** List address records: `GET /v1/gdpr/contacts`. */
export declare function listGdprContacts(input?: {
  /** Only contacts of this kind. */
  readonly type?: string | undefined;
}, options?: LookupOptions): Promise<sdk.GdprContact[]>;

/** As {@link listGdprContacts}, for inputs that are outputs. */
export declare function listGdprContactsOutput(input?: {
  /** Only contacts of this kind. */
  readonly type?: pulumi.Input<string | undefined> | undefined;
}, options?: LookupOptions): pulumi.Output<sdk.GdprContact[]>;

/** Read an address record: `GET /v1/gdpr/contacts/{contactIdentifier}`. */
export declare function getGdprContact(input: {
  readonly contactIdentifier: string;
}, options?: LookupOptions): Promise<sdk.GdprContact>;

/** As {@link getGdprContact}, for inputs that are outputs. */
export declare function getGdprContactOutput(input: {
  readonly contactIdentifier: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<sdk.GdprContact>;

/** List TOMs: `GET /v1/gdpr/toms`. */
export declare function listGdprToms(input?: object, options?: LookupOptions): Promise<sdk.GdprTom[]>;

/** As {@link listGdprToms}, for inputs that are outputs. */
export declare function listGdprTomsOutput(input?: object, options?: LookupOptions): pulumi.Output<sdk.GdprTom[]>;

/** Read a TOM: `GET /v1/gdpr/toms/{tomIdentifier}`. */
export declare function getGdprTom(input: {
  readonly tomIdentifier: string;
}, options?: LookupOptions): Promise<sdk.GdprTom>;

/** As {@link getGdprTom}, for inputs that are outputs. */
export declare function getGdprTomOutput(input: {
  readonly tomIdentifier: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<sdk.GdprTom>;

/** List tickets of a customer: `GET /v1/customers/{customerNumber}/tickets`. */
export declare function listTickets(input: {
  readonly customerNumber: number;
  /** Order. */
  readonly sortDirection?: "ASC" | "DESC" | undefined;
  /** Only tickets in this state. */
  readonly status?: "answered" | "done" | "feedback" | "in-progress" | "information" | "open" | undefined;
  /** Whether to answer the short form, without the ticket's answers. */
  readonly summaryOnly?: boolean | undefined;
  /** Maximum number of tickets. */
  readonly limit?: number | undefined;
}, options?: LookupOptions): Promise<sdk.Ticket[]>;

/** As {@link listTickets}, for inputs that are outputs. */
export declare function listTicketsOutput(input: {
  readonly customerNumber: pulumi.Input<number>;
  /** Order. */
  readonly sortDirection?: pulumi.Input<"ASC" | "DESC" | undefined> | undefined;
  /** Only tickets in this state. */
  readonly status?: pulumi.Input<"answered" | "done" | "feedback" | "in-progress" | "information" | "open" | undefined> | undefined;
  /** Whether to answer the short form, without the ticket's answers. */
  readonly summaryOnly?: pulumi.Input<boolean | undefined> | undefined;
  /** Maximum number of tickets. */
  readonly limit?: pulumi.Input<number | undefined> | undefined;
}, options?: LookupOptions): pulumi.Output<sdk.Ticket[]>;

/** List answers of a ticket: `GET /v1/tickets/{ticketIdentifier}/answers`. */
export declare function listTicketAnswers(input: {
  readonly ticketIdentifier: string;
}, options?: LookupOptions): Promise<sdk.TicketAnswer[]>;

/** As {@link listTicketAnswers}, for inputs that are outputs. */
export declare function listTicketAnswersOutput(input: {
  readonly ticketIdentifier: pulumi.Input<string>;
}, options?: LookupOptions): pulumi.Output<sdk.TicketAnswer[]>;

/** List the available templates: `GET /v1/mailing/templates`. */
export declare function listMailTemplates(input?: object, options?: LookupOptions): Promise<unknown[]>;

/** As {@link listMailTemplates}, for inputs that are outputs. */
export declare function listMailTemplatesOutput(input?: object, options?: LookupOptions): pulumi.Output<unknown[]>;

/** A record with its identifier, whatever key the provider shows it under. */
type WithIdentifier<T> = T & {
  readonly identifier: string;
};

/** An article that can be chosen together with another. */
interface ArticleOption {
  default?: boolean | undefined;
  price?: sdk.Price | undefined;
  article?: sdk.Article | undefined;
}
declare const ArticleOption: Schema;

/** What checks values, as far as programs need to know: a Standard Schema (https://standardschema.dev). */
interface Schema<Output = unknown, Input = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    validate(value: unknown): SchemaResult<Output> | Promise<SchemaResult<Output>>;
  };
}

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[] };

/** What a schema takes. */
type SchemaInput<S> = S extends Schema ? NonNullable<S["~standard"]["types"]>["input"] : never;

/** What a schema makes of it. */
type SchemaOutput<S> = S extends Schema ? NonNullable<S["~standard"]["types"]>["output"] : never;

export {};
