/* Written by `npm run generate` from the sources: what programs see of them. */

import type * as pulumi from "@pulumi/pulumi";
import type * as sdk from "../sdk/index.generated.js";

/** A value of a program: plain, promised or an output, at any depth. */
export type Input<T> = pulumi.Input<T extends readonly (infer E)[] ? Input<E>[] : T extends object ? {
  [K in keyof T]: Input<T[K]>;
} : T>;

/** Arguments of every resource, beside its own. */
export interface LifecycleArgs {
  /**
   * Take over the existing object with the same natural key instead of creating one. The creation fails where there
   * is none, or where it differs in something that the interface cannot change. Read at creation only; later edits
   * mean nothing. Default: false.
   */
  readonly adopt?: pulumi.Input<boolean> | undefined;
  /**
   * How long to wait for the object to be visible after its creation, confirmed after an update, and gone after its
   * deletion, as durations such as `"90s"` or `"10m"`. Default: 5 minutes each. (Pulumi's `customTimeouts` do not
   * reach this provider.)
   */
  readonly timeouts?: pulumi.Input<{
    create?: pulumi.Input<string>;
    update?: pulumi.Input<string>;
    delete?: pulumi.Input<string>;
  }> | undefined;
}

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
export declare class Provider extends pulumi.ProviderResource {
  #private;
  constructor(name: string, args: ProviderArgs, options?: pulumi.ResourceOptions);
  /**
   * The configuration as lookups of the program need it.
   *
   * @internal
   */
  configuration(): Promise<Record<string, string | undefined>>;
}

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

/**
 * A token by which a program logs in. Its `token` is known only from the creation on.
 *
 * @remarks Neither rights nor an end can be given to a token. Whether deleting it ends sessions that were opened with it is
 * not documented.
 * @id its `uuid`
 * @key description
 * @deletion Deleted, save for the token that the run itself logs in with, which would end the run halfway.
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * // Another value makes a new token, and deletes the old one after it.
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
  constructor(name: string, args: ApplicationTokenArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: ApplicationTokenArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** What the token is for; need not be unique. A change makes a new token, and then deletes the old one. */
  readonly description: pulumi.Output<string>;
  /**
   * Values of any kind. A change of any of them rotates the token: a new one is made, and then the old one is deleted. Never
   * sent. Default: none.
   */
  readonly triggers: pulumi.Output<unknown[] | undefined>;
  /** Identifier, and the user name of a login with this token; also the id. */
  readonly uuid: pulumi.Output<string>;
  /**
   * The token itself, the password of a login with it; kept as a secret. Shown at creation only, so it is not known of an
   * adopted or imported token.
   */
  readonly token: pulumi.Output<string>;
  /** Time of creation: an ISO 8601 date, or seconds since the epoch from older versions of the interface. */
  readonly crdate: pulumi.Output<string | number>;
}

/** Arguments of an {@link ApplicationToken}. */
export interface ApplicationTokenArgs extends LifecycleArgs {
  /** What the token is for; need not be unique. A change makes a new token, and then deletes the old one. */
  readonly description: pulumi.Input<string>;
  /**
   * Values of any kind. A change of any of them rotates the token: a new one is made, and then the old one is deleted. Never
   * sent. Default: none.
   */
  readonly triggers?: pulumi.Input<pulumi.Input<unknown>[]> | undefined;
}

/**
 * A domain of an account. Ordering it is billed for a year; deleting it cancels it. Protected unless `protect: false`.
 *
 * @remarks The interface shows neither handles nor target, price or end of a domain, changes nothing of it, and does not let
 * one choose how it is cancelled. A registration goes on after the creation, and brings a subdomain `www` along.
 * @id `accountIdentifier/domainIdentifier`, such as `p123456/example.de`
 * @key accountIdentifier, sld, tld
 * @deletion Cancels the domain. The provider refuses while a certificate or an Exchange mailbox hangs on it, and may go on
 * listing the domain until the cancellation takes effect, so that its disappearance is not waited for.
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * const domain = new hosting.Domain("shop", { accountIdentifier: "p123456", sld: "example", tld: "de" });
 *
 * export const registryStatus = domain.registryStatus;
 * ```
 *
 * A domain that is registered elsewhere moves here with its transfer code:
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
  constructor(name: string, args: DomainArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: DomainArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** Account of the domain, for resources inside it; stays known in every preview. */
  readonly accountIdentifier: pulumi.Output<string>;
  /** Name below the top-level domain, such as `example`; with letters of any script or in ASCII. */
  readonly sld: pulumi.Output<string>;
  /** Top-level domain without a leading dot, such as `de`. */
  readonly tld: pulumi.Output<string>;
  /**
   * Owner and administrative contact of a new registration. The provider never shows them again and the interface cannot
   * change them. Default: the provider's choice, which is not documented.
   */
  readonly handles: pulumi.Output<{
    /** Owner of the domain. */
    owner?: sdk.Contact | undefined;
    /** Administrative contact. */
    admin?: sdk.Contact | undefined;
  } | undefined>;
  /**
   * For a domain that is registered elsewhere: `authcode` (kept as a secret) and `authInfoProcedure` (1 or 2) move it here.
   * Used at creation only. Default: a new registration.
   */
  readonly domainNameTransfer: pulumi.Output<{
    /** Transfer code from the present registrar. */
    authcode?: string | undefined;
    /** Transfer procedure: 1 for AuthInfo1, 2 for AuthInfo2. */
    authInfoProcedure?: 2 | 1 | undefined;
  } | undefined>;
  /** `true`: the domain stays registered elsewhere, and only its web site is set up here. Default: `false`. */
  readonly external: pulumi.Output<boolean | undefined>;
  /**
   * Directory that an external domain shows. The provider never shows it again and the interface cannot change it. Default:
   * the provider's choice, which is not documented.
   */
  readonly target: pulumi.Output<string | undefined>;
  /** Full name, such as `example.de`, as the provider writes it. */
  readonly fullname: pulumi.Output<string>;
  /** Name, as the provider writes it. */
  readonly name: pulumi.Output<string>;
  /** State of the registration, which goes on after the creation. Its values are not documented. */
  readonly registryStatus: pulumi.Output<string>;
  /** Full name of the domain, for resources inside it; stays known in every preview. */
  readonly domainIdentifier: pulumi.Output<string>;
}

/** Arguments of a {@link Domain}. */
export interface DomainArgs extends LifecycleArgs {
  /**
   * Account that the domain belongs to: `account.accountIdentifier`, or the name of an existing account. The interface
   * cannot move a domain: another account fails the preview where the name stays the same.
   */
  readonly accountIdentifier: pulumi.Input<string>;
  /** Name below the top-level domain, such as `example`; with letters of any script or in ASCII. */
  readonly sld: pulumi.Input<string>;
  /** Top-level domain without a leading dot, such as `de`. */
  readonly tld: pulumi.Input<string>;
  /**
   * Owner and administrative contact of a new registration. The provider never shows them again and the interface cannot
   * change them. Default: the provider's choice, which is not documented.
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
      salutation: pulumi.Input<"Herr" | "Frau" | "Mr." | "Ms." | "Divers">;
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
      salutation: pulumi.Input<"Herr" | "Frau" | "Mr." | "Ms." | "Divers">;
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
   * For a domain that is registered elsewhere: `authcode` (kept as a secret) and `authInfoProcedure` (1 or 2) move it here.
   * Used at creation only. Default: a new registration.
   */
  readonly domainNameTransfer?: pulumi.Input<{
    /** Transfer code from the present registrar. */
    authcode?: pulumi.Input<string | undefined>;
    /** Transfer procedure: 1 for AuthInfo1, 2 for AuthInfo2. */
    authInfoProcedure?: pulumi.Input<2 | 1 | undefined>;
  }> | undefined;
  /** `true`: the domain stays registered elsewhere, and only its web site is set up here. Default: `false`. */
  readonly external?: pulumi.Input<boolean> | undefined;
  /**
   * Directory that an external domain shows. The provider never shows it again and the interface cannot change it. Default:
   * the provider's choice, which is not documented.
   */
  readonly target?: pulumi.Input<string> | undefined;
}

/**
 * A data-protection (GDPR) contract. Once concluded it can be neither deleted nor replaced.
 *
 * @remarks Mailing and accepting a contract have legal effect and are no part of the resource: call
 * `client.gdpr.mailContract` and `client.gdpr.acceptContract`.
 * @id the identifier that the provider gives
 * @key html, tom, client, recipient, isPartnerContract
 * @deletion Deleted as long as it is not concluded. A concluded contract stays at the provider for good: the deletion fails,
 * and so does the preview of a replacement.
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
  constructor(name: string, args: GdprContractArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: GdprContractArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** Text of the contract, as HTML. The provider may write it in its own words: what differs from its first answer is drift. */
  readonly html: pulumi.Output<string>;
  /** Identifier of the technical and organisational measures (TOM). */
  readonly tom: pulumi.Output<string>;
  /** Identifier of the GDPR contact that is the principal. */
  readonly client: pulumi.Output<string>;
  /** Identifier of the GDPR contact that is the processor. */
  readonly recipient: pulumi.Output<string>;
  /** Whether the contract is one with a partner. Default: `false`. */
  readonly isPartnerContract: pulumi.Output<boolean | undefined>;
  /** Identifier; also the id. Under which key the provider shows it is not documented. */
  readonly contractIdentifier: pulumi.Output<string>;
  /** Time of creation. */
  readonly creationDate: pulumi.Output<string>;
  /** When the contract was accepted; absent until then. A concluded contract can be neither deleted nor replaced. */
  readonly confirmationDate: pulumi.Output<string>;
  /** When the contract was last mailed. */
  readonly sentDate: pulumi.Output<string>;
  /** Full name of who accepted. */
  readonly contractSigner: pulumi.Output<string>;
}

/** Arguments of a {@link GdprContract}. */
export interface GdprContractArgs extends LifecycleArgs {
  /** Text of the contract, as HTML. The provider may write it in its own words: what differs from its first answer is drift. */
  readonly html: pulumi.Input<string>;
  /** Identifier of the technical and organisational measures (TOM). */
  readonly tom: pulumi.Input<string>;
  /** Identifier of the GDPR contact that is the principal. */
  readonly client: pulumi.Input<string>;
  /** Identifier of the GDPR contact that is the processor. */
  readonly recipient: pulumi.Input<string>;
  /** Whether the contract is one with a partner. Default: `false`. */
  readonly isPartnerContract?: pulumi.Input<boolean> | undefined;
}

/**
 * A stored preset for GDPR contracts. The interface can neither change nor delete it.
 *
 * @remarks A change makes another preset, and the old one stays.
 * @id the identifier that the provider gives
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
  /** Settings, in a shape of your own. Default: none. */
  readonly config: pulumi.Output<Record<string, unknown> | undefined>;
  /** Identifier; also the id. Under which key the provider shows it is not documented. */
  readonly contractPresetIdentifier: pulumi.Output<string>;
  /** Time of creation. */
  readonly creationDate: pulumi.Output<string>;
}

/** Arguments of a {@link GdprContractPreset}. */
export interface GdprContractPresetArgs extends LifecycleArgs {
  /** Name. Whether it must be unique is not known. */
  readonly name: pulumi.Input<string>;
  /** Description. Default: none. */
  readonly description?: pulumi.Input<string> | undefined;
  /** Settings, in a shape of your own. Default: none. */
  readonly config?: pulumi.Input<Record<string, pulumi.Input<unknown>>> | undefined;
}

/**
 * A subdomain. No known call names the one to delete: declare `deletedWith: domain`, or see `hosting:subdomainDeletion`.
 *
 * @remarks The `www` that every registration brings along is taken over where it is as declared, without being asked for.
 * Any change would need the subdomain deleted first: where that is refused and its domain stays, the change fails the preview. Where the
 * same run replaces or removes the domain, or replaces its account, the subdomain goes with it.
 * @id `accountIdentifier/domainIdentifier/name`, such as `p123456/example.de/blog`
 * @key accountIdentifier, domainIdentifier, name
 * @deletion Refused by default, as no known call names the subdomain to delete. With `deletedWith: domain` it goes with its
 * domain, and no call is needed. `hosting:subdomainDeletion` set to `body` takes one reading of the interface to be right: the
 * name is sent in the body, and the subdomains are listed before and after. If that reading is wrong, other subdomains can go
 * as well: the run then stops and names them, but does not bring them back.
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
   * Directory that the subdomain shows. Default: the provider's choice, which is not documented; leaving it out later
   * accepts what is there.
   */
  readonly target: pulumi.Output<string | undefined>;
  /** Number given by the provider. No operation takes it. */
  readonly uid: pulumi.Output<number>;
  /** Full host name. */
  readonly fullName: pulumi.Output<string>;
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
   * Directory that the subdomain shows. Default: the provider's choice, which is not documented; leaving it out later
   * accepts what is there.
   */
  readonly target?: pulumi.Input<string> | undefined;
}

/**
 * A web-hosting account of a customer. It is billed, and deleting it destroys what it hosts. Protected unless `protect: false`.
 *
 * @remarks The interface cannot change anything of a virtual account, and its statuses are not documented.
 * @id `customerNumber/name`, such as `100001/p123456`
 * @key customerNumber, virtualName
 * @deletion Destroys the account with the web site and the data in it, for good. Fails while the stack has a domain in it that is
 * neither deleted by the same run nor says `deletedWith` its account. A domain in it that no state is known to have, as one that was
 * ordered by hand, goes with it: the preview of a replacement and the deletion name it.
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
 *   description: "Web site of the gardener",
 *   articleNumber: config.requireNumber("articleNumber"),
 *   password: config.requireSecret("accountPassword"),
 * });
 *
 * export const accountIdentifier = account.accountIdentifier;
 * ```
 */
export declare class VirtualAccount extends pulumi.CustomResource {
  constructor(name: string, args: VirtualAccountArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: VirtualAccountArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** Customer that the account is made for. A change orders a new account in place of the old one. */
  readonly customerNumber: pulumi.Output<number>;
  /**
   * Alias of the login; tells the virtual accounts of a customer apart. A change orders a new account in place of the old
   * one.
   */
  readonly virtualName: pulumi.Output<string>;
  /** Description. The interface cannot change it: change it at the provider. */
  readonly description: pulumi.Output<string>;
  /** Article that is ordered. The interface cannot change it: change the tariff at the provider. */
  readonly articleNumber: pulumi.Output<number>;
  /**
   * Password of the account, at most 1024 characters; kept as a secret. The provider never shows it again and the interface
   * cannot change it. Where the provider answers the creation with a password of its own, the output holds that one.
   */
  readonly password: pulumi.Output<string>;
  /** Number given by the provider. */
  readonly uid: pulumi.Output<number>;
  /** Name of the account, such as `p123456`. */
  readonly name: pulumi.Output<string>;
  /** Name of the account, for resources inside it; stays known in every preview. */
  readonly accountIdentifier: pulumi.Output<string>;
}

/** Arguments of a {@link VirtualAccount}. */
export interface VirtualAccountArgs extends LifecycleArgs {
  /** Customer that the account is made for. A change orders a new account in place of the old one. */
  readonly customerNumber: pulumi.Input<number>;
  /**
   * Alias of the login; tells the virtual accounts of a customer apart. A change orders a new account in place of the old
   * one.
   */
  readonly virtualName: pulumi.Input<string>;
  /** Description. The interface cannot change it: change it at the provider. */
  readonly description: pulumi.Input<string>;
  /** Article that is ordered. The interface cannot change it: change the tariff at the provider. */
  readonly articleNumber: pulumi.Input<number>;
  /**
   * Password of the account, at most 1024 characters; kept as a secret. The provider never shows it again and the interface
   * cannot change it. Where the provider answers the creation with a password of its own, the output holds that one.
   */
  readonly password: pulumi.Input<string>;
}

/**
 * A call that the provider makes when an event occurs.
 *
 * @remarks The interface offers no other event, no test call, no look at past calls and no pause.
 * @id its `uid`
 * @key eventType, method, url, headers, parameters
 * @adopted eventType, method, url
 * @deletion Deleted; nothing else hangs on it.
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
  constructor(name: string, args: WebhookArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: WebhookArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** Event that triggers the call. The interface knows `DOMAIN_REGISTRATION_STATUS` only. */
  readonly eventType: pulumi.Output<"DOMAIN_REGISTRATION_STATUS">;
  /** HTTP method of the call: `GET`, `POST`, `PUT`, `DELETE` or `PATCH`. */
  readonly method: pulumi.Output<"POST" | "GET" | "PUT" | "DELETE" | "PATCH">;
  /**
   * Address that is called, `https://…` or `http://…`. Kept as a secret where it holds a login, as in
   * `https://user:password@host/`.
   */
  readonly url: pulumi.Output<string>;
  /** Header fields sent along, by name. Each value is kept as a secret. Default: none; leaving it out removes what is there. */
  readonly headers: pulumi.Output<Record<string, string> | undefined>;
  /**
   * One parameter sent along: `key` and `value`; the value is kept as a secret. Default: none; leaving it out removes what
   * is there.
   */
  readonly parameters: pulumi.Output<{
    /** Name of the parameter. */
    key?: string | undefined;
    /** Value of the parameter. */
    value?: string | undefined;
  } | undefined>;
  /** Identifier given by the provider; also the id. */
  readonly uid: pulumi.Output<string>;
}

/** Arguments of a {@link Webhook}. */
export interface WebhookArgs extends LifecycleArgs {
  /** Event that triggers the call. The interface knows `DOMAIN_REGISTRATION_STATUS` only. */
  readonly eventType: pulumi.Input<"DOMAIN_REGISTRATION_STATUS">;
  /** HTTP method of the call: `GET`, `POST`, `PUT`, `DELETE` or `PATCH`. */
  readonly method: pulumi.Input<"POST" | "GET" | "PUT" | "DELETE" | "PATCH">;
  /**
   * Address that is called, `https://…` or `http://…`. Kept as a secret where it holds a login, as in
   * `https://user:password@host/`.
   */
  readonly url: pulumi.Input<string>;
  /** Header fields sent along, by name. Each value is kept as a secret. Default: none; leaving it out removes what is there. */
  readonly headers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
  /**
   * One parameter sent along: `key` and `value`; the value is kept as a secret. Default: none; leaving it out removes what
   * is there.
   */
  readonly parameters?: pulumi.Input<{
    /** Name of the parameter. */
    key?: pulumi.Input<string | undefined>;
    /** Value of the parameter. */
    value?: pulumi.Input<string | undefined>;
  }> | undefined;
}

/**
 * Who gets the invoices of a customer: the contract partner, where nobody else was named. It is taken over, changed where
 * declared, and on destroy reset to the contract partner.
 *
 * @remarks Where nobody was named, what is shown is the contract partner.
 * @id the number of the customer
 * @deletion Reset: invoices go to the contract partner again.
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
   * Form of address: `Herr`, `Frau`, `Mr.` or `Ms.`; which of them the interface takes here is not documented. Left out:
   * stays as it is.
   */
  readonly salutation: pulumi.Output<"Herr" | "Frau" | "Mr." | "Ms." | "Divers" | undefined>;
  /** Academic title. Left out: stays as it is. */
  readonly title: pulumi.Output<string | undefined>;
  /** First name. Left out: stays as it is. */
  readonly firstName: pulumi.Output<string | undefined>;
  /** Last name. Left out: stays as it is. */
  readonly lastName: pulumi.Output<string | undefined>;
  /** Company. Left out: stays as it is. */
  readonly company: pulumi.Output<string | undefined>;
  /** Street without the house number. Left out: stays as it is. */
  readonly street: pulumi.Output<string | undefined>;
  /** House number. Left out: stays as it is. */
  readonly houseNumber: pulumi.Output<string | undefined>;
  /** Postal code, digits only. Left out: stays as it is. */
  readonly zip: pulumi.Output<string | undefined>;
  /** Town. Left out: stays as it is. */
  readonly city: pulumi.Output<string | undefined>;
  /** Country, as a code of two letters. Left out: stays as it is. */
  readonly country: pulumi.Output<string | undefined>;
  /** Mail address. Left out: stays as it is. */
  readonly emailAddress: pulumi.Output<string | undefined>;
  /** Telephone number: country, area and number joined by hyphens. Left out: stays as it is. */
  readonly phone: pulumi.Output<string | undefined>;
  /**
   * Value-added tax identification number. The provider never shows it again, so its drift cannot be seen: declare it where
   * there is one. Left out: not sent, and whether that clears it is not documented.
   */
  readonly vat: pulumi.Output<string | undefined>;
}

/** Arguments of a {@link BillingRecipient}. */
export interface BillingRecipientArgs extends LifecycleArgs {
  /** Customer that the contact belongs to. */
  readonly customerNumber: pulumi.Input<number>;
  /**
   * Form of address: `Herr`, `Frau`, `Mr.` or `Ms.`; which of them the interface takes here is not documented. Left out:
   * stays as it is.
   */
  readonly salutation?: pulumi.Input<"Herr" | "Frau" | "Mr." | "Ms." | "Divers"> | undefined;
  /** Academic title. Left out: stays as it is. */
  readonly title?: pulumi.Input<string> | undefined;
  /** First name. Left out: stays as it is. */
  readonly firstName?: pulumi.Input<string> | undefined;
  /** Last name. Left out: stays as it is. */
  readonly lastName?: pulumi.Input<string> | undefined;
  /** Company. Left out: stays as it is. */
  readonly company?: pulumi.Input<string> | undefined;
  /** Street without the house number. Left out: stays as it is. */
  readonly street?: pulumi.Input<string> | undefined;
  /** House number. Left out: stays as it is. */
  readonly houseNumber?: pulumi.Input<string> | undefined;
  /** Postal code, digits only. Left out: stays as it is. */
  readonly zip?: pulumi.Input<string> | undefined;
  /** Town. Left out: stays as it is. */
  readonly city?: pulumi.Input<string> | undefined;
  /** Country, as a code of two letters. Left out: stays as it is. */
  readonly country?: pulumi.Input<string> | undefined;
  /** Mail address. Left out: stays as it is. */
  readonly emailAddress?: pulumi.Input<string> | undefined;
  /** Telephone number: country, area and number joined by hyphens. Left out: stays as it is. */
  readonly phone?: pulumi.Input<string> | undefined;
  /**
   * Value-added tax identification number. The provider never shows it again, so its drift cannot be seen: declare it where
   * there is one. Left out: not sent, and whether that clears it is not documented.
   */
  readonly vat?: pulumi.Input<string> | undefined;
}

/**
 * How a customer gets invoices. They exist with the customer: they are taken over, changed where declared, and left alone
 * on destroy.
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
  /** Whether invoices come by post. Left out: stays as it is. */
  readonly postalInvoices: pulumi.Output<boolean | undefined>;
  /** Value-added tax identification number. Left out: stays as it is. */
  readonly vatID: pulumi.Output<string | undefined>;
}

/** Arguments of {@link BillingSettings}. */
export interface BillingSettingsArgs extends LifecycleArgs {
  /** Customer that the settings belong to. */
  readonly customerNumber: pulumi.Input<number>;
  /** Whether invoices come by post. Left out: stays as it is. */
  readonly postalInvoices?: pulumi.Input<boolean> | undefined;
  /** Value-added tax identification number. Left out: stays as it is. */
  readonly vatID?: pulumi.Input<string> | undefined;
}

/**
 * Whom to talk to at a customer: the contract partner, where nobody else was named. It exists with the customer: it is
 * taken over, changed where declared, and left alone on destroy.
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
   * Form of address: `Herr`, `Frau`, `Mr.` or `Ms.`; which of them the interface takes here is not documented. Left out:
   * stays as it is.
   */
  readonly salutation: pulumi.Output<"Herr" | "Frau" | "Mr." | "Ms." | "Divers" | undefined>;
  /** Academic title. Left out: stays as it is. */
  readonly title: pulumi.Output<string | undefined>;
  /** First name. Left out: stays as it is. */
  readonly firstName: pulumi.Output<string | undefined>;
  /** Last name. Left out: stays as it is. */
  readonly lastName: pulumi.Output<string | undefined>;
  /** Company. Left out: stays as it is. */
  readonly company: pulumi.Output<string | undefined>;
  /** Street without the house number. Left out: stays as it is. */
  readonly street: pulumi.Output<string | undefined>;
  /** House number. Left out: stays as it is. */
  readonly houseNumber: pulumi.Output<string | undefined>;
  /** Postal code, digits only. Left out: stays as it is. */
  readonly zip: pulumi.Output<string | undefined>;
  /** Town. Left out: stays as it is. */
  readonly city: pulumi.Output<string | undefined>;
  /** Country, as a code of two letters. Left out: stays as it is. */
  readonly country: pulumi.Output<string | undefined>;
  /** Mail address. Left out: stays as it is. */
  readonly emailAddress: pulumi.Output<string | undefined>;
  /** Telephone number: country, area and number joined by hyphens. Left out: stays as it is. */
  readonly phone: pulumi.Output<string | undefined>;
  /**
   * Value-added tax identification number. The provider never shows it again, so its drift cannot be seen: declare it where
   * there is one. Left out: not sent, and whether that clears it is not documented.
   */
  readonly vat: pulumi.Output<string | undefined>;
}

/** Arguments of a {@link ContactPerson}. */
export interface ContactPersonArgs extends LifecycleArgs {
  /** Customer that the contact belongs to. */
  readonly customerNumber: pulumi.Input<number>;
  /**
   * Form of address: `Herr`, `Frau`, `Mr.` or `Ms.`; which of them the interface takes here is not documented. Left out:
   * stays as it is.
   */
  readonly salutation?: pulumi.Input<"Herr" | "Frau" | "Mr." | "Ms." | "Divers"> | undefined;
  /** Academic title. Left out: stays as it is. */
  readonly title?: pulumi.Input<string> | undefined;
  /** First name. Left out: stays as it is. */
  readonly firstName?: pulumi.Input<string> | undefined;
  /** Last name. Left out: stays as it is. */
  readonly lastName?: pulumi.Input<string> | undefined;
  /** Company. Left out: stays as it is. */
  readonly company?: pulumi.Input<string> | undefined;
  /** Street without the house number. Left out: stays as it is. */
  readonly street?: pulumi.Input<string> | undefined;
  /** House number. Left out: stays as it is. */
  readonly houseNumber?: pulumi.Input<string> | undefined;
  /** Postal code, digits only. Left out: stays as it is. */
  readonly zip?: pulumi.Input<string> | undefined;
  /** Town. Left out: stays as it is. */
  readonly city?: pulumi.Input<string> | undefined;
  /** Country, as a code of two letters. Left out: stays as it is. */
  readonly country?: pulumi.Input<string> | undefined;
  /** Mail address. Left out: stays as it is. */
  readonly emailAddress?: pulumi.Input<string> | undefined;
  /** Telephone number: country, area and number joined by hyphens. Left out: stays as it is. */
  readonly phone?: pulumi.Input<string> | undefined;
  /**
   * Value-added tax identification number. The provider never shows it again, so its drift cannot be seen: declare it where
   * there is one. Left out: not sent, and whether that clears it is not documented.
   */
  readonly vat?: pulumi.Input<string> | undefined;
}

/**
 * Whom the contracts of a customer are with. It exists with the customer: it is taken over, changed where declared, and
 * left alone on destroy.
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
   * Form of address: `Herr`, `Frau`, `Mr.` or `Ms.`; which of them the interface takes here is not documented. Left out:
   * stays as it is.
   */
  readonly salutation: pulumi.Output<"Herr" | "Frau" | "Mr." | "Ms." | "Divers" | undefined>;
  /** Academic title. Left out: stays as it is. */
  readonly title: pulumi.Output<string | undefined>;
  /** First name. Left out: stays as it is. */
  readonly firstName: pulumi.Output<string | undefined>;
  /** Last name. Left out: stays as it is. */
  readonly lastName: pulumi.Output<string | undefined>;
  /** Company. Left out: stays as it is. */
  readonly company: pulumi.Output<string | undefined>;
  /** Street without the house number. Left out: stays as it is. */
  readonly street: pulumi.Output<string | undefined>;
  /** House number. Left out: stays as it is. */
  readonly houseNumber: pulumi.Output<string | undefined>;
  /** Postal code, digits only. Left out: stays as it is. */
  readonly zip: pulumi.Output<string | undefined>;
  /** Town. Left out: stays as it is. */
  readonly city: pulumi.Output<string | undefined>;
  /** Country, as a code of two letters. Left out: stays as it is. */
  readonly country: pulumi.Output<string | undefined>;
  /** Mail address. Left out: stays as it is. */
  readonly emailAddress: pulumi.Output<string | undefined>;
  /** Telephone number: country, area and number joined by hyphens. Left out: stays as it is. */
  readonly phone: pulumi.Output<string | undefined>;
  /**
   * Value-added tax identification number. The provider never shows it again, so its drift cannot be seen: declare it where
   * there is one. Left out: not sent, and whether that clears it is not documented.
   */
  readonly vat: pulumi.Output<string | undefined>;
}

/** Arguments of a {@link ContractPartner}. */
export interface ContractPartnerArgs extends LifecycleArgs {
  /** Customer that the contact belongs to. */
  readonly customerNumber: pulumi.Input<number>;
  /**
   * Form of address: `Herr`, `Frau`, `Mr.` or `Ms.`; which of them the interface takes here is not documented. Left out:
   * stays as it is.
   */
  readonly salutation?: pulumi.Input<"Herr" | "Frau" | "Mr." | "Ms." | "Divers"> | undefined;
  /** Academic title. Left out: stays as it is. */
  readonly title?: pulumi.Input<string> | undefined;
  /** First name. Left out: stays as it is. */
  readonly firstName?: pulumi.Input<string> | undefined;
  /** Last name. Left out: stays as it is. */
  readonly lastName?: pulumi.Input<string> | undefined;
  /** Company. Left out: stays as it is. */
  readonly company?: pulumi.Input<string> | undefined;
  /** Street without the house number. Left out: stays as it is. */
  readonly street?: pulumi.Input<string> | undefined;
  /** House number. Left out: stays as it is. */
  readonly houseNumber?: pulumi.Input<string> | undefined;
  /** Postal code, digits only. Left out: stays as it is. */
  readonly zip?: pulumi.Input<string> | undefined;
  /** Town. Left out: stays as it is. */
  readonly city?: pulumi.Input<string> | undefined;
  /** Country, as a code of two letters. Left out: stays as it is. */
  readonly country?: pulumi.Input<string> | undefined;
  /** Mail address. Left out: stays as it is. */
  readonly emailAddress?: pulumi.Input<string> | undefined;
  /** Telephone number: country, area and number joined by hyphens. Left out: stays as it is. */
  readonly phone?: pulumi.Input<string> | undefined;
  /**
   * Value-added tax identification number. The provider never shows it again, so its drift cannot be seen: declare it where
   * there is one. Left out: not sent, and whether that clears it is not documented.
   */
  readonly vat?: pulumi.Input<string> | undefined;
}

/**
 * An address record for data-protection (GDPR) contracts. The interface can neither change nor delete it.
 *
 * @remarks A change makes another contact, and the old one stays.
 * @id the identifier that the provider gives
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
  /** Kind of contact, in free words. Default: none. */
  readonly type: pulumi.Output<string | undefined>;
  /**
   * Identifier, which contracts take as `client` and `recipient`; also the id. Under which key the provider shows it is not
   * documented.
   */
  readonly contactIdentifier: pulumi.Output<string>;
  /** Time of creation. */
  readonly creationDate: pulumi.Output<string>;
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
  /** Kind of contact, in free words. Default: none. */
  readonly type?: pulumi.Input<string> | undefined;
}

/**
 * An uploaded PDF of a data-protection contract.
 *
 * @remarks The interface cannot change a PDF. `client.gdpr.downloadPdf` reads its content back.
 * @id the identifier that the provider gives
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
   * The PDF in Base64, for example `fs.readFileSync("contract.pdf").toString("base64")`. It is kept in the state, and not
   * compared with what the provider has. That the interface takes Base64 is the one workable reading of its description.
   */
  readonly pdf: pulumi.Output<string>;
  /** Identifier; also the id. Under which key the provider shows it is not documented. */
  readonly pdfIdentifier: pulumi.Output<string>;
  /** Time of creation. */
  readonly creationDate: pulumi.Output<string>;
}

/** Arguments of a {@link GdprPdf}. */
export interface GdprPdfArgs extends LifecycleArgs {
  /** Name of the file. Whether it must be unique is not known. */
  readonly name: pulumi.Input<string>;
  /**
   * The PDF in Base64, for example `fs.readFileSync("contract.pdf").toString("base64")`. It is kept in the state, and not
   * compared with what the provider has. That the interface takes Base64 is the one workable reading of its description.
   */
  readonly pdf: pulumi.Input<string>;
}

/**
 * Technical and organisational measures (TOM) for GDPR contracts. The interface can neither change nor delete them.
 *
 * @remarks A change makes another TOM, and the old one stays.
 * @id the identifier that the provider gives
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
  constructor(name: string, args: GdprTomArgs, options?: pulumi.CustomResourceOptions);
  /** An existing object by its id, read and not managed. */
  static get<T extends pulumi.CustomResource>(
    this: new (name: string, args: GdprTomArgs, options?: pulumi.CustomResourceOptions) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): T;
  /** The measures, as text. The provider may write it in its own words: what differs from its first answer is drift. */
  readonly content: pulumi.Output<string>;
  /** Identifier, which contracts take as `tom`; also the id. Under which key the provider shows it is not documented. */
  readonly tomIdentifier: pulumi.Output<string>;
  /** Time of creation. */
  readonly creationDate: pulumi.Output<string>;
}

/** Arguments of a {@link GdprTom}. */
export interface GdprTomArgs extends LifecycleArgs {
  /** The measures, as text. The provider may write it in its own words: what differs from its first answer is drift. */
  readonly content: pulumi.Input<string>;
}

/**
 * How a customer pays. They exist with the customer: they are taken over, changed where declared, and left alone on
 * destroy.
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
   * The settings by name, such as bank data; each value is kept as a secret. No source lists the names, so none is checked
   * before it is sent. Members left out stay as they are; drift is seen in declared members that the provider shows.
   */
  readonly settings: pulumi.Output<Record<string, unknown>>;
}

/** Arguments of {@link PaymentSettings}. */
export interface PaymentSettingsArgs extends LifecycleArgs {
  /** Customer that the settings belong to. */
  readonly customerNumber: pulumi.Input<number>;
  /**
   * The settings by name, such as bank data; each value is kept as a secret. No source lists the names, so none is checked
   * before it is sent. Members left out stay as they are; drift is seen in declared members that the provider shows.
   */
  readonly settings: pulumi.Input<Record<string, pulumi.Input<unknown>>>;
}

/**
 * The one GDPR contact that fits.
 *
 * @throws where there is none, or more than one.
 */
export declare function findGdprContact(query: GdprContactQuery, options?: LookupOptions): Promise<Identified<sdk.GdprContact>>;

/** As {@link findGdprContact}, for values that are outputs. */
export declare const findGdprContactOutput: (query: { readonly [K in keyof GdprContactQuery]: pulumi.Input<GdprContactQuery[K]>; }, options?: LookupOptions) => pulumi.Output<pulumi.Unwrap<Identified<sdk.GdprContact>>>;

/**
 * The one record of technical and organisational measures (TOM) that fits.
 *
 * @throws where there is none, or more than one.
 */
export declare function findGdprTom(query: GdprTomQuery, options?: LookupOptions): Promise<Identified<sdk.GdprTom>>;

/** As {@link findGdprTom}, for values that are outputs. */
export declare const findGdprTomOutput: (query: {
  readonly contains: pulumi.Input<string>;
}, options?: LookupOptions) => pulumi.Output<pulumi.Unwrap<Identified<sdk.GdprTom>>>;

/** What is known of a GDPR contact; every member given must be equal. */
export interface GdprContactQuery {
  readonly name?: string | undefined;
  readonly mail?: string | undefined;
  readonly type?: string | undefined;
}

/** What is known of technical and organisational measures. */
export interface GdprTomQuery {
  /** A part of the text. */
  readonly contains: string;
}

/** Options of a lookup. */
export interface LookupOptions {
  /** The account to look in. Default: the one of environment and configuration. */
  readonly provider?: Provider | undefined;
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
  /** Include accounts that the customer shares but does not own; false when absent. */
  readonly advised?: boolean | undefined;
  /** Include accounts that the customer owns; true when absent. */
  readonly owned?: boolean | undefined;
  /** Names of the members to answer with, separated by commas; all when absent. */
  readonly fields?: string | undefined;
}, options?: LookupOptions): Promise<sdk.ListedAccount[]>;

/** As {@link listCustomerAccounts}, for inputs that are outputs. */
export declare function listCustomerAccountsOutput(input: {
  readonly customerNumber: pulumi.Input<number>;
  /** Include accounts that the customer shares but does not own; false when absent. */
  readonly advised?: pulumi.Input<boolean | undefined>;
  /** Include accounts that the customer owns; true when absent. */
  readonly owned?: pulumi.Input<boolean | undefined>;
  /** Names of the members to answer with, separated by commas; all when absent. */
  readonly fields?: pulumi.Input<string | undefined>;
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
  readonly installPath?: pulumi.Input<string | undefined>;
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
  /** Names of the members to answer with, separated by commas; all when absent. */
  readonly fields?: string | undefined;
}, options?: LookupOptions): Promise<sdk.TopLevelDomain>;

/** As {@link getTopLevelDomain}, for inputs that are outputs. */
export declare function getTopLevelDomainOutput(input: {
  readonly topLevelDomainIdentifier: pulumi.Input<string>;
  /** Names of the members to answer with, separated by commas; all when absent. */
  readonly fields?: pulumi.Input<string | undefined>;
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
  /** Only the articles of these numbers, separated by commas. */
  readonly articles?: string | undefined;
  /** Names of the members to answer with, separated by commas; all when absent. */
  readonly fields?: string | undefined;
}, options?: LookupOptions): Promise<sdk.Article[]>;

/** As {@link searchArticles}, for inputs that are outputs. */
export declare function searchArticlesOutput(input?: {
  /** Only the articles of these numbers, separated by commas. */
  readonly articles?: pulumi.Input<string | undefined>;
  /** Names of the members to answer with, separated by commas; all when absent. */
  readonly fields?: pulumi.Input<string | undefined>;
}, options?: LookupOptions): pulumi.Output<sdk.Article[]>;

/** Article details: `GET /v1/articles/{articleNumber}`. */
export declare function getArticle(input: {
  readonly articleNumber: string;
  /** Names of the members to answer with, separated by commas; all when absent. */
  readonly fields?: string | undefined;
}, options?: LookupOptions): Promise<sdk.Article>;

/** As {@link getArticle}, for inputs that are outputs. */
export declare function getArticleOutput(input: {
  readonly articleNumber: pulumi.Input<string>;
  /** Names of the members to answer with, separated by commas; all when absent. */
  readonly fields?: pulumi.Input<string | undefined>;
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
  /** Articles that the code is to be used for. */
  readonly articles?: {
    /** Number of the article. */
    articleNumber: number;
  }[] | undefined;
  /** Whether they are to be billed by the month. */
  readonly monthly?: boolean | undefined;
}, options?: LookupOptions): Promise<"valid" | "invalid">;

/** As {@link validatePromotionCode}, for inputs that are outputs. */
export declare function validatePromotionCodeOutput(input: {
  readonly promotionCode: pulumi.Input<string>;
  /** Articles that the code is to be used for. */
  readonly articles?: pulumi.Input<{
    /** Number of the article. */
    articleNumber: number;
  }[] | undefined>;
  /** Whether they are to be billed by the month. */
  readonly monthly?: pulumi.Input<boolean | undefined>;
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
}, options?: LookupOptions): Promise<{
  /** IBAN. */
  iban?: string | undefined;
  /** BIC of the bank. */
  bic?: string | undefined;
}>;

/** As {@link convertBankData}, for inputs that are outputs. */
export declare function convertBankDataOutput(input?: {
  /** Number of the bank account. */
  readonly bankAccountNumber?: pulumi.Input<string | undefined>;
  /** Code of the bank. */
  readonly bankCode?: pulumi.Input<string | undefined>;
}, options?: LookupOptions): pulumi.Output<{
  /** IBAN. */
  iban?: string | undefined;
  /** BIC of the bank. */
  bic?: string | undefined;
}>;

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
  readonly type?: pulumi.Input<string | undefined>;
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
  readonly status?: "open" | "in-progress" | "feedback" | "information" | "answered" | "done" | undefined;
  /** Whether to answer the short form, without the ticket's answers. */
  readonly summaryOnly?: boolean | undefined;
  /** How many tickets at most. */
  readonly limit?: number | undefined;
}, options?: LookupOptions): Promise<sdk.Ticket[]>;

/** As {@link listTickets}, for inputs that are outputs. */
export declare function listTicketsOutput(input: {
  readonly customerNumber: pulumi.Input<number>;
  /** Order. */
  readonly sortDirection?: pulumi.Input<"ASC" | "DESC" | undefined>;
  /** Only tickets in this state. */
  readonly status?: pulumi.Input<"open" | "in-progress" | "feedback" | "information" | "answered" | "done" | undefined>;
  /** Whether to answer the short form, without the ticket's answers. */
  readonly summaryOnly?: pulumi.Input<boolean | undefined>;
  /** How many tickets at most. */
  readonly limit?: pulumi.Input<number | undefined>;
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

/** A GDPR record with its identifier, under whichever key the provider shows that. */
type Identified<T> = T & {
  readonly identifier: string;
};

/** An article that can be chosen along with another. */
interface ArticleOption {
  default?: boolean | undefined;
  price?: {
    /** Price in the default currency. */
    default?: {
      /** Currency. */
      currency?: string | undefined;
      /** Net amount. */
      net?: number | undefined;
      /** Net amount due once. */
      setupFee?: number | undefined;
      /** Value-added tax. */
      vat?: number | undefined;
    } | undefined;
  } | undefined;
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
