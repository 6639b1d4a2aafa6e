/* Written by `npm run generate` from the sources: what programs see of them. */

import type * as sdk from "../sdk/index.generated.js";

/** Everything a test can do with a sandbox in addition to calling its API. */
export interface Control {
  /**
   * Returns to the seed and the settings that the sandbox was started with, and forgets faults, requests and clock changes. Tokens of logins
   * that the seed has stay valid, and for as long as new ones: a client can be shared by all tests.
   */
  reset(): void;
  settings(): AllSettings;
  /** Changes the given settings. The gateway forgets windows and cached answers. Tokens and orders keep the times that they have. */
  configure(settings: Settings): void;
  snapshot(): Snapshot;
  restore(snapshot: Snapshot): void;
  /** Replaces all objects by those of a seed. */
  seed(seed: SeedChoice): void;
  /** The sandbox's time, in milliseconds since the epoch. */
  now(): number;
  /**
   * Sets the sandbox's clock, forward or back; it continues from there, independent of the machine's clock. Processes everything
   * that is due by then.
   */
  setTime(time: number): void;
  /** Moves the sandbox's clock forward, and processes everything that is due by then. */
  advance(milliseconds: number): void;
  /** Resolves when no webhook delivery is under way. */
  idle(): Promise<void>;
  readonly faults: FaultControl;
  readonly journal: JournalControl;
  /** Deliveries to webhooks, oldest first. */
  deliveries(): Delivery[];
  /** Mails and text messages that would have reached a person, oldest first. */
  outbox(): Mail[];
  readonly store: {
    readonly [N in CollectionName]: Objects<RecordOf<N>>;
  };
}

export interface FaultControl {
  /** Sets a fault and returns its identifier. */
  add(fault: Fault): string;
  /** Removes a fault; requests that it holds continue. False if there is none. */
  remove(id: string): boolean;
  /** Removes all faults; requests that they hold continue. */
  clear(): void;
  list(): ListedFault[];
  /** Requests that a fault of the kind `hold` holds now, in the order of their arrival. */
  held(): HeldRequest[];
  /** Continues all requests that are held now, or drops them without an answer. Returns their number. Default: `go-on`. */
  release(release?: Release): number;
}

export interface JournalControl {
  requests(filter?: JournalFilter): JournalEntry[];
  clear(): void;
}

/** Objects of one kind. A test can read and change them without the client's knowledge. */
export interface Objects<T extends {
  readonly id: string;
}> {
  all(): T[];
  get(id: string): T | undefined;
  /** Adds an object, and replaces one with the same id. */
  insert(record: T): T;
  /** Replaces members; a member given as undefined is removed. */
  update(id: string, changes: {
    readonly [K in Exclude<keyof T, "id">]?: T[K] | undefined;
  }): T;
  /** False if there was none. */
  delete(id: string): boolean;
}

/** When something goes wrong. */
export interface Fault {
  /** Identifier of an operation, such as `createWebhook`; `*` or undefined: any. */
  readonly operation?: string | undefined;
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | undefined;
  /** Only requests whose path starts like this. */
  readonly path?: string | undefined;
  /** Only requests whose body contains this text. */
  readonly body?: string | undefined;
  /** Which of the matching requests from now on (1 is the next), or all of them. Default 1. */
  readonly occurrence?: number | "always" | undefined;
  /** How many matching requests in a row, starting with `occurrence`. Default 1. */
  readonly times?: number | undefined;
  readonly effect: FaultEffect;
}

/**
 * What goes wrong:
 *
 * - `delay`: the request waits `ms` milliseconds of real time before it is handled.
 * - `reset-before`, `reset-after`: the connection is reset without an answer, before or after the effect.
 * - `timeout-before`, `timeout-after`: no answer is ever sent, without or with the effect.
 * - `truncate`: the answer announces its whole length, half of it is sent, and the connection ends.
 * - `stall`: half of the answer is sent, and then nothing more.
 * - `malformed`: the answer is not JSON, although its content type says so.
 * - `wrong-shape`: the answer is JSON of another shape: an object for a list, a list for an object.
 * - `status`: any status, with an optional body (text is sent as it is, everything else as JSON) and headers, `before` the effect
 *   (which then does not happen; the default) or `after` it.
 * - `body`: the effect, and the documented status with another body.
 * - `redirect`: a redirect to `location` (302 unless `status` says otherwise), without the effect.
 * - `hidden`: what the request creates stays invisible for `reads` reads: 403 when read by its identifier, missing in lists.
 * - `stale-list`: the request is answered as before the latest change that its answer shows, whatever the cache is told. If it
 *   would have been refused then, it is answered as of now.
 * - `hold`: the request waits until it is released, `before` the effect (the default) or `after` it. A request that is dropped
 *   then has no answer, and if it was held before its effect, no effect.
 * - `delete-all-subdomains`: the request deletes every subdomain of the domain, whichever it names.
 */
export type FaultEffect = {
  kind: "delay";
  ms: number;
} | {
  kind: "reset-before";
} | {
  kind: "reset-after";
} | {
  kind: "timeout-before";
} | {
  kind: "timeout-after";
} | {
  kind: "truncate";
} | {
  kind: "stall";
} | {
  kind: "malformed";
} | {
  kind: "wrong-shape";
} | {
  kind: "status";
  status: number;
  body?: unknown;
  headers?: Record<string, string> | undefined;
  when?: "after" | "before" | undefined;
} | {
  kind: "body";
  body: unknown;
} | {
  kind: "redirect";
  location: string;
  status?: number | undefined;
} | {
  kind: "hidden";
  reads: number;
} | {
  kind: "stale-list";
} | {
  kind: "hold";
  when?: "after" | "before" | undefined;
} | {
  kind: "delete-all-subdomains";
};

/** A held request. */
export interface HeldRequest {
  /** Identifier of the fault that holds it. */
  readonly fault: string;
  /** Whether it waits before its effect or after it. */
  readonly when: "before" | "after";
}

export interface ListedFault extends Fault {
  readonly id: string;
  /** Matching requests so far. */
  readonly seen: number;
}

/** What happens to a held request. */
export type Release = "go-on" | "drop";

/** A validated fault. */
export declare const faultSchema: Schema;

/** One request that reached the sandbox, without secrets. */
export interface JournalEntry {
  /** Position, starting at 1. */
  readonly number: number;
  /** The sandbox's time, in milliseconds since the epoch. */
  readonly at: number;
  /** Identifier of the operation; undefined if no route matches. */
  readonly operation: string | undefined;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Status of the answer; undefined if none was sent. */
  readonly status: number | undefined;
  /** Whether the request changed anything. */
  readonly effect: boolean;
  /** Kinds of the faults that applied to it. */
  readonly faults: readonly string[];
  /** User name of the login. */
  readonly login: string | undefined;
  readonly request: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
  readonly answer: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  } | undefined;
}

/** Which requests to return; an absent member matches all. */
export interface JournalFilter {
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  /** Start of the path. */
  readonly path?: string | undefined;
  /** Text that the body contains, as JSON and without secrets. */
  readonly body?: string | undefined;
  readonly status?: number | undefined;
  readonly effect?: boolean | undefined;
  /** Only requests with a greater number. */
  readonly after?: number | undefined;
}

export interface SandboxOptions extends EmulationOptions {
  /** Port to listen on. Default 0: any free one. */
  readonly port?: number;
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /** Further names, with a dot, by which control requests and web pages may call it, such as `sandbox.test`. */
  readonly allowHosts?: readonly string[];
  /** Whether the control routes are served below `/_sandbox`, which need no login. Default true. */
  readonly controlRoutes?: boolean;
  /** Source of the time; tests move it through `control.advance`. Default: the system's clock. */
  readonly clock?: Pick<sdk.Clock, "now">;
}

/** Options with which a sandbox cannot start. */
export declare class SandboxOptionsError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]);
}

/** Settings of which none is absent. */
export type AllSettings = Required<Settings> & {
  readonly readings: Readings;
};

export interface RateLimit {
  /** Size of a window; one request fewer is answered. */
  readonly limit: number;
  readonly windowMs: number;
}

/** How a sandbox behaves, as options at its start and as changes while it runs. */
export interface Settings {
  /** How to interpret the API where it is ambiguous. */
  readonly readings?: Partial<Readings>;
  /** Lifetime of a session token, in seconds. Default 86,400, a day. */
  readonly tokenLifetime?: number;
  /** Rate limit per caller. Default 1,000 in 15 minutes, as in the published gateway's example. */
  readonly rateLimit?: RateLimit | false;
  /** Whether the gateway caches answers to GET. Default true. */
  readonly cache?: boolean;
  /** Time from the order of a domain to its registration, in milliseconds of the sandbox's time. Default 2,000. */
  readonly registrationDelay?: number;
  /** How long a new account is `creating` and a deleted one `deleting`, in milliseconds. Default 0. */
  readonly accountDelay?: number;
  /** How long every new object stays invisible: for a number of reads, or a time in milliseconds. Default false: not at all. */
  readonly visibleAfter?: {
    readonly reads: number;
  } | {
    readonly ms: number;
  } | false;
}

export declare const defaultReadings: Readings;

/** How to interpret the API where it is ambiguous. */
export interface Readings {
  /**
   * Which subdomain `DELETE …/subdomains` deletes, because no path names it: those in a body `[{"name": "blog"}]` (a call without
   * one answers 400), the one whose full name replaces the domain in the path, all of the domain, or none because every call
   * answers 400.
   */
  readonly subdomainDeletion: "all" | "body" | "full-name" | "refused";
  /** Form of a subdomain's `name` in answers: as sent, or the full host name. */
  readonly subdomainName: "full-name" | "label";
  /** Target of a subdomain created without one: omitted from answers, or `/`. */
  readonly subdomainTarget: "absent" | "root";
  /** Form of international names in answers: `xn--…` or readable. */
  readonly internationalNames: "ascii" | "unicode";
  /**
   * When a deleted domain leaves the list: at once, or when its paid period ends (or on the given `cancellationDate`).
   */
  readonly domainDeletion: "immediate" | "scheduled";
  /** Name of the identifier in GDPR records; `none`: the answers contain none. */
  readonly gdprIdentifier: "_id" | "id" | "none" | "uid" | "uuid";
  /** What creating a second preset with the same name does: adds another one, overwrites the first, or fails with 500. */
  readonly presetWithExistingName: "overwrite" | "refused" | "second";
  /** How a GDPR contract's HTML is returned: as sent, or parsed and rewritten. */
  readonly html: "reserialised" | "verbatim";
  /** `password` in the answer that creates a virtual account: the one sent, a new one, or none. */
  readonly virtualAccountPassword: "absent" | "echoed" | "generated";
  /** Creating a second virtual account with the same `virtualName`: fails with 400, or adds another one. */
  readonly existingVirtualName: "refused" | "second";
  /** Status of a created virtual account. */
  readonly virtualAccountCreated: 200 | 201;
  /** Status of a deleted virtual account. */
  readonly virtualAccountDeleted: 200 | 202 | 204;
  /** `headers` and `parameters` that a webhook update omits: cleared, or kept. */
  readonly webhookUpdate: "cleared" | "kept";
  /** How empty `headers` and `parameters` of a webhook are returned. */
  readonly emptyMembers: "absent" | "array" | "null" | "object";
  /** Who chooses an application token's secret: the server, or the caller if one is sent. */
  readonly applicationTokenSecret: "caller" | "server";
  /** `crdate` of application tokens: ISO string, or Unix time. */
  readonly applicationTokenDate: "number" | "string";
  /** Whether a login from a known device needs no code of an authenticator (TOTP), or needs one each time. */
  readonly totpOfKnownDevice: "required" | "skipped";
  /** Whether deleting an application token ends the sessions it opened. */
  readonly deletionEndsSessions: boolean;
  /** Empty lists: `null` in the areas accounts, GDPR and tickets and `[]` elsewhere, or the same everywhere. */
  readonly emptyLists: "array" | "mixed" | "null";
  /** Status of the redirect from an identical contact person or billing recipient to the contract partner. */
  readonly contactRedirect: 301 | 303;
  /**
   * Scheme of redirects. The published gateway writes `https` unless a proxy says otherwise (`X-Forwarded-Proto`), but the sandbox
   * speaks HTTP, and no common HTTP client could follow it. So this default is not the gateway's.
   */
  readonly redirectScheme: "http" | "https";
  /** Element of the contract lists: with uid and integer dates, or only title, start and duration. */
  readonly contracts: "full" | "short";
  /** A booked benefit: one object, or a list. */
  readonly benefits: "array" | "object";
  /** Guest operating systems: a list, or one object. */
  readonly guestOperatingSystems: "array" | "object";
  /** Answer to recommending a cart: id, pin and date, or the cart. */
  readonly recommendation: "cart" | "recommendation";
  /** `description` of articles: text, or an object of title and text. */
  readonly articleDescription: "object" | "string";
  /** Members that an update of a contact omits: cleared, or kept. */
  readonly contactUpdate: "cleared" | "kept";
  /** Members that an update of a cart omits: kept, or cleared. */
  readonly cartUpdate: "cleared" | "kept";
  /** Which carts need a code by SMS before checkout: those that name a new contract partner, all, or none. */
  readonly checkoutVerification: "always" | "never" | "new-customers";
  /** Members that only the provider sets, such as `uid`, in a webhook or cart that is sent back as read. */
  readonly readOnlyMembers: "ignored" | "refused";
  /** `phone` of the recipient of an offer: optional and in any form, as older clients send it; or only in the documented form. */
  readonly offerPhone: "any" | "described";
  /** Elements of the list of mail templates. */
  readonly mailTemplates: "object" | "string";
}

export type CollectionName = keyof Records;

export type MailAddress = RecordOf<"mailAddresses">;

/** Record of collection `N`. */
export type RecordOf<N extends CollectionName> = Records[N];

/** Every collection with the type of its records. */
export interface Records {
  logins: Login;
  sessions: Session;
  challenges: Challenge;
  applicationTokens: ApplicationToken;
  customers: Customer;
  accounts: Account;
  domains: Domain;
  subdomains: Subdomain;
  foreignDomains: ForeignDomain;
  topLevelDomains: TopLevelDomain;
  articles: Article;
  resellers: Reseller;
  mailAddresses: {
    /** Key within the collection. */
    id: string;
    account: string;
    fullName: string;
  };
  installations: Installation;
  contracts: Contract;
  cancellations: Cancellation;
  invoices: Invoice;
  paymentReceipts: PaymentReceipt;
  carts: Cart;
  offers: Offer;
  orders: Order;
  promotionCodes: PromotionCode;
  tickets: Ticket;
  ticketAnswers: TicketAnswer;
  webhooks: Webhook;
  deliveries: Delivery;
  mails: Mail;
  gdprContacts: GdprContact;
  gdprToms: GdprTom;
  gdprContracts: GdprContract;
  gdprContractPresets: GdprContractPreset;
  gdprPdfs: GdprPdf;
}

/** Connects to the control routes of a running sandbox at its base address, such as `http://127.0.0.1:4010`. */
export declare function connectSandbox(url: string): Promise<RemoteControl>;

/** Same as `Control`, for a sandbox in another process. */
export type RemoteControl = Remote<Control>;

/** A seed, or the name of a built-in one. */
export type SeedChoice = Seed | SeedName;

/**
 * The built-in seeds: `default` (a reseller with two customers), `empty` (a reseller without customers), `agency`
 * (a reseller with dozens of customers) and `large` (with 300 customers). The login of each is `reseller` with the password `sandbox-password`.
 */
export declare const seedNames: readonly SeedName[];

/**
 * What exists in a sandbox at its start. If articles, top-level domains, promotion codes or
 * foreign domains are left out, those of the built-in catalogue are used.
 */
export interface Seed {
  installations?: {
    account: string;
    software: string;
    version: string;
    installPath: string;
    host: string;
    extensions?: {
      key: string;
      name: string;
      version: string;
    }[] | undefined;
    archiveFrom?: number | undefined;
  }[] | undefined;
  resellers?: {
    uid: number;
    name: string;
    customerNumber: number;
  }[] | undefined;
  promotionCodes?: {
    code: string;
    description: string;
    percent: number;
    articles?: number[] | undefined;
    monthly?: boolean | undefined;
    validForDays?: number | undefined;
  }[] | undefined;
  tickets?: {
    customerNumber: number;
    subject: string;
    message: string;
    status: "answered" | "done" | "feedback" | "in-progress" | "information" | "open";
    account?: string | undefined;
    daysAgo?: number | undefined;
  }[] | undefined;
  foreignDomains?: {
    fullname: string;
    authcode?: string | undefined;
  }[] | undefined;
  topLevelDomains?: {
    name: string;
    description: string;
    articleNumber: number;
    price: string;
    agencyPrice: string;
    setupFee: string;
    isAllowedAsInclusiveDomain: boolean;
    uid?: number | undefined;
  }[] | undefined;
  articles?: {
    articleNumber: number;
    title: string;
    text: string;
    group: string;
    net: number;
    setupFee: number;
    isOrderable: boolean;
    createsAccount?: boolean | undefined;
    benefits?: Record<string, unknown> | undefined;
    limits?: Record<string, number> | undefined;
    upgrades?: number[] | undefined;
    options?: number[] | undefined;
  }[] | undefined;
  webhooks?: {
    login: string;
    method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT";
    url: string;
    id?: string | undefined;
    headers?: Record<string, string> | undefined;
    parameters?: {
      key?: string | undefined;
      value?: string | undefined;
    } | undefined;
  }[] | undefined;
  applicationTokens?: {
    login: string;
    description: string;
    id?: string | undefined;
    secret?: string | undefined;
    createdAt?: string | undefined;
  }[] | undefined;
  gdprContacts?: {
    owner: number;
    name: string;
    street: string;
    houseNumber: string;
    zipCode: string;
    city: string;
    mail: string;
    id?: string | undefined;
    createdAt?: string | undefined;
    type?: string | undefined;
  }[] | undefined;
  gdprToms?: {
    owner: number;
    content: string;
    id?: string | undefined;
    createdAt?: string | undefined;
  }[] | undefined;
  gdprContracts?: {
    owner: number;
    html: string;
    tom: string;
    client: string;
    recipient: string;
    id?: string | undefined;
    createdAt?: string | undefined;
    isPartnerContract?: boolean | undefined;
    sentAt?: string | undefined;
    remindedAt?: string | undefined;
    confirmedAt?: string | undefined;
    signer?: string | undefined;
  }[] | undefined;
  gdprContractPresets?: {
    owner: number;
    name: string;
    id?: string | undefined;
    createdAt?: string | undefined;
    description?: string | undefined;
    config?: Record<string, unknown> | undefined;
  }[] | undefined;
  gdprPdfs?: {
    owner: number;
    name: string;
    id?: string | undefined;
    createdAt?: string | undefined;
    content?: string | undefined;
  }[] | undefined;
  mailAddresses?: {
    account: string;
    fullName: string;
    id?: string | undefined;
  }[] | undefined;
  logins?: {
    username: string;
    password: string;
    customerNumber: number;
    emailAddress?: string | undefined;
    secondFactor?: {
      name: "TOTP";
      code: string;
    } | {
      name: "DeviceCookie";
    } | undefined;
  }[] | undefined;
  customers?: {
    customerNumber: number;
    reseller?: number | undefined;
    prospect?: boolean | undefined;
    contractPartner?: {
      firstName?: string | undefined;
      lastName?: string | undefined;
      title?: string | undefined;
      salutation?: string | undefined;
      company?: string | undefined;
      street?: string | undefined;
      houseNumber?: string | undefined;
      zip?: string | undefined;
      city?: string | undefined;
      country?: string | undefined;
      emailAddress?: string | undefined;
      phone?: string | undefined;
      fax?: string | undefined;
      vat?: string | undefined;
    } | undefined;
    contactPerson?: {
      firstName?: string | undefined;
      lastName?: string | undefined;
      title?: string | undefined;
      salutation?: string | undefined;
      company?: string | undefined;
      street?: string | undefined;
      houseNumber?: string | undefined;
      zip?: string | undefined;
      city?: string | undefined;
      country?: string | undefined;
      emailAddress?: string | undefined;
      phone?: string | undefined;
      fax?: string | undefined;
      vat?: string | undefined;
    } | undefined;
    billingRecipient?: {
      firstName?: string | undefined;
      lastName?: string | undefined;
      title?: string | undefined;
      salutation?: string | undefined;
      company?: string | undefined;
      street?: string | undefined;
      houseNumber?: string | undefined;
      zip?: string | undefined;
      city?: string | undefined;
      country?: string | undefined;
      emailAddress?: string | undefined;
      phone?: string | undefined;
      fax?: string | undefined;
      vat?: string | undefined;
    } | undefined;
    vatID?: string | undefined;
    postalInvoices?: boolean | undefined;
    paymentSettings?: Record<string, unknown> | undefined;
  }[] | undefined;
  accounts?: {
    name: string;
    customerNumber: number;
    description?: string | undefined;
    articleNumber?: number | undefined;
    adviser?: number | undefined;
    virtualName?: string | undefined;
    password?: string | undefined;
    uid?: number | undefined;
    disabled?: boolean | undefined;
    activateShell?: boolean | undefined;
  }[] | undefined;
  contracts?: {
    customerNumber: number;
    articleNumber: number;
    uid?: number | undefined;
    account?: string | undefined;
    additional?: number[] | undefined;
    createdAt?: string | undefined;
    billingPeriod?: number | undefined;
  }[] | undefined;
  domains?: {
    account: string;
    fullname: string;
    external?: boolean | undefined;
    target?: string | undefined;
    registryStatus?: string | undefined;
    attachments?: ("certificate" | "exchange")[] | undefined;
    www?: boolean | undefined;
    subdomains?: {
      name: string;
      target?: string | undefined;
      certificate?: boolean | undefined;
      uid?: number | undefined;
    }[] | undefined;
  }[] | undefined;
}

/** A running sandbox. */
export interface Sandbox {
  /** Base address; the API's paths, `/v1/…`, are below it. */
  readonly url: string;
  readonly control: Control;
  /** Stops listening, and ends all connections and deliveries. */
  close(): Promise<void>;
}

/**
 * Starts an emulator of the API.
 *
 * @throws SandboxOptionsError
 */
export declare function startSandbox(options?: SandboxOptions): Promise<Sandbox>;

/** Everything that the store contains, as plain JSON. */
export interface Snapshot {
  readonly version: 1;
  /** The sandbox's time, in milliseconds since the epoch. */
  readonly time: number;
  /** Last number issued, by sequence. */
  readonly sequences: Readonly<Record<string, number>>;
  readonly invisible: Readonly<Record<string, Invisibility>>;
  readonly collections: {
    readonly [N in CollectionName]?: readonly RecordOf<N>[];
  };
}

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
  readonly secondFactor?: {
    readonly name: "TOTP";
    readonly codeHash: string;
  } | {
    readonly name: "DeviceCookie";
  };
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
  readonly billingSettings: {
    readonly vatID?: string;
    readonly postalInvoices: boolean;
  };
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
  readonly virtual?: {
    readonly virtualName: string;
    readonly passwordHash: string;
  };
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
  readonly parameters?: {
    readonly key?: string | undefined;
    readonly value?: string | undefined;
  };
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
  readonly attempts: readonly {
    readonly at: number;
    readonly status?: number;
    readonly problem?: string;
  }[];
}

/** A message that would have reached a person. */
export interface Mail extends StoredRecord {
  readonly at: number;
  readonly channel: "mail" | "sms";
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly attachment?: {
    readonly name: string;
    readonly contentType: string;
    readonly content: string;
  };
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
  readonly extensions: readonly {
    readonly key: string;
    readonly name: string;
    readonly version: string;
  }[];
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
  readonly items: readonly {
    readonly title: string;
    readonly text: string;
    readonly net: number;
    readonly amount: number;
  }[];
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
  readonly verification?: {
    readonly recipient: string;
    readonly pinHash: string;
    readonly confirmed: boolean;
  };
  /** A recommended template and the carts created from it require its pin at checkout. */
  readonly recommendation?: {
    readonly pinHash: string;
    readonly expires: number;
  };
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
  readonly kind: "cart" | "partner-program" | "partner-box" | "test-account" | "test-agency" | "shop-test-agency" | "vip-test-agency";
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

interface EmulationOptions extends Settings {
  /** What exists at the start, and after a reset. Default `default`. */
  readonly seed?: SeedChoice;
  /** A state to continue from instead of the seed; a reset still returns to the seed. */
  readonly snapshot?: Snapshot;
  /** Called after each request with its log entry. */
  readonly onRequest?: (entry: JournalEntry) => void;
}

/** `T` with every function asynchronous. */
type Remote<T> = {
  readonly [K in keyof T]: T[K] extends (...parameters: infer P) => infer R ? (...parameters: P) => Promise<Awaited<R>> : Remote<T[K]>;
};

type SeedName = "agency" | "default" | "empty" | "large";

/** How long a new object stays invisible: for a number of reads that would have shown it, or until a time. */
type Invisibility = {
  readonly reads: number;
} | {
  readonly until: number;
};

interface Message {
  readonly message: string;
  readonly created: number;
  readonly author: {
    readonly name: string;
    readonly email: string;
    readonly telephone: string;
    readonly isSupport: boolean;
  };
  readonly files: readonly string[];
}

interface GdprRecord extends StoredRecord {
  /** Customer number of the login that created it. */
  readonly owner: number;
  readonly created: number;
}

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
