/**
 * What the sandbox stores: close to the API, but not in its wire format. Times are milliseconds since the
 * epoch. Passwords and tokens are stored as hashes unless the API returns them.
 */

export interface StoredRecord {
  /** Key within the collection. */
  readonly id: string;
}

/** `id` is the user name. */
export interface Login extends StoredRecord {
  readonly passwordHash: string;
  readonly customerNumber: number;
  readonly emailAddress: string;
  readonly secondFactor?: { readonly name: "TOTP"; readonly codeHash: string } | { readonly name: "DeviceCookie" };
  readonly knownDevices: readonly string[];
}

/** `id` is the hash of the token. */
export interface Session extends StoredRecord {
  readonly login: string;
  readonly expires: number;
  readonly applicationToken?: string;
}

/** A login that waits for its second factor; `id` is the device's identifier. */
export interface Challenge extends StoredRecord {
  readonly login: string;
  readonly pinHash?: string;
  readonly expires: number;
}

/** `id` is the uuid. */
export interface ApplicationToken extends StoredRecord {
  readonly login: string;
  readonly description: string;
  readonly secretHash: string;
  readonly created: number;
}

export interface Contact {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly title?: string | undefined;
  readonly salutation?: string | undefined;
  readonly company?: string | undefined;
  readonly street?: string | undefined;
  readonly houseNumber?: string | undefined;
  readonly zip?: string | undefined;
  readonly city?: string | undefined;
  readonly country?: string | undefined;
  readonly emailAddress?: string | undefined;
  readonly phone?: string | undefined;
  readonly fax?: string | undefined;
  readonly vat?: string | undefined;
}

/** `id` is the customer number. */
export interface Customer extends StoredRecord {
  readonly customerNumber: number;
  /** Customer number of the reseller that manages the customer. */
  readonly reseller?: number;
  readonly prospect: boolean;
  readonly contractPartner: Contact;
  /** Undefined if identical to the contract partner. */
  readonly contactPerson?: Contact;
  /** Undefined if identical to the contract partner. */
  readonly billingRecipient?: Contact;
  readonly billingSettings: { readonly vatID?: string; readonly postalInvoices: boolean };
  readonly paymentSettings: Readonly<Record<string, unknown>>;
}

/** `id` is the account's name. */
export interface Account extends StoredRecord {
  readonly uid: number;
  readonly customerNumber: number;
  readonly description: string;
  readonly disabled: boolean;
  readonly activateShell: boolean;
  readonly ipAddress: string;
  readonly status: "creating" | "ready" | "deleting";
  /** When `creating` becomes `ready`, or `deleting` ends. */
  readonly settlesAt?: number;
  readonly articleNumber?: number;
  /** Customer number of an adviser who sees the account without owning it. */
  readonly adviser?: number;
  readonly virtual?: { readonly virtualName: string; readonly passwordHash: string };
}

/** `id` is the full name, lower-case, international names as `xn--…`. */
export interface Domain extends StoredRecord {
  readonly account: string;
  readonly sld: string;
  readonly tld: string;
  readonly external: boolean;
  readonly target?: string;
  readonly registryStatus?: string;
  /** When a pending registration or transfer ends. */
  readonly settlesAt?: number;
  /** When a cancelled domain leaves the list. */
  readonly endsAt?: number;
  readonly created: number;
  /** What prevents deletion. */
  readonly attachments: readonly ("certificate" | "exchange")[];
  readonly handles?: Readonly<Record<string, unknown>>;
}

/** `id` is the uid. */
export interface Subdomain extends StoredRecord {
  readonly uid: number;
  readonly domain: string;
  readonly name: string;
  readonly target?: string;
  /** Whether a certificate prevents deletion. */
  readonly certificate: boolean;
}

/** A domain that is registered elsewhere; `id` is its full name. */
export interface ForeignDomain extends StoredRecord {
  /** Code that a transfer needs; undefined: any code is accepted. */
  readonly authcode?: string;
}

/** `id` is the name. */
export interface TopLevelDomain extends StoredRecord {
  readonly uid: number;
  readonly description: string;
  readonly articleNumber: number;
  readonly price: string;
  readonly agencyPrice: string;
  readonly setupFee: string;
  readonly isAllowedAsInclusiveDomain: boolean;
}

/** `id` is the article number. */
export interface Article extends StoredRecord {
  readonly articleNumber: number;
  readonly title: string;
  readonly text: string;
  /** Group that the article belongs to, such as `hosting` or `domain`. */
  readonly group: string;
  /** Whether an order of it creates an account; undefined: as usual in its group. */
  readonly createsAccount?: boolean;
  readonly net: number;
  readonly setupFee: number;
  readonly isOrderable: boolean;
  readonly benefits?: Readonly<Record<string, unknown>>;
  readonly limits?: Readonly<Record<string, number>>;
  /** Articles to which this one can be changed. */
  readonly upgrades?: readonly number[];
  /** Articles that can be booked with this one. */
  readonly options?: readonly number[];
}

/** `id` is the uid. */
export interface Webhook extends StoredRecord {
  readonly login: string;
  readonly eventType: string;
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly parameters?: { readonly key?: string | undefined; readonly value?: string | undefined };
}

/** One event for one webhook. */
export interface Delivery extends StoredRecord {
  readonly webhook: string;
  readonly eventType: string;
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  /** `skipped`: nothing was sent, because the target is not on loopback or the webhook is gone. */
  readonly state: "waiting" | "delivered" | "failed" | "skipped";
  readonly created: number;
  readonly nextAttemptAt?: number;
  readonly attempts: readonly { readonly at: number; readonly status?: number; readonly problem?: string }[];
}

/** A message that would have reached a person. */
export interface Mail extends StoredRecord {
  readonly at: number;
  readonly channel: "mail" | "sms";
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly attachment?: { readonly name: string; readonly contentType: string; readonly content: string };
}

/** A reseller tariff; `id` is its uid. */
export interface Reseller extends StoredRecord {
  readonly name: string;
  readonly customerNumber: number;
}

/** Installed software; `id` is the uid. */
export interface Installation extends StoredRecord {
  readonly account: string;
  /** Identifier in the list of supported software. */
  readonly software: string;
  readonly version: string;
  readonly installPath: string;
  readonly host: string;
  readonly extensions: readonly { readonly key: string; readonly name: string; readonly version: string }[];
  /** Uid of the installation that this one is an archive of. */
  readonly archiveFrom?: string;
}

/** `id` is the uid. */
export interface Contract extends StoredRecord {
  readonly customerNumber: number;
  readonly articleNumber: number;
  /** Account that the contract is about. */
  readonly account?: string;
  /** Articles booked with it. */
  readonly additional: readonly number[];
  readonly created: number;
  /** In months. */
  readonly billingPeriod: number;
}

/** `id` is the uid. */
export interface Cancellation extends StoredRecord {
  readonly contract: string;
  readonly created: number;
  readonly takesEffect: number;
  readonly message?: string;
  readonly call: boolean;
  readonly reason?: number;
}

/** `id` is the invoice number. */
export interface Invoice extends StoredRecord {
  readonly customerNumber: number;
  readonly at: number;
  readonly isPaid: boolean;
  readonly items: readonly { readonly title: string; readonly text: string; readonly net: number; readonly amount: number }[];
}

export interface PaymentReceipt extends StoredRecord {
  readonly invoice: string;
  readonly at: number;
  readonly amount: number;
  readonly description: string;
}

export interface CartItem {
  readonly id: string;
  readonly kind: "article" | "domain";
  /** Number of the article, or full name of the domain. */
  readonly identifier: string;
  readonly sourceIdentifier?: string;
  readonly transfer?: boolean;
  readonly authCode?: string;
}

/** A cart, or a template for carts. */
export interface Cart extends StoredRecord {
  /** Customer number of the login that created it. */
  readonly owner: number;
  readonly isTemplate: boolean;
  /** Everything but identifier and items, as the API accepts and returns it. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly items: readonly CartItem[];
  /** A code by SMS, requested or confirmed. */
  readonly verification?: { readonly recipient: string; readonly pinHash: string; readonly confirmed: boolean };
  /** A recommended template and the carts created from it require its pin at checkout. */
  readonly recommendation?: { readonly pinHash: string; readonly expires: number };
  readonly ordered?: number;
}

/** A requested offer. */
export interface Offer extends StoredRecord {
  readonly owner: number;
  readonly at: number;
  readonly articles: readonly number[];
  readonly recipient: Contact;
  readonly isTechnicalAdminForRecipient: boolean;
}

/** An accepted order. */
export interface Order extends StoredRecord {
  readonly owner: number;
  readonly at: number;
  readonly kind:
    "cart" | "partner-program" | "partner-box" | "test-account" | "test-agency" | "shop-test-agency" | "vip-test-agency";
  /** Customer that the order was for. */
  readonly customerNumber: number;
}

/** `id` is the code. */
export interface PromotionCode extends StoredRecord {
  readonly description: string;
  readonly percent: number;
  /** Articles that it can be used for; undefined: all. */
  readonly articles?: readonly number[];
  /** Whether it can be used with monthly billing. */
  readonly monthly: boolean;
  readonly validUntil?: number;
}

interface Message {
  readonly message: string;
  readonly created: number;
  readonly author: { readonly name: string; readonly email: string; readonly telephone: string; readonly isSupport: boolean };
  readonly files: readonly string[];
}

/** `id` is the uid. */
export interface Ticket extends StoredRecord, Message {
  readonly customerNumber: number;
  readonly account?: string;
  readonly subject: string;
  readonly updated: number;
  readonly status: "open" | "in-progress" | "feedback" | "information" | "answered" | "done";
}

/** `id` is the uid. */
export interface TicketAnswer extends StoredRecord, Message {
  readonly ticket: string;
}

interface GdprRecord extends StoredRecord {
  /** Customer number of the login that created it. */
  readonly owner: number;
  readonly created: number;
}

export interface GdprContact extends GdprRecord {
  readonly name: string;
  readonly street: string;
  readonly houseNumber: string;
  readonly zipCode: string;
  readonly city: string;
  readonly mail: string;
  readonly type?: string;
}

export interface GdprTom extends GdprRecord {
  readonly content: string;
}

export interface GdprContract extends GdprRecord {
  readonly html: string;
  readonly tom: string;
  readonly client: string;
  readonly recipient: string;
  readonly isPartnerContract: boolean;
  readonly sent?: number;
  readonly reminded?: number;
  readonly confirmed?: number;
  readonly signer?: string;
}

export interface GdprContractPreset extends GdprRecord {
  readonly name: string;
  readonly description?: string;
  readonly config?: Readonly<Record<string, unknown>>;
}

export interface GdprPdf extends GdprRecord {
  readonly name: string;
  /** Base64. */
  readonly content: string;
}
