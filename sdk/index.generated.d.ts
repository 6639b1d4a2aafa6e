/* Written by `npm run generate` from the sources: what programs see of them. */

import type * as undici from "undici";

/**
 * Creates a client for one login. It sends nothing and opens no connection before the first call.
 *
 * @throws ConfigurationError for invalid options.
 */
export declare function createClient(options: ClientOptions): Client;

/**
 * Creates a client with some areas, which `pulumi-hosting/sdk/areas` exports, so that a bundle does not have the others:
 * `createClientOf({ webhooks }, options)`.
 *
 * @throws ConfigurationError for invalid options.
 */
export declare function createClientOf<Area extends keyof Operations>(areas: Pick<Operations, Area>, options: ClientOptions): ClientOf<Area>;

/** What a call gave, and the head of its answer. */
export interface Answered<T> {
  readonly data: T;
  /** The last answer to the call, without secrets: status, header fields, request and duration. */
  readonly response: AnswerEvent & {
    readonly status: number;
  };
}

/** One operation of the API as a function. */
export type Call<O extends Operation> = ((...args: Arguments<O>) => CallPromise<ResultOf<O>>) & Paged<O> & Alternate<O>;

/** The result of a call that has been sent. */
export interface CallPromise<T> extends Promise<T> {
  /** The result together with status and header fields of its answer. Rejects as the call does. */
  withResponse(): Promise<Answered<T>>;
}

/** The whole API: `client.<area>.<verb>(input, options)`. */
export interface Client extends Areas {
  /** Every secret that the client knows, for masking them in other texts. */
  readonly secrets: Secrets;
  /**
   * The provider's time in milliseconds since the epoch, derived from the `Date` of its answers. It is accurate to a second plus
   * half the duration of the answer. Undefined until an answer contains a date.
   */
  providerTime(): number | undefined;
  /**
   * This client with default options for its calls. An option of the call itself takes precedence; `retry` and `headers` are merged, and
   * either `signal` ends the call. Token, connections and limits are shared.
   *
   * @throws ConfigurationError for invalid options.
   */
  with(defaults: CallOptions): Client;
  /**
   * Sends a request that no operation of the table covers, with the same login, rate window, retries, checks and redaction. Values belong into
   * parameters, which no value can leave: `request("GET", "/v1/things/{id}", { id })`. The result is the answer's JSON, unchecked, or
   * undefined if it is empty. Except for GET and HEAD, it is sent again only if it certainly had no effect, or as `repeat` says; what the table
   * covers, as the table says.
   */
  request(method: Method, path: `/v1/${string}`, input?: RequestInput, options?: RequestOptions): CallPromise<unknown>;
  /**
   * Waits for the calls under way, or ends them with `{ abort: true }`, then closes the connections. A file that has not been read
   * to its end by then is cut off. A call can wait as long as its timeout and `maxRateLimitWait` allow. A second call may still abort.
   */
  close(options?: CloseOptions): Promise<void>;
  /** Same as `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A client that has some areas of the API. */
export type ClientOf<Area extends keyof Operations> = Omit<Client, Exclude<keyof Operations, Area> | "with"> & {
  /** As `with` of a client that has all areas. */
  with(defaults: CallOptions): ClientOf<Area>;
};

/** Input of `client.request`: texts for the parameters of its path, by name (a whole number for `customerNumber`), `query` and `body`. */
export interface RequestInput {
  /** Texts, numbers, `true` and `false`. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /** Anything that JSON represents. Members with names such as `password` are masked in messages; GET and HEAD have no body. */
  readonly body?: unknown;
  readonly [parameter: string]: unknown;
}

export declare const systemClock: Clock;

/** Time as the package sees it; tests have their own clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `milliseconds`; rejects with the reason of `signal` as soon as that aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/**
 * The identifier of a record, in the type that the operations take. No source promises these members, so most of them are optional
 * in the models. Each function throws an `AnswerError` if the answer has none.
 */
export declare const identifierOf: {
  /** `accountIdentifier` of an account or virtual account. */
  readonly account: (record: IdentifierMembers<"name" | "uid">) => string;
  /** `articleNumber` in a path. */
  readonly article: (record: IdentifierMembers<"articleNumber">) => string;
  /** `cancellationIdentifier`. */
  readonly cancellation: (record: IdentifierMembers<"uid">) => string;
  /** `cartIdentifier`. */
  readonly cart: (record: IdentifierMembers<"_id">) => string;
  /** `itemIdentifier` of an item in a cart. */
  readonly cartItem: (record: IdentifierMembers<"_id">) => string;
  /** `contract` of a cancellation. */
  readonly contract: (record: IdentifierMembers<"uid">) => number;
  /** `customerNumber` of a customer that was created. */
  readonly customer: (record: IdentifierMembers<"customerNumber">) => number;
  /** `contractIdentifier`, `contractPresetIdentifier`, `contactIdentifier`, `tomIdentifier` or `pdfIdentifier` of a GDPR record. */
  readonly gdprRecord: (record: IdentifierMembers<"id" | "uuid" | "uid" | "_id">) => string;
  /** `installationIdentifier`. */
  readonly installation: (record: IdentifierMembers<"uid">) => string;
  /** `invoiceNumber` in a path. */
  readonly invoice: (record: IdentifierMembers<"invoiceNumber">) => string;
  /** `ticketIdentifier`. */
  readonly ticket: (record: IdentifierMembers<"uid">) => string;
  /** `topLevelDomainIdentifier`. */
  readonly topLevelDomain: (record: IdentifierMembers<"name">) => string;
  /** `webhookIdentifier`. */
  readonly webhook: (record: IdentifierMembers<"uid">) => string;
};

/**
 * A file: its content in Base64, or the bytes themselves as a `Buffer` or another `Uint8Array`, a `Blob`, a stream of Node or of the web, or
 * the `file:` URL of a file on this machine. A path as text would let data that a program passes on name any file.
 */
export type FileContent = string | Uint8Array | {
  arrayBuffer(): Promise<ArrayBuffer>;
} | AsyncIterable<Uint8Array | string> | URL;

/** Information for a person who is watching, although nothing has failed. */
export interface Notice {
  /** `retry`: a call is retried. `rate-limit`: a call waits for the rate window. `token`: the token was renewed. */
  readonly kind: "retry" | "rate-limit" | "token";
  /** Ready to print, without secrets. */
  readonly message: string;
}

/** A file in an answer, which can be read once. Until it is read to its end or discarded, it can occupy a connection. */
export interface BinaryContent {
  readonly contentType: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** Discards the file and frees its connection; reading on throws an `AbortError`. No effect once it is read. */
  discard(): void;
  /** Same as `discard`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** How well a part of an operation is known: `documented` by the API, `inferred` from a schema with a similar name, or `unknown`. */
export type Evidence = "documented" | "inferred" | "unknown";

/** What a call of the operation takes: path parameters by name, `query`, `body`. */
export type InputOf<O extends Operation> = Parameters<O> & QueryInput<O> & BodyInput<O>;

/** A method of HTTP. The operations of the table use `GET`, `POST`, `PUT` and `DELETE`. */
export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One operation of the API: a row of the table, from which client, sandbox, documents and tests are derived. */
export interface Operation {
  /** Unique name, for example `createWebhook`. */
  readonly id: string;
  readonly method: Method;
  /** Path below the base address; `{customerNumber}` is an integer, every other parameter a string. */
  readonly path: `/v1/${string}`;
  readonly purpose: string;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Outcomes by status. Any other 2xx is decoded like the first success listed. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** The result as a file, if `Accept` requests its content type. */
  readonly alternate?: BinaryAnswer;
  /** Content type to request if it is not JSON; see {@link asFile}. */
  readonly accept?: string;
  readonly repeat: RepeatClass;
  /**
   * How a list is paged. `offset`: by `limit` and `offset`, 20 elements by default; `key` is the member that identifies an
   * element, which reveals a server that ignores `offset`. `limit`: only a maximum number. Undefined: all in one answer.
   */
  readonly paging?: {
    readonly by: "offset";
    readonly key: string;
  } | {
    readonly by: "limit";
  };
  readonly evidence: {
    /** `unknown`: the statuses in `answers` are assumptions. */
    readonly status: Evidence;
    readonly body?: Evidence;
    readonly answer: Evidence;
  };
  /** What a caller should know in addition to purpose and schemas. */
  readonly notes?: readonly string[];
}

/**
 * What sending the same request twice would do, and thus whether it may be retried:
 *
 * - `safe`: changes nothing.
 * - `idempotent`: sending it twice has the effect of sending it once.
 * - `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
 * - `billable`: sending it twice costs money, or deletes what was paid for.
 * - `notifying`: sending it twice contacts a person again (mail, SMS, legal act).
 */
export type RepeatClass = "safe" | "idempotent" | "ambiguous" | "billable" | "notifying";

/** Result of a successful call of the operation. */
export type ResultOf<O extends Operation> = ResultOfAnswer<O["answers"][keyof O["answers"]]>;

/** The operation table: every operation once, by area and verb. */
export declare const operations: Operations;

export interface Operations {
  /** Logins, and the application tokens with which programs log in. */
  readonly authentication: AuthenticationOperations;
  /** Web-hosting accounts of customers, virtual accounts, and the software installed in an account. */
  readonly accounts: AccountsOperations;
  /** Resellers, and the types of database that an account can have. */
  readonly resellers: ResellersOperations;
  /** Domains, subdomains and top-level domains. */
  readonly domains: DomainsOperations;
  /** Mail addresses of an account. */
  readonly mail: MailOperations;
  /** Software that can be installed, and its extensions. */
  readonly software: SoftwareOperations;
  /** Customers: contract partner, contact person, billing and payment settings, booked benefits and invoices. */
  readonly customers: CustomersOperations;
  /** Contracts and their cancellation. */
  readonly contracts: ContractsOperations;
  /** Carts and offers: everything up to the binding order. */
  readonly carts: CartsOperations;
  /** Orders without a cart: partner programme, test accounts and agency packages. */
  readonly orders: OrdersOperations;
  /** What can be ordered: articles and their upgrades, promotion codes, operating systems. Also the conversion of bank data. */
  readonly catalogue: CatalogueOperations;
  /** Calls that the provider sends when an event occurs. */
  readonly webhooks: WebhooksOperations;
  /** Data-protection (GDPR) contracts and their parts: presets, PDFs, contacts, technical and organisational measures (TOM). */
  readonly gdpr: GdprOperations;
  /** Support tickets and their answers. */
  readonly tickets: TicketsOperations;
  /** Mails to customers and to other addresses, based on templates. */
  readonly mailing: MailingOperations;
}

/** Logins, and the application tokens with which programs log in. */
interface AuthenticationOperations {
  /** Request a new API token: `POST /v1/authenticate`. */
  readonly authenticate: {
    readonly id: "authenticate";
    readonly method: "POST";
    readonly path: "/v1/authenticate";
    readonly purpose: "request a new API token";
    readonly body: Schema<AuthenticationRequest, AuthenticationRequest>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<AuthenticationResponse>>;
      readonly 202: JsonAnswer<Schema<AuthenticationIncompleteResponse>>;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "idempotent";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["Needs no token, and the published gateway does not limit its rate.", "An application token logs in with its uuid as user name and its secret as password, and needs no second factor.", "After a login with a password from an unknown device, the provider mails a pin.", "The answer that asks for a second factor may have no body."];
  };
  /** List created application tokens: `GET /v1/authentication/tokens`. */
  readonly listTokens: {
    readonly id: "listApplicationTokens";
    readonly method: "GET";
    readonly path: "/v1/authentication/tokens";
    readonly purpose: "list created application tokens";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<ApplicationToken[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Store a new application token: `POST /v1/authentication/tokens`. */
  readonly createToken: {
    readonly id: "createApplicationToken";
    readonly method: "POST";
    readonly path: "/v1/authentication/tokens";
    readonly purpose: "store a new application token";
    readonly body: Schema<ApplicationTokenInput, ApplicationTokenInput>;
    readonly answers: {
      readonly 201: JsonAnswer<Schema<ApplicationTokenResponse>>;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly [`${string} If the answer was lost, the application token is useless: delete it.`];
  };
  /** Delete an application token: `DELETE /v1/authentication/tokens/{uuid}`. */
  readonly deleteToken: {
    readonly id: "deleteApplicationToken";
    readonly method: "DELETE";
    readonly path: "/v1/authentication/tokens/{uuid}";
    readonly purpose: "delete an application token";
    readonly answers: {
      readonly 200: EmptyAnswer;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["Answers 200, not 204.", "Deleting the token that the login uses ends your own access."];
  };
}

/** Web-hosting accounts of customers, virtual accounts, and the software installed in an account. */
interface AccountsOperations {
  /** Read an account: `GET /v1/accounts/{accountIdentifier}`. */
  readonly get: {
    readonly id: "getAccount";
    readonly method: "GET";
    readonly path: "/v1/accounts/{accountIdentifier}";
    readonly purpose: "read an account";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Account>>;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["The identifier is the account's name (p123456) or its uid."];
  };
  /** Read the accounts of a customer: `GET /v1/customers/{customerNumber}/accounts`. */
  readonly listByCustomer: {
    readonly id: "listCustomerAccounts";
    readonly method: "GET";
    readonly path: "/v1/customers/{customerNumber}/accounts";
    readonly purpose: "read the accounts of a customer";
    readonly query: Schema<{
      /** Include accounts that the customer shares but does not own; default false. */
      advised?: boolean | undefined;
      /** Include accounts that the customer owns; default true. */
      owned?: boolean | undefined;
      /** Names of the members to answer with, separated by commas; default all. */
      fields?: string | undefined;
    }, {
      /** Include accounts that the customer shares but does not own; default false. */
      advised?: boolean | undefined;
      /** Include accounts that the customer owns; default true. */
      owned?: boolean | undefined;
      /** Names of the members to answer with, separated by commas; default all. */
      fields?: string | undefined;
    }>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<ListedAccount[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Read software installations of an account: `GET /v1/accounts/{accountIdentifier}/installations`. */
  readonly listInstallations: {
    readonly id: "listAccountInstallations";
    readonly method: "GET";
    readonly path: "/v1/accounts/{accountIdentifier}/installations";
    readonly purpose: "read software installations of an account";
    readonly query: Schema<{
      /** Only the installation in this directory. */
      installPath?: string | undefined;
    }, {
      /** Only the installation in this directory. */
      installPath?: string | undefined;
    }>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<SoftwareInstallation[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** List virtual accounts: `GET /v1/customers/{customerNumber}/virtualaccounts`. */
  readonly listVirtual: {
    readonly id: "listVirtualAccounts";
    readonly method: "GET";
    readonly path: "/v1/customers/{customerNumber}/virtualaccounts";
    readonly purpose: "list virtual accounts";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<VirtualAccount[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "unknown";
      readonly answer: "inferred";
    };
    readonly notes: readonly ["Whether the list is paged is unknown."];
  };
  /** Create a virtual account: `POST /v1/customers/{customerNumber}/virtualaccounts`. */
  readonly createVirtual: {
    readonly id: "createVirtualAccount";
    readonly method: "POST";
    readonly path: "/v1/customers/{customerNumber}/virtualaccounts";
    readonly purpose: "create a virtual account";
    readonly body: Schema<VirtualAccountInput, VirtualAccountInput>;
    readonly answers: {
      readonly 201: JsonAnswer<Schema<VirtualAccountOutput>>;
    };
    readonly repeat: "billable";
    readonly evidence: {
      readonly status: "unknown";
      readonly body: "inferred";
      readonly answer: "inferred";
    };
    readonly notes: readonly ["Orders the article for the customer.", string];
  };
  /** Delete a virtual account: `DELETE /v1/customers/{customerNumber}/virtualaccounts/{accountIdentifier}`. */
  readonly deleteVirtual: {
    readonly id: "deleteVirtualAccount";
    readonly method: "DELETE";
    readonly path: "/v1/customers/{customerNumber}/virtualaccounts/{accountIdentifier}";
    readonly purpose: "delete a virtual account";
    readonly answers: {
      readonly 204: EmptyAnswer;
    };
    readonly repeat: "billable";
    readonly evidence: {
      readonly status: "unknown";
      readonly answer: "unknown";
    };
    readonly notes: readonly ["Deletes the web site and its data.", "The identifier is the account's name or its uid."];
  };
}

/** Resellers, and the types of database that an account can have. */
interface ResellersOperations {
  /** Read a reseller: `GET /v1/resellers/{resellerIdentifier}`. */
  readonly get: {
    readonly id: "getReseller";
    readonly method: "GET";
    readonly path: "/v1/resellers/{resellerIdentifier}";
    readonly purpose: "read a reseller";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Reseller>>;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** List database types: `GET /v1/databasetypes`. */
  readonly listDatabaseTypes: {
    readonly id: "listDatabaseTypes";
    readonly method: "GET";
    readonly path: "/v1/databasetypes";
    readonly purpose: "list database types";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<DatabaseType[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
}

/** Domains, subdomains and top-level domains. */
interface DomainsOperations {
  /** List domains of an account: `GET /v1/accounts/{accountIdentifier}/domains`. */
  readonly list: {
    readonly id: "listDomains";
    readonly method: "GET";
    readonly path: "/v1/accounts/{accountIdentifier}/domains";
    readonly purpose: "list domains of an account";
    readonly query: Schema<{
      /** Elements per page; default 20, with `each` 100. The maximum is unknown. */
      limit?: number | undefined;
      /** Index of the first element of the page; default 0. */
      offset?: number | undefined;
    }, {
      /** Elements per page; default 20, with `each` 100. The maximum is unknown. */
      limit?: number | undefined;
      /** Index of the first element of the page; default 0. */
      offset?: number | undefined;
    }>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Domain[]>>;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "safe";
    readonly paging: {
      readonly by: "offset";
      readonly key: "fullname";
    };
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Register a domain or start a transfer: `POST /v1/accounts/{accountIdentifier}/domains`. */
  readonly register: {
    readonly id: "registerDomain";
    readonly method: "POST";
    readonly path: "/v1/accounts/{accountIdentifier}/domains";
    readonly purpose: "register a domain or start a transfer";
    readonly body: Schema<DomainRegistration, DomainRegistration>;
    readonly answers: {
      readonly 201: JsonAnswer<Schema<Domain[]>>;
      readonly 400: FailureAnswer;
    };
    readonly repeat: "billable";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["Billed for twelve months in advance, without refund.", "The registration continues after the answer.", "The domain is created with a www subdomain."];
  };
  /** Delete or cancel a domain: `DELETE /v1/accounts/{accountIdentifier}/domains/{domainIdentifier}`. */
  readonly delete: {
    readonly id: "deleteDomain";
    readonly method: "DELETE";
    readonly path: "/v1/accounts/{accountIdentifier}/domains/{domainIdentifier}";
    readonly purpose: "delete or cancel a domain";
    readonly body: Schema<DomainDeletionRequest | undefined, DomainDeletionRequest | undefined>;
    readonly answers: {
      readonly 204: EmptyAnswer;
      readonly 400: FailureAnswer;
    };
    readonly repeat: "billable";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "inferred";
      readonly answer: "documented";
    };
    readonly notes: readonly ["Ends a domain that has been paid for.", "No description gives this operation a body, but the schema of its body fits no other operation. Send it only if the release matters.", "The domain may stay listed until the cancellation takes effect."];
  };
  /** Read the transfer auth code of a domain: `GET /v1/accounts/{accountIdentifier}/domains/{domainIdentifier}/authcode`. */
  readonly getAuthCode: {
    readonly id: "getDomainAuthCode";
    readonly method: "GET";
    readonly path: "/v1/accounts/{accountIdentifier}/domains/{domainIdentifier}/authcode";
    readonly purpose: "read the transfer auth code of a domain";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<DomainAuthCode>>;
      readonly 404: FailureAnswer;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["Anyone with the code can take over the domain. Reading it may leave a trace at the registry."];
  };
  /** Check availability of a domain: `POST /v1/domains/{domainIdentifier}/actions/check`. */
  readonly check: {
    readonly id: "checkDomainAvailability";
    readonly method: "POST";
    readonly path: "/v1/domains/{domainIdentifier}/actions/check";
    readonly purpose: "check availability of a domain";
    readonly answers: {
      readonly 200: ValueAnswer<"available">;
      readonly 410: ValueAnswer<"taken">;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** List subdomains: `GET /v1/accounts/{accountIdentifier}/domains/{domainIdentifier}/subdomains`. */
  readonly listSubdomains: {
    readonly id: "listSubdomains";
    readonly method: "GET";
    readonly path: "/v1/accounts/{accountIdentifier}/domains/{domainIdentifier}/subdomains";
    readonly purpose: "list subdomains";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Subdomain[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Create a subdomain: `POST /v1/accounts/{accountIdentifier}/domains/{domainIdentifier}/subdomains`. */
  readonly createSubdomains: {
    readonly id: "createSubdomains";
    readonly method: "POST";
    readonly path: "/v1/accounts/{accountIdentifier}/domains/{domainIdentifier}/subdomains";
    readonly purpose: "create a subdomain";
    readonly body: Schema<SubdomainCreationBody[], SubdomainCreationBody[]>;
    readonly answers: {
      readonly 201: JsonAnswer<Schema<Subdomain[]>>;
      readonly 400: FailureAnswer;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
  };
  /** Delete a subdomain: `DELETE /v1/accounts/{accountIdentifier}/domains/{domainIdentifier}/subdomains`. */
  readonly deleteSubdomain: {
    readonly id: "deleteSubdomain";
    readonly method: "DELETE";
    readonly path: "/v1/accounts/{accountIdentifier}/domains/{domainIdentifier}/subdomains";
    readonly purpose: "delete a subdomain";
    readonly body: Schema<SubdomainReference[], SubdomainReference[]>;
    readonly answers: {
      readonly 200: EmptyAnswer;
      readonly 400: FailureAnswer;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "unknown";
      readonly answer: "documented";
    };
    readonly notes: readonly ["No source says how to name the subdomain to delete. The body is assumed to be like the one of creation.", "A call without a body could delete every subdomain of the domain, so the client does not allow it.", "List the subdomains before and after, and stop if any other one is gone."];
  };
  /** List top-level domains: `GET /v1/topleveldomains`. */
  readonly listTopLevelDomains: {
    readonly id: "listTopLevelDomains";
    readonly method: "GET";
    readonly path: "/v1/topleveldomains";
    readonly purpose: "list top-level domains";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<TopLevelDomain[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Read a top-level domain: `GET /v1/topleveldomains/{topLevelDomainIdentifier}`. */
  readonly getTopLevelDomain: {
    readonly id: "getTopLevelDomain";
    readonly method: "GET";
    readonly path: "/v1/topleveldomains/{topLevelDomainIdentifier}";
    readonly purpose: "read a top-level domain";
    readonly query: Schema<{
      /** Names of the members to answer with, separated by commas; default all. */
      fields?: string | undefined;
    }, {
      /** Names of the members to answer with, separated by commas; default all. */
      fields?: string | undefined;
    }>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<TopLevelDomain>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
}

/** Mail addresses of an account. */
interface MailOperations {
  /** List mail addresses of an account: `GET /v1/accounts/{accountIdentifier}/mailaddresses`. */
  readonly listAddresses: {
    readonly id: "listMailAddresses";
    readonly method: "GET";
    readonly path: "/v1/accounts/{accountIdentifier}/mailaddresses";
    readonly purpose: "list mail addresses of an account";
    readonly query: Schema<{
      /** Elements per page; default 20, with `each` 100. The maximum is unknown. */
      limit?: number | undefined;
      /** Index of the first element of the page; default 0. */
      offset?: number | undefined;
    }, {
      /** Elements per page; default 20, with `each` 100. The maximum is unknown. */
      limit?: number | undefined;
      /** Index of the first element of the page; default 0. */
      offset?: number | undefined;
    }>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<MailAddress[]>>;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "safe";
    readonly paging: {
      readonly by: "offset";
      readonly key: "fullName";
    };
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
}

/** Software that can be installed, and its extensions. */
interface SoftwareOperations {
  /** List supported software: `GET /v1/software`. */
  readonly list: {
    readonly id: "listSoftware";
    readonly method: "GET";
    readonly path: "/v1/software";
    readonly purpose: "list supported software";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Software[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Read an installation: `GET /v1/installations/{installationIdentifier}`. */
  readonly getInstallation: {
    readonly id: "getInstallation";
    readonly method: "GET";
    readonly path: "/v1/installations/{installationIdentifier}";
    readonly purpose: "read an installation";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<SoftwareInstallation>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** List extensions of an installation: `GET /v1/installations/{installationIdentifier}/extensions`. */
  readonly listExtensions: {
    readonly id: "listInstallationExtensions";
    readonly method: "GET";
    readonly path: "/v1/installations/{installationIdentifier}/extensions";
    readonly purpose: "list extensions of an installation";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<SoftwareExtension[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["The provider updates this about once a day."];
  };
}

/** Customers: contract partner, contact person, billing and payment settings, booked benefits and invoices. */
interface CustomersOperations {
  /** Create a customer: `POST /v1/customers`. */
  readonly create: {
    readonly id: "createCustomer";
    readonly method: "POST";
    readonly path: "/v1/customers";
    readonly purpose: "create a customer";
    readonly body: Schema<CreateCustomerRequest, CreateCustomerRequest>;
    readonly answers: {
      readonly 201: JsonAnswer<Schema<CreatedCustomer>>;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "unknown";
      readonly body: "inferred";
      readonly answer: "inferred";
    };
    readonly notes: readonly [string, "No ordinary operation deletes a customer."];
  };
  /** List customer categories: `GET /v1/customercategories`. */
  readonly listCategories: {
    readonly id: "listCustomerCategories";
    readonly method: "GET";
    readonly path: "/v1/customercategories";
    readonly purpose: "list customer categories";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<CustomerCategory[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "unknown";
      readonly answer: "inferred";
    };
  };
  /** Details of the current customer: `GET /v1/customer`. */
  readonly getCurrent: {
    readonly id: "getCurrentCustomer";
    readonly method: "GET";
    readonly path: "/v1/customer";
    readonly purpose: "details of the current customer";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Customer>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Customer details: `GET /v1/customers/{customerNumber}`. */
  readonly get: {
    readonly id: "getCustomer";
    readonly method: "GET";
    readonly path: "/v1/customers/{customerNumber}";
    readonly purpose: "customer details";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Customer>>;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Read contact person: `GET /v1/customers/{customerNumber}/contactperson`. */
  readonly getContactPerson: {
    readonly id: "getContactPerson";
    readonly method: "GET";
    readonly path: "/v1/customers/{customerNumber}/contactperson";
    readonly purpose: "read contact person";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<CustomerPartner>>;
      readonly 301: RedirectAnswer;
      readonly 303: RedirectAnswer;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Change contact person: `PUT /v1/customers/{customerNumber}/contactperson`. */
  readonly updateContactPerson: {
    readonly id: "updateContactPerson";
    readonly method: "PUT";
    readonly path: "/v1/customers/{customerNumber}/contactperson";
    readonly purpose: "change contact person";
    readonly body: Schema<ContactUpdateRequest, ContactUpdateRequest>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<CustomerPartner>>;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "idempotent";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["It is unknown whether omitted members are kept: read the resource first, and send every member that should stay.", "The request has a different shape than the answer."];
  };
  /** Read contract partner: `GET /v1/customers/{customerNumber}/contractpartner`. */
  readonly getContractPartner: {
    readonly id: "getContractPartner";
    readonly method: "GET";
    readonly path: "/v1/customers/{customerNumber}/contractpartner";
    readonly purpose: "read contract partner";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<CustomerPartner>>;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Change contract partner: `PUT /v1/customers/{customerNumber}/contractpartner`. */
  readonly updateContractPartner: {
    readonly id: "updateContractPartner";
    readonly method: "PUT";
    readonly path: "/v1/customers/{customerNumber}/contractpartner";
    readonly purpose: "change contract partner";
    readonly body: Schema<UpdateContact, UpdateContact>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<CustomerPartner>>;
      readonly 500: FailureAnswer;
    };
    readonly repeat: "idempotent";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["Replaces the whole resource: an omitted member may be cleared. Read it first, and send every member that should stay.", "The request has a different shape than the answer."];
  };
  /** Read billing recipient: `GET /v1/customers/{customerNumber}/billingrecipient`. */
  readonly getBillingRecipient: {
    readonly id: "getBillingRecipient";
    readonly method: "GET";
    readonly path: "/v1/customers/{customerNumber}/billingrecipient";
    readonly purpose: "read billing recipient";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<CustomerPartner>>;
      readonly 301: RedirectAnswer;
      readonly 303: RedirectAnswer;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Change billing recipient: `PUT /v1/customers/{customerNumber}/billingrecipient`. */
  readonly updateBillingRecipient: {
    readonly id: "updateBillingRecipient";
    readonly method: "PUT";
    readonly path: "/v1/customers/{customerNumber}/billingrecipient";
    readonly purpose: "change billing recipient";
    readonly body: Schema<UpdateContact, UpdateContact>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<CustomerPartner>>;
    };
    readonly repeat: "idempotent";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["It is unknown whether omitted members are kept: read the resource first, and send every member that should stay.", "The request has a different shape than the answer."];
  };
  /** Reset billing recipient: `DELETE /v1/customers/{customerNumber}/billingrecipient`. */
  readonly resetBillingRecipient: {
    readonly id: "resetBillingRecipient";
    readonly method: "DELETE";
    readonly path: "/v1/customers/{customerNumber}/billingrecipient";
    readonly purpose: "reset billing recipient";
    readonly answers: {
      readonly 204: EmptyAnswer;
    };
    readonly repeat: "idempotent";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Read billing settings: `GET /v1/customers/{customerNumber}/billingsettings`. */
  readonly getBillingSettings: {
    readonly id: "getBillingSettings";
    readonly method: "GET";
    readonly path: "/v1/customers/{customerNumber}/billingsettings";
    readonly purpose: "read billing settings";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<CustomerBillingSettings>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Change billing settings: `PUT /v1/customers/{customerNumber}/billingsettings`. */
  readonly updateBillingSettings: {
    readonly id: "updateBillingSettings";
    readonly method: "PUT";
    readonly path: "/v1/customers/{customerNumber}/billingsettings";
    readonly purpose: "change billing settings";
    readonly body: Schema<CustomerBillingSettingsInput, CustomerBillingSettingsInput>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<CustomerBillingSettings>>;
    };
    readonly repeat: "idempotent";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["It is unknown whether omitted members are kept: read the resource first, and send every member that should stay."];
  };
  /** Read payment settings: `GET /v1/customers/{customerNumber}/paymentsettings`. */
  readonly getPaymentSettings: {
    readonly id: "getPaymentSettings";
    readonly method: "GET";
    readonly path: "/v1/customers/{customerNumber}/paymentsettings";
    readonly purpose: "read payment settings";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<CustomerPaymentSettings>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "unknown";
    };
  };
  /** Change payment settings: `PUT /v1/customers/{customerNumber}/paymentsettings`. */
  readonly updatePaymentSettings: {
    readonly id: "updatePaymentSettings";
    readonly method: "PUT";
    readonly path: "/v1/customers/{customerNumber}/paymentsettings";
    readonly purpose: "change payment settings";
    readonly body: Schema<CustomerPaymentSettingsInput, CustomerPaymentSettingsInput>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<CustomerPaymentSettings>>;
    };
    readonly repeat: "idempotent";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "unknown";
      readonly answer: "unknown";
    };
    readonly notes: readonly ["It is unknown whether omitted members are kept: read the resource first, and send every member that should stay."];
  };
  /** Details of a booked benefit: `GET /v1/customers/{customerNumber}/benefits/{benefit}`. */
  readonly getBenefit: {
    readonly id: "getBenefit";
    readonly method: "GET";
    readonly path: "/v1/customers/{customerNumber}/benefits/{benefit}";
    readonly purpose: "details of a booked benefit";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<CustomerBenefit[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["Newer descriptions answer one benefit, older ones several."];
  };
  /** List invoices of a customer: `GET /v1/customers/{customerNumber}/invoices`. */
  readonly listInvoices: {
    readonly id: "listInvoices";
    readonly method: "GET";
    readonly path: "/v1/customers/{customerNumber}/invoices";
    readonly purpose: "list invoices of a customer";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Invoice[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Read an invoice: `GET /v1/invoices/{invoiceNumber}`. */
  readonly getInvoice: {
    readonly id: "getInvoice";
    readonly method: "GET";
    readonly path: "/v1/invoices/{invoiceNumber}";
    readonly purpose: "read an invoice";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Invoice>>;
    };
    readonly alternate: BinaryAnswer;
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** List payment receipts of an invoice: `GET /v1/invoices/{invoiceNumber}/paymentreceipts`. */
  readonly listPaymentReceipts: {
    readonly id: "listPaymentReceipts";
    readonly method: "GET";
    readonly path: "/v1/invoices/{invoiceNumber}/paymentreceipts";
    readonly purpose: "list payment receipts of an invoice";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<PaymentReceipt[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
}

/** Contracts and their cancellation. */
interface ContractsOperations {
  /** List contracts: `GET /v1/customers/{customerNumber}/contracts`. */
  readonly list: {
    readonly id: "listContracts";
    readonly method: "GET";
    readonly path: "/v1/customers/{customerNumber}/contracts";
    readonly purpose: "list contracts";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Contract[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["The element that the description gives this list has no identifier. A second element, which no operation uses, has one."];
  };
  /** List contracts currently in the cancellation process: `GET /v1/customers/{customerNumber}/cancelledcontracts`. */
  readonly listCancelled: {
    readonly id: "listCancelledContracts";
    readonly method: "GET";
    readonly path: "/v1/customers/{customerNumber}/cancelledcontracts";
    readonly purpose: "list contracts currently in the cancellation process";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Contract[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["Shows a cancellation for only five days."];
  };
  /** Start a cancellation: `POST /v1/cancellations`. */
  readonly cancel: {
    readonly id: "cancelContract";
    readonly method: "POST";
    readonly path: "/v1/cancellations";
    readonly purpose: "start a cancellation";
    readonly body: Schema<CancellationRequest, CancellationRequest>;
    readonly answers: {
      readonly 204: EmptyAnswer;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "notifying";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["Legally binding. The answer contains no identifier: look for it in the cancelled contracts."];
  };
  /** Resend the cancellation confirmation: `POST /v1/cancellations/{cancellationIdentifier}/actions/confirmationmail`. */
  readonly resendConfirmation: {
    readonly id: "resendCancellationConfirmation";
    readonly method: "POST";
    readonly path: "/v1/cancellations/{cancellationIdentifier}/actions/confirmationmail";
    readonly purpose: "resend the cancellation confirmation";
    readonly answers: {
      readonly 202: EmptyAnswer;
      readonly 403: FailureAnswer;
      readonly 500: FailureAnswer;
    };
    readonly repeat: "notifying";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
}

/** Carts and offers: everything up to the binding order. */
interface CartsOperations {
  /** Request a new offer: `POST /v1/offers`. */
  readonly requestOffer: {
    readonly id: "requestOffer";
    readonly method: "POST";
    readonly path: "/v1/offers";
    readonly purpose: "request a new offer";
    readonly body: Schema<OfferRequest, OfferRequest>;
    readonly answers: {
      readonly 202: EmptyAnswer;
      readonly 400: FailureAnswer;
      readonly 403: FailureAnswer;
      readonly 500: FailureAnswer;
    };
    readonly repeat: "notifying";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
  };
  /** Create a cart: `POST /v1/carts`. */
  readonly create: {
    readonly id: "createCart";
    readonly method: "POST";
    readonly path: "/v1/carts";
    readonly purpose: "create a cart";
    readonly body: Schema<CreateCartRequest | undefined, CreateCartRequest | undefined>;
    readonly answers: {
      readonly 201: JsonAnswer<Schema<Cart>>;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
  };
  /** Create a cart from a template: `POST /v1/carts/{cartIdentifier}`. */
  readonly createFromTemplate: {
    readonly id: "createCartFromTemplate";
    readonly method: "POST";
    readonly path: "/v1/carts/{cartIdentifier}";
    readonly purpose: "create a cart from a template";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Cart>>;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["The identifier in the path is the template's."];
  };
  /** Read a cart: `GET /v1/carts/{cartIdentifier}`. */
  readonly get: {
    readonly id: "getCart";
    readonly method: "GET";
    readonly path: "/v1/carts/{cartIdentifier}";
    readonly purpose: "read a cart";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Cart>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Edit a cart: `PUT /v1/carts/{cartIdentifier}`. */
  readonly update: {
    readonly id: "updateCart";
    readonly method: "PUT";
    readonly path: "/v1/carts/{cartIdentifier}";
    readonly purpose: "edit a cart";
    readonly body: Schema<CartInput, CartInput>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Cart>>;
    };
    readonly repeat: "idempotent";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["It is unknown whether omitted members are kept: read the resource first, and send every member that should stay."];
  };
  /** Delete a cart: `DELETE /v1/carts/{cartIdentifier}`. */
  readonly delete: {
    readonly id: "deleteCart";
    readonly method: "DELETE";
    readonly path: "/v1/carts/{cartIdentifier}";
    readonly purpose: "delete a cart";
    readonly answers: {
      readonly 204: EmptyAnswer;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Add an item: `POST /v1/carts/{cartIdentifier}/items`. */
  readonly addItem: {
    readonly id: "addCartItem";
    readonly method: "POST";
    readonly path: "/v1/carts/{cartIdentifier}/items";
    readonly purpose: "add an item";
    readonly body: Schema<CartItemAddition, CartItemAddition>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Cart>>;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
  };
  /** Delete an item: `DELETE /v1/carts/{cartIdentifier}/items/{itemIdentifier}`. */
  readonly deleteItem: {
    readonly id: "deleteCartItem";
    readonly method: "DELETE";
    readonly path: "/v1/carts/{cartIdentifier}/items/{itemIdentifier}";
    readonly purpose: "delete an item";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Cart>>;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["No source says which member identifies an item; `_id` is likely."];
  };
  /** Add a domain item: `POST /v1/carts/{cartIdentifier}/domains`. */
  readonly addDomain: {
    readonly id: "addCartDomain";
    readonly method: "POST";
    readonly path: "/v1/carts/{cartIdentifier}/domains";
    readonly purpose: "add a domain item";
    readonly body: Schema<DomainItemInput, DomainItemInput>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Cart>>;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
  };
  /** Send an offer: `POST /v1/carts/{cartIdentifier}/actions/offer`. */
  readonly sendOffer: {
    readonly id: "sendCartOffer";
    readonly method: "POST";
    readonly path: "/v1/carts/{cartIdentifier}/actions/offer";
    readonly purpose: "send an offer";
    readonly body: Schema<CartContactInput, CartContactInput>;
    readonly answers: {
      readonly 200: EmptyAnswer;
    };
    readonly repeat: "notifying";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["The body is the recipient, who gets a mail."];
  };
  /** Create a cart template: `POST /v1/carts/{cartIdentifier}/actions/share`. */
  readonly share: {
    readonly id: "shareCart";
    readonly method: "POST";
    readonly path: "/v1/carts/{cartIdentifier}/actions/share";
    readonly purpose: "create a cart template";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Cart>>;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["A template cannot be edited."];
  };
  /** Create a cart template for account split-off: `POST /v1/carts/{cartIdentifier}/actions/recommend`. */
  readonly recommend: {
    readonly id: "recommendCart";
    readonly method: "POST";
    readonly path: "/v1/carts/{cartIdentifier}/actions/recommend";
    readonly purpose: "create a cart template for account split-off";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Recommendation | {
        /** Identifier; what `cartIdentifier` takes. */
        _id?: string | undefined;
        /** Number of the agency server that the order goes to. */
        agencyServer?: number | undefined;
        /** Where invoices go. */
        billingAddress?: CartContact | undefined;
        /** Whom to talk to. */
        contactPerson?: CartContact | undefined;
        /** Whom the contract is with. */
        contractPartner?: CartContact | undefined;
        /** Billing period of the main item. */
        billingPeriod?: number | undefined;
        /** Billing period of the whole customer. */
        customerBillingPeriod?: number | undefined;
        /** Code from the partner programme. */
        commission?: string | undefined;
        /** Whether the commission code can no longer be changed or removed. */
        isCommissionLocked?: boolean | undefined;
        /** Share of the disk that goes to the databases, in percent. */
        databasePartitionPercentage?: number | undefined;
        /** What is to be ordered. */
        items?: CartItem[] | undefined;
        /** Token that binds the cart to a login. */
        jwt?: string | undefined;
        /** Version of MySQL. */
        mysqlVersion?: string | undefined;
        /** Whether the customer gets the newsletter. */
        newsletter?: boolean | undefined;
        /** Note. */
        note?: string | undefined;
        /** Number of the offer that the cart comes from. */
        offer?: number | undefined;
        /** Operating system of a root server. */
        os?: string | undefined;
        /** How the customer pays; members not listed. */
        paymentSettings?: Record<string, unknown> | undefined;
        /** Promotion code. */
        promotionCode?: string | undefined;
        /** Software to install, by its identifier. */
        software?: string | undefined;
        /** Account to be changed or split off. */
        sourceAccount?: string | undefined;
        /** Reseller tariff to be changed. */
        sourceReseller?: string | undefined;
        /** Whether the account stays on its current hardware. */
        stayOnHardware?: boolean | undefined;
        /** Whether this is a test order. */
        testing?: boolean | undefined;
        /** When the order will be processed. */
        dueDate?: string | number | undefined;
        projectName?: string | undefined;
        projectPassword?: string | undefined;
      }>>;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["Two sources describe different answers; both are accepted."];
  };
  /** Start SMS verification: `POST /v1/carts/{cartIdentifier}/actions/requestverification`. */
  readonly requestVerification: {
    readonly id: "requestCartVerification";
    readonly method: "POST";
    readonly path: "/v1/carts/{cartIdentifier}/actions/requestverification";
    readonly purpose: "start SMS verification";
    readonly body: Schema<SmsVerificationRequest, SmsVerificationRequest>;
    readonly answers: {
      readonly 200: EmptyAnswer;
    };
    readonly repeat: "notifying";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["The code in the SMS goes to `verifyCart`; after that, `checkoutCart` places an order that needs the verification.", "No source requires `recipient`, and none says where the SMS goes without it: send it."];
  };
  /** Confirm SMS verification: `POST /v1/carts/{cartIdentifier}/actions/verify`. */
  readonly verify: {
    readonly id: "verifyCart";
    readonly method: "POST";
    readonly path: "/v1/carts/{cartIdentifier}/actions/verify";
    readonly purpose: "confirm SMS verification";
    readonly body: Schema<SmsVerificationCode, SmsVerificationCode>;
    readonly answers: {
      readonly 200: EmptyAnswer;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["The code is in the SMS that `requestCartVerification` sends."];
  };
  /** Complete the order: `POST /v1/carts/{cartIdentifier}/actions/checkout`. */
  readonly checkout: {
    readonly id: "checkoutCart";
    readonly method: "POST";
    readonly path: "/v1/carts/{cartIdentifier}/actions/checkout";
    readonly purpose: "complete the order";
    readonly body: Schema<CheckoutRequest | undefined, CheckoutRequest | undefined>;
    readonly answers: {
      readonly 200: EmptyAnswer;
    };
    readonly repeat: "billable";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["A binding order. The answer contains no order number.", string];
  };
}

/** Orders without a cart: partner programme, test accounts and agency packages. */
interface OrdersOperations {
  /** Register for the partner programme: `POST /v1/orders/partnerprogram`. */
  readonly partnerProgram: {
    readonly id: "orderPartnerProgram";
    readonly method: "POST";
    readonly path: "/v1/orders/partnerprogram";
    readonly purpose: "register for the partner programme";
    readonly body: Schema<PartnerHostingOrderRequest, PartnerHostingOrderRequest>;
    readonly answers: {
      readonly 202: EmptyAnswer;
      readonly 400: FailureAnswer;
      readonly 403: FailureAnswer;
      readonly 500: FailureAnswer;
    };
    readonly repeat: "billable";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
  };
  /** Order a partner box: `POST /v1/orders/partnerbox`. */
  readonly partnerBox: {
    readonly id: "orderPartnerBox";
    readonly method: "POST";
    readonly path: "/v1/orders/partnerbox";
    readonly purpose: "order a partner box";
    readonly body: Schema<PartnerHostingOrderRequest, PartnerHostingOrderRequest>;
    readonly answers: {
      readonly 202: EmptyAnswer;
      readonly 400: FailureAnswer;
      readonly 403: FailureAnswer;
      readonly 500: FailureAnswer;
    };
    readonly repeat: "billable";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
  };
  /** Order a test account: `POST /v1/orders/testaccounts`. */
  readonly testAccount: {
    readonly id: "orderTestAccount";
    readonly method: "POST";
    readonly path: "/v1/orders/testaccounts";
    readonly purpose: "order a test account";
    readonly body: Schema<TestAccountOrderRequest, TestAccountOrderRequest>;
    readonly answers: {
      readonly 202: EmptyAnswer;
    };
    readonly repeat: "billable";
    readonly evidence: {
      readonly status: "unknown";
      readonly body: "inferred";
      readonly answer: "unknown";
    };
  };
  /** Order a test agency package: `POST /v1/orders/testagencies`. */
  readonly testAgency: {
    readonly id: "orderTestAgency";
    readonly method: "POST";
    readonly path: "/v1/orders/testagencies";
    readonly purpose: "order a test agency package";
    readonly body: Schema<TestAgencyOrderRequest, TestAgencyOrderRequest>;
    readonly answers: {
      readonly 202: EmptyAnswer;
    };
    readonly repeat: "billable";
    readonly evidence: {
      readonly status: "unknown";
      readonly body: "inferred";
      readonly answer: "unknown";
    };
  };
  /** Order a shop test agency package: `POST /v1/orders/shoptestagencies`. */
  readonly shopTestAgency: {
    readonly id: "orderShopTestAgency";
    readonly method: "POST";
    readonly path: "/v1/orders/shoptestagencies";
    readonly purpose: "order a shop test agency package";
    readonly body: Schema<ShopTestAgencyOrderRequest, ShopTestAgencyOrderRequest>;
    readonly answers: {
      readonly 202: EmptyAnswer;
    };
    readonly repeat: "billable";
    readonly evidence: {
      readonly status: "unknown";
      readonly body: "inferred";
      readonly answer: "unknown";
    };
  };
  /** Order a VIP test agency package: `POST /v1/orders/viptestagencies`. */
  readonly vipTestAgency: {
    readonly id: "orderVipTestAgency";
    readonly method: "POST";
    readonly path: "/v1/orders/viptestagencies";
    readonly purpose: "order a VIP test agency package";
    readonly body: Schema<TestAgencyOrderRequest, TestAgencyOrderRequest>;
    readonly answers: {
      readonly 202: EmptyAnswer;
    };
    readonly repeat: "billable";
    readonly evidence: {
      readonly status: "unknown";
      readonly body: "inferred";
      readonly answer: "unknown";
    };
    readonly notes: readonly ["No source has a body for this order; it is assumed to be the one of a test agency."];
  };
}

/** What can be ordered: articles and their upgrades, promotion codes, operating systems. Also the conversion of bank data. */
interface CatalogueOperations {
  /** Search articles: `GET /v1/articles`. */
  readonly searchArticles: {
    readonly id: "searchArticles";
    readonly method: "GET";
    readonly path: "/v1/articles";
    readonly purpose: "search articles";
    readonly query: Schema<{
      /** Only the articles with these numbers, separated by commas. */
      articles?: string | undefined;
      /** Elements per page; default 20, with `each` 100. The maximum is unknown. */
      limit?: number | undefined;
      /** Index of the first element of the page; default 0. */
      offset?: number | undefined;
      /** Names of the members to answer with, separated by commas; default all. */
      fields?: string | undefined;
    }, {
      /** Only the articles with these numbers, separated by commas. */
      articles?: string | undefined;
      /** Elements per page; default 20, with `each` 100. The maximum is unknown. */
      limit?: number | undefined;
      /** Index of the first element of the page; default 0. */
      offset?: number | undefined;
      /** Names of the members to answer with, separated by commas; default all. */
      fields?: string | undefined;
    }>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Article[]>>;
    };
    readonly repeat: "safe";
    readonly paging: {
      readonly by: "offset";
      readonly key: "articleNumber";
    };
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["If `fields` is given and several pages are to be read, it must include articleNumber."];
  };
  /** Article details: `GET /v1/articles/{articleNumber}`. */
  readonly getArticle: {
    readonly id: "getArticle";
    readonly method: "GET";
    readonly path: "/v1/articles/{articleNumber}";
    readonly purpose: "article details";
    readonly query: Schema<{
      /** Names of the members to answer with, separated by commas; default all. */
      fields?: string | undefined;
    }, {
      /** Names of the members to answer with, separated by commas; default all. */
      fields?: string | undefined;
    }>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Article>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Article upgrades: `GET /v1/articles/{articleNumber}/upgrades`. */
  readonly listArticleUpgrades: {
    readonly id: "listArticleUpgrades";
    readonly method: "GET";
    readonly path: "/v1/articles/{articleNumber}/upgrades";
    readonly purpose: "article upgrades";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<ArticleUpgradeOption[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Cross-selling options: `GET /v1/articles/{articleNumber}/cross-selling`. */
  readonly listCrossSellingOptions: {
    readonly id: "listCrossSellingOptions";
    readonly method: "GET";
    readonly path: "/v1/articles/{articleNumber}/cross-selling";
    readonly purpose: "cross-selling options";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<ArticleOption[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Read a promotion code: `GET /v1/promotioncodes/{promotionCode}`. */
  readonly getPromotionCode: {
    readonly id: "getPromotionCode";
    readonly method: "GET";
    readonly path: "/v1/promotioncodes/{promotionCode}";
    readonly purpose: "read a promotion code";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<unknown>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "unknown";
    };
  };
  /** Validate a promotion code: `POST /v1/promotioncodes/{promotionCode}/actions/validate`. */
  readonly validatePromotionCode: {
    readonly id: "validatePromotionCode";
    readonly method: "POST";
    readonly path: "/v1/promotioncodes/{promotionCode}/actions/validate";
    readonly purpose: "validate a promotion code";
    readonly body: Schema<PromotionCodeValidationRequest, PromotionCodeValidationRequest>;
    readonly answers: {
      readonly 200: ValueAnswer<"valid">;
      readonly 400: ValueAnswer<"invalid">;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
  };
  /** List guest operating systems for root servers: `GET /v1/virt/guestoperatingsystems`. */
  readonly listGuestOperatingSystems: {
    readonly id: "listGuestOperatingSystems";
    readonly method: "GET";
    readonly path: "/v1/virt/guestoperatingsystems";
    readonly purpose: "list guest operating systems for root servers";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<GuestOperatingSystem[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["The description shows one element but mentions a list; both are accepted."];
  };
  /** Convert bank data to IBAN and BIC: `POST /v1/bankdata/actions/convert`. */
  readonly convertBankData: {
    readonly id: "convertBankData";
    readonly method: "POST";
    readonly path: "/v1/bankdata/actions/convert";
    readonly purpose: "convert bank data to IBAN and BIC";
    readonly body: Schema<BankData, BankData>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Bankdaten>>;
      readonly 400: FailureAnswer;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "inferred";
    };
  };
}

/** Calls that the provider sends when an event occurs. */
interface WebhooksOperations {
  /** List registered webhooks: `GET /v1/webhooks`. */
  readonly list: {
    readonly id: "listWebhooks";
    readonly method: "GET";
    readonly path: "/v1/webhooks";
    readonly purpose: "list registered webhooks";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Webhook[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Register a webhook: `POST /v1/webhooks`. */
  readonly create: {
    readonly id: "createWebhook";
    readonly method: "POST";
    readonly path: "/v1/webhooks";
    readonly purpose: "register a webhook";
    readonly body: Schema<WebhookInput, WebhookInput>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Webhook>>;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["Answers 200, not 201.", "No rule of uniqueness is known: a repeated call can create a second webhook."];
  };
  /** Read a webhook: `GET /v1/webhooks/{webhookIdentifier}`. */
  readonly get: {
    readonly id: "getWebhook";
    readonly method: "GET";
    readonly path: "/v1/webhooks/{webhookIdentifier}";
    readonly purpose: "read a webhook";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Webhook>>;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["403 may also mean that the webhook is gone: confirm with the list."];
  };
  /** Update a webhook: `PUT /v1/webhooks/{webhookIdentifier}`. */
  readonly update: {
    readonly id: "updateWebhook";
    readonly method: "PUT";
    readonly path: "/v1/webhooks/{webhookIdentifier}";
    readonly purpose: "update a webhook";
    readonly body: Schema<WebhookInput, WebhookInput>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Webhook>>;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "idempotent";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["Replaces the whole resource, without its uid: an omitted member may be cleared."];
  };
  /** Delete a webhook: `DELETE /v1/webhooks/{webhookIdentifier}`. */
  readonly delete: {
    readonly id: "deleteWebhook";
    readonly method: "DELETE";
    readonly path: "/v1/webhooks/{webhookIdentifier}";
    readonly purpose: "delete a webhook";
    readonly answers: {
      readonly 204: EmptyAnswer;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
}

/** Data-protection (GDPR) contracts and their parts: presets, PDFs, contacts, technical and organisational measures (TOM). */
interface GdprOperations {
  /** List contracts: `GET /v1/gdpr/contracts`. */
  readonly listContracts: {
    readonly id: "listGdprContracts";
    readonly method: "GET";
    readonly path: "/v1/gdpr/contracts";
    readonly purpose: "list contracts";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<GdprContract[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["No source names the member that contains the identifier."];
  };
  /** Create a contract: `POST /v1/gdpr/contracts`. */
  readonly createContract: {
    readonly id: "createGdprContract";
    readonly method: "POST";
    readonly path: "/v1/gdpr/contracts";
    readonly purpose: "create a contract";
    readonly body: Schema<CreateGdprContractRequest, CreateGdprContractRequest>;
    readonly answers: {
      readonly 201: JsonAnswer<Schema<GdprContract>>;
      readonly 500: FailureAnswer;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["No source names the member that contains the identifier.", "Contacts and TOM must exist."];
  };
  /** Read a contract: `GET /v1/gdpr/contracts/{contractIdentifier}`. */
  readonly getContract: {
    readonly id: "getGdprContract";
    readonly method: "GET";
    readonly path: "/v1/gdpr/contracts/{contractIdentifier}";
    readonly purpose: "read a contract";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<GdprContract>>;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["No source names the member that contains the identifier."];
  };
  /** Delete a contract: `DELETE /v1/gdpr/contracts/{contractIdentifier}`. */
  readonly deleteContract: {
    readonly id: "deleteGdprContract";
    readonly method: "DELETE";
    readonly path: "/v1/gdpr/contracts/{contractIdentifier}";
    readonly purpose: "delete a contract";
    readonly answers: {
      readonly 204: EmptyAnswer;
      readonly 403: FailureAnswer;
      readonly 409: FailureAnswer;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["A concluded contract can no longer be deleted."];
  };
  /** Accept the contract: `POST /v1/gdpr/contracts/{contractIdentifier}/actions/accept`. */
  readonly acceptContract: {
    readonly id: "acceptGdprContract";
    readonly method: "POST";
    readonly path: "/v1/gdpr/contracts/{contractIdentifier}/actions/accept";
    readonly purpose: "accept the contract";
    readonly body: Schema<AcceptGdprContractRequest | undefined, AcceptGdprContractRequest | undefined>;
    readonly answers: {
      readonly 204: EmptyAnswer;
      readonly 400: FailureAnswer;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "notifying";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["Legally binding, and final.", "Without a body, the contract names no signer: send `contractSigner`."];
  };
  /** Deliver a PDF of a contract: `POST /v1/gdpr/contracts/{contractIdentifier}/actions/pdf`. */
  readonly renderContractPdf: {
    readonly id: "renderGdprContractPdf";
    readonly method: "POST";
    readonly path: "/v1/gdpr/contracts/{contractIdentifier}/actions/pdf";
    readonly purpose: "deliver a PDF of a contract";
    readonly answers: {
      readonly 200: BinaryAnswer;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Send an e-mail with the PDF to the contract recipient: `POST /v1/gdpr/contracts/{contractIdentifier}/actions/mail`. */
  readonly mailContract: {
    readonly id: "mailGdprContract";
    readonly method: "POST";
    readonly path: "/v1/gdpr/contracts/{contractIdentifier}/actions/mail";
    readonly purpose: "send an e-mail with the PDF to the contract recipient";
    readonly body: Schema<MailGdprContractRequest | undefined, MailGdprContractRequest | undefined>;
    readonly answers: {
      readonly 204: EmptyAnswer;
      readonly 400: FailureAnswer;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "notifying";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["The mail contains a link that confirms the contract."];
  };
  /** List stored contract presets: `GET /v1/gdpr/contract-presets`. */
  readonly listContractPresets: {
    readonly id: "listGdprContractPresets";
    readonly method: "GET";
    readonly path: "/v1/gdpr/contract-presets";
    readonly purpose: "list stored contract presets";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<GdprContractPreset[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["No source names the member that contains the identifier."];
  };
  /** Store a contract preset: `POST /v1/gdpr/contract-presets`. */
  readonly createContractPreset: {
    readonly id: "createGdprContractPreset";
    readonly method: "POST";
    readonly path: "/v1/gdpr/contract-presets";
    readonly purpose: "store a contract preset";
    readonly body: Schema<GdprContractPresetInput, GdprContractPresetInput>;
    readonly answers: {
      readonly 201: JsonAnswer<Schema<GdprContractPreset>>;
      readonly 500: FailureAnswer;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["No source names the member that contains the identifier.", "Permanent: no operation changes or deletes it."];
  };
  /** Read a contract preset: `GET /v1/gdpr/contract-presets/{contractPresetIdentifier}`. */
  readonly getContractPreset: {
    readonly id: "getGdprContractPreset";
    readonly method: "GET";
    readonly path: "/v1/gdpr/contract-presets/{contractPresetIdentifier}";
    readonly purpose: "read a contract preset";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<GdprContractPreset>>;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["No source names the member that contains the identifier."];
  };
  /** List data of contract PDFs: `GET /v1/gdpr/pdfs`. */
  readonly listPdfs: {
    readonly id: "listGdprPdfs";
    readonly method: "GET";
    readonly path: "/v1/gdpr/pdfs";
    readonly purpose: "list data of contract PDFs";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<GdprPdf[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["No source names the member that contains the identifier."];
  };
  /** Upload a contract PDF: `POST /v1/gdpr/pdfs`. */
  readonly uploadPdf: {
    readonly id: "uploadGdprPdf";
    readonly method: "POST";
    readonly path: "/v1/gdpr/pdfs";
    readonly purpose: "upload a contract PDF";
    readonly body: Schema<{
      /** Name of the file. */
      name: string;
      /** The PDF, in Base64. */
      pdf: string;
    }, UploadGdprPdfRequest>;
    readonly answers: {
      readonly 201: JsonAnswer<Schema<GdprPdf>>;
      readonly 500: FailureAnswer;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["No source names the member that contains the identifier.", "Accepts only PDF. Base64 for the content is the only interpretation that fits a JSON body."];
  };
  /** Read a contract PDF: `GET /v1/gdpr/pdfs/{pdfIdentifier}`. */
  readonly getPdf: {
    readonly id: "getGdprPdf";
    readonly method: "GET";
    readonly path: "/v1/gdpr/pdfs/{pdfIdentifier}";
    readonly purpose: "read a contract PDF";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<GdprPdf>>;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["No source names the member that contains the identifier."];
  };
  /** Delete a contract PDF: `DELETE /v1/gdpr/pdfs/{pdfIdentifier}`. */
  readonly deletePdf: {
    readonly id: "deleteGdprPdf";
    readonly method: "DELETE";
    readonly path: "/v1/gdpr/pdfs/{pdfIdentifier}";
    readonly purpose: "delete a contract PDF";
    readonly answers: {
      readonly 204: EmptyAnswer;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Make a contract PDF available for download: `POST /v1/gdpr/pdfs/{pdfIdentifier}/actions/download`. */
  readonly downloadPdf: {
    readonly id: "downloadGdprPdf";
    readonly method: "POST";
    readonly path: "/v1/gdpr/pdfs/{pdfIdentifier}/actions/download";
    readonly purpose: "make a contract PDF available for download";
    readonly answers: {
      readonly 200: BinaryAnswer;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** List address records: `GET /v1/gdpr/contacts`. */
  readonly listContacts: {
    readonly id: "listGdprContacts";
    readonly method: "GET";
    readonly path: "/v1/gdpr/contacts";
    readonly purpose: "list address records";
    readonly query: Schema<{
      /** Only contacts of this kind. */
      type?: string | undefined;
    }, {
      /** Only contacts of this kind. */
      type?: string | undefined;
    }>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<GdprContact[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["No source names the member that contains the identifier."];
  };
  /** Create an address record: `POST /v1/gdpr/contacts`. */
  readonly createContact: {
    readonly id: "createGdprContact";
    readonly method: "POST";
    readonly path: "/v1/gdpr/contacts";
    readonly purpose: "create an address record";
    readonly body: Schema<GdprContactInput, GdprContactInput>;
    readonly answers: {
      readonly 201: JsonAnswer<Schema<GdprContact>>;
      readonly 500: FailureAnswer;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["No source names the member that contains the identifier.", "Permanent: no operation changes or deletes it."];
  };
  /** Read an address record: `GET /v1/gdpr/contacts/{contactIdentifier}`. */
  readonly getContact: {
    readonly id: "getGdprContact";
    readonly method: "GET";
    readonly path: "/v1/gdpr/contacts/{contactIdentifier}";
    readonly purpose: "read an address record";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<GdprContact>>;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["No source names the member that contains the identifier."];
  };
  /** List TOMs: `GET /v1/gdpr/toms`. */
  readonly listToms: {
    readonly id: "listGdprToms";
    readonly method: "GET";
    readonly path: "/v1/gdpr/toms";
    readonly purpose: "list TOMs";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<GdprTom[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["No source names the member that contains the identifier."];
  };
  /** Create a TOM: `POST /v1/gdpr/toms`. */
  readonly createTom: {
    readonly id: "createGdprTom";
    readonly method: "POST";
    readonly path: "/v1/gdpr/toms";
    readonly purpose: "create a TOM";
    readonly body: Schema<GdprTomInput, GdprTomInput>;
    readonly answers: {
      readonly 201: JsonAnswer<Schema<GdprTom>>;
      readonly 500: FailureAnswer;
    };
    readonly repeat: "ambiguous";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["No source names the member that contains the identifier.", "Permanent: no operation changes or deletes it."];
  };
  /** Read a TOM: `GET /v1/gdpr/toms/{tomIdentifier}`. */
  readonly getTom: {
    readonly id: "getGdprTom";
    readonly method: "GET";
    readonly path: "/v1/gdpr/toms/{tomIdentifier}";
    readonly purpose: "read a TOM";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<GdprTom>>;
      readonly 403: FailureAnswer;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
    readonly notes: readonly ["No source names the member that contains the identifier."];
  };
  /** Delete a customer and its data-protection data: `DELETE /v1/gdpr/customers/{customerNumber}`. */
  readonly deleteCustomer: {
    readonly id: "deleteGdprCustomer";
    readonly method: "DELETE";
    readonly path: "/v1/gdpr/customers/{customerNumber}";
    readonly purpose: "delete a customer and its data-protection data";
    readonly answers: {
      readonly 204: EmptyAnswer;
    };
    readonly repeat: "billable";
    readonly evidence: {
      readonly status: "unknown";
      readonly answer: "unknown";
    };
    readonly notes: readonly ["Deletes everything that belongs to the customer, and cannot be undone."];
  };
}

/** Support tickets and their answers. */
interface TicketsOperations {
  /** Create a ticket: `POST /v1/tickets`. */
  readonly create: {
    readonly id: "createTicket";
    readonly method: "POST";
    readonly path: "/v1/tickets";
    readonly purpose: "create a ticket";
    readonly body: Schema<TicketInput, TicketInput>;
    readonly answers: {
      readonly 201: JsonAnswer<Schema<Ticket>>;
    };
    readonly repeat: "notifying";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
  };
  /** List tickets of a customer: `GET /v1/customers/{customerNumber}/tickets`. */
  readonly list: {
    readonly id: "listTickets";
    readonly method: "GET";
    readonly path: "/v1/customers/{customerNumber}/tickets";
    readonly purpose: "list tickets of a customer";
    readonly query: Schema<{
      /** Order. */
      sortDirection?: "ASC" | "DESC" | undefined;
      /** Only tickets in this state. */
      status?: "answered" | "done" | "feedback" | "in-progress" | "information" | "open" | undefined;
      /** Whether to answer the short form, without the ticket's answers. */
      summaryOnly?: boolean | undefined;
      /** Maximum number of tickets. */
      limit?: number | undefined;
    }, {
      /** Order. */
      sortDirection?: "ASC" | "DESC" | undefined;
      /** Only tickets in this state. */
      status?: "answered" | "done" | "feedback" | "in-progress" | "information" | "open" | undefined;
      /** Whether to answer the short form, without the ticket's answers. */
      summaryOnly?: boolean | undefined;
      /** Maximum number of tickets. */
      limit?: number | undefined;
    }>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<Ticket[]>>;
    };
    readonly repeat: "safe";
    readonly paging: {
      readonly by: "limit";
    };
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
  /** Create a ticket answer: `POST /v1/tickets/{ticketIdentifier}/answers`. */
  readonly createAnswer: {
    readonly id: "createTicketAnswer";
    readonly method: "POST";
    readonly path: "/v1/tickets/{ticketIdentifier}/answers";
    readonly purpose: "create a ticket answer";
    readonly body: Schema<TicketAnswerInput, TicketAnswerInput>;
    readonly answers: {
      readonly 201: JsonAnswer<Schema<TicketAnswer>>;
    };
    readonly repeat: "notifying";
    readonly evidence: {
      readonly status: "documented";
      readonly body: "documented";
      readonly answer: "documented";
    };
  };
  /** List answers of a ticket: `GET /v1/tickets/{ticketIdentifier}/answers`. */
  readonly listAnswers: {
    readonly id: "listTicketAnswers";
    readonly method: "GET";
    readonly path: "/v1/tickets/{ticketIdentifier}/answers";
    readonly purpose: "list answers of a ticket";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<TicketAnswer[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "documented";
      readonly answer: "documented";
    };
  };
}

/** Mails to customers and to other addresses, based on templates. */
interface MailingOperations {
  /** Send an e-mail to an address: `POST /v1/mailing/outboxes/email/{address}`. */
  readonly sendToAddress: {
    readonly id: "sendMailToAddress";
    readonly method: "POST";
    readonly path: "/v1/mailing/outboxes/email/{address}";
    readonly purpose: "send an e-mail to an address";
    readonly body: Schema<Email, Email>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<MailAck>>;
    };
    readonly repeat: "notifying";
    readonly evidence: {
      readonly status: "unknown";
      readonly body: "inferred";
      readonly answer: "inferred";
    };
  };
  /** Send an e-mail to a customer: `POST /v1/mailing/outboxes/customers/{customerNumber}`. */
  readonly sendToCustomer: {
    readonly id: "sendMailToCustomer";
    readonly method: "POST";
    readonly path: "/v1/mailing/outboxes/customers/{customerNumber}";
    readonly purpose: "send an e-mail to a customer";
    readonly body: Schema<Email, Email>;
    readonly answers: {
      readonly 200: JsonAnswer<Schema<MailAck>>;
    };
    readonly repeat: "notifying";
    readonly evidence: {
      readonly status: "unknown";
      readonly body: "inferred";
      readonly answer: "inferred";
    };
  };
  /** List the available templates: `GET /v1/mailing/templates`. */
  readonly listTemplates: {
    readonly id: "listMailTemplates";
    readonly method: "GET";
    readonly path: "/v1/mailing/templates";
    readonly purpose: "list the available templates";
    readonly answers: {
      readonly 200: JsonAnswer<Schema<unknown[]>>;
    };
    readonly repeat: "safe";
    readonly evidence: {
      readonly status: "unknown";
      readonly answer: "unknown";
    };
  };
}

export interface AccessTokenCredentials {
  /** A token that the caller obtained. It is never renewed. */
  readonly accessToken: string;
}

export interface ClientOptions {
  /** Base address of the API without `/v1`; https, or http on loopback. A path prefix is kept. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /**
   * Bypass the gateway's cache (`Cache-Control: no-cache` on every GET); default true. The cache keeps answers indefinitely and
   * shares them between logins: with `false`, an answer may be stale or belong to another login.
   */
  readonly fresh?: boolean | undefined;
  readonly timeouts?: Timeouts | undefined;
  readonly retry?: RetryOptions | undefined;
  readonly rateLimit?: RateLimitOptions | undefined;
  /** How long a call may wait for the rate window, in milliseconds; default 15 minutes, or `rateLimit.window` if that is longer. */
  readonly maxRateLimitWait?: number | undefined;
  /** Maximum number of open connections; default 10. */
  readonly maxConnections?: number | undefined;
  /** Largest answer that is read, in bytes; default 32 MiB. */
  readonly maxAnswerBytes?: number | undefined;
  /** Secret values known elsewhere. The client adds its own and masks all of them in messages. */
  readonly secrets?: Secrets | undefined;
  /** Called for retries, waits and token renewals. Its errors and rejections are ignored. */
  readonly onNotice?: ((notice: Notice) => unknown) | undefined;
  /** Called for each request before it is sent, without secrets. Its errors and rejections are ignored. `HOSTING_DEBUG=1` prints the same on stderr. */
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /** Called with the head of each answer, or the reason why there is none, without secrets. Its errors and rejections are ignored. */
  readonly onAnswer?: ((event: AnswerEvent) => unknown) | undefined;
  /** Name and version of the program, such as `fleet/2.1`; added to `User-Agent: pulumi-hosting/<version>`. */
  readonly userAgent?: string | undefined;
  /**
   * Header fields of each request, such as a trace id. Those that the client sets itself are refused: login, content, host, connection,
   * cookies, `Accept`, `Cache-Control` (use `fresh`) and `User-Agent` (use `userAgent`).
   */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * Sends the requests instead of the client's own connections: an agent of undici 7, for another kind of proxy, a certificate
   * authority or a test. `timeouts.connect`, `maxConnections` and the proxies of the environment do not apply then, and `close()`
   * leaves it open. It must neither retry (`RetryAgent`) nor follow redirects (`interceptors.redirect`): that could place an order
   * twice, or send the token to another host. Default: own connections, through the proxies of `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`.
   */
  readonly dispatcher?: undici.Dispatcher | undefined;
  readonly clock?: Clock | undefined;
}

/** How to close a client. */
export interface CloseOptions {
  /** End the calls under way with an `AbortError` instead of waiting for them; default false. */
  readonly abort?: boolean | undefined;
}

export type Credentials = LoginCredentials | AccessTokenCredentials;

export interface LoginCredentials {
  /** Login of the customer centre, or the uuid of an application token. */
  readonly username: string;
  /** Password of the login, or the secret of the application token. */
  readonly password: string;
  /** Code of a second factor, for a login by hand. It is sent until a login succeeds, and not afterwards. */
  readonly multiFactorCode?: string | undefined;
  /** Device identifier from a `SecondFactorError`. */
  readonly deviceId?: string | undefined;
}

/** What is known about the provider's rate limit. */
export interface RateLimitOptions {
  /**
   * Length of the window in milliseconds; default 15 minutes, as documented. If the provider's answers show a shorter one, that one
   * is used.
   */
  readonly window?: number | undefined;
  /**
   * Requests in a window; the last of them is refused. If set, no more are sent until the first answers arrive; the number that
   * they show then replaces it. Default: unknown; until the first answer to an operation, `maxConnections` of its calls are sent.
   */
  readonly limit?: number | undefined;
}

/** Timeouts in milliseconds. */
export interface Timeouts {
  /** Opening a connection, including TLS; default 10 seconds. */
  readonly connect?: number | undefined;
  /** One request, from sending it to the end of its answer; default 60 seconds. Reading a file does not count. */
  readonly request?: number | undefined;
  /** Between two pieces of an answer's body, including files; default 30 seconds. */
  readonly body?: number | undefined;
  /**
   * A whole call with its retries; default 5 minutes. Waiting for the rate window does not count, because it has its own limit.
   * Reading a file does not count either.
   */
  readonly total?: number | undefined;
}

/** Options of one call, or of the calls of a derived client. */
export interface CallOptions {
  /** Ends the call. One of a derived client ends its calls in addition to their own. */
  readonly signal?: AbortSignal | undefined;
  /** Limit of the whole call in milliseconds, including the wait for the rate window; replaces `timeouts.total`. */
  readonly timeout?: number | undefined;
  /** As in `ClientOptions`, for this call. */
  readonly fresh?: boolean | undefined;
  /** As in `ClientOptions`, for this call; the client's value applies to omitted members. A login that the call waits for uses the client's. */
  readonly retry?: RetryOptions | undefined;
  /** Further header fields, as in `ClientOptions`; they replace those of the client with the same name. A login does not have them. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Called with status and header fields of each answer to this call, including retried ones; as in `ClientOptions`. */
  readonly onAnswer?: ((event: AnswerEvent) => unknown) | undefined;
  /**
   * Called right before each sending of a request that cannot be repeated safely, including retries, after the waits for token and
   * rate window. If it returns a promise, the client waits for it. If it throws or the promise is rejected, the request is not sent,
   * and the call fails with that error. Operations of the retry class `safe` never call it. One of a derived client is called before that of
   * the call.
   *
   * @param mayHaveActed whether an earlier sending of the same call may have taken effect
   */
  readonly onSend?: ((mayHaveActed: boolean) => unknown) | undefined;
}

/** Options of `client.request`. */
export interface RequestOptions extends CallOptions {
  /**
   * What sending the request twice would do; default `safe` for GET and HEAD, and `ambiguous` for the others, which are then sent again only
   * if they certainly had no effect. Refused for what the table of the client covers.
   */
  readonly repeat?: RepeatClass | undefined;
}

export interface RetryOptions {
  /**
   * How many times a request is sent at most, including the first time; default 4. Other clients call one less `maxRetries`. A request that
   * the rate limit refused does not count: it is sent again when the next window opens, up to 5 times.
   */
  readonly attempts?: number | undefined;
  /**
   * Milliseconds over which three or more attempts are spread, as far as the call's timeout allows; default 5 seconds. A shorter
   * outage fails no call that may be retried. Pauses that the provider requests with `Retry-After` are added. 0: no pauses.
   */
  readonly budget?: number | undefined;
  /** Shortest pause in milliseconds, if the budget allows it; default 500. The first pause is at most three times as long. */
  readonly baseDelay?: number | undefined;
  /** Longest pause in milliseconds, except for what `Retry-After` requests; default 20 seconds. */
  readonly maxDelay?: number | undefined;
}

/** All elements of a paged list. Each iteration reads the list anew; nothing is sent before. */
export interface Listing<T> extends AsyncIterable<T> {
  /** All elements, in the API's order. */
  toArray(): Promise<T[]>;
  /** The elements page by page, without a page that has none. */
  pages(): AsyncIterable<Page<T>>;
}

/** A part of a paged list. */
export interface Page<T> {
  /** The elements that no earlier page had; never empty. */
  readonly items: readonly T[];
  /** Whether there are more elements. Asks the API, once: only the next page shows it. */
  hasNextPage(): Promise<boolean>;
  /** The next page; undefined after the last one. */
  getNextPage(): Promise<Page<T> | undefined>;
}

/**
 * Secret values known to the program, and the one place that removes them from what is shown. A value is found in its own spelling
 * and as percent-encoded, JSON, HTML, base64 and hexadecimal text, one in another, in upper and lower case, composed, decomposed and in the
 * wrong encoding. Its percent-encoded form is found too, and the path and query of an address.
 */
export declare class Secrets {
  #private;
  constructor(values?: Iterable<string | undefined>);
  /** Adds a value. One that is not maskable stays visible in free text, except in an encoded form. */
  add(value: string | undefined): void;
  /** The text without any known value. */
  redact(text: string): string;
  /** A registry with further values for one call. */
  including(values: Iterable<string>): Secrets;
  /**
   * A copy of structured data without secrets: known values, members with secret names (`password`, `token`,
   * `auth-code`, …), and what `schema` marks as secret.
   */
  scrub(data: unknown, schema?: Schema): unknown;
}

/** The head of an answer, or why there is none, without secrets. */
export interface AnswerEvent {
  readonly request: RequestEvent;
  /** Undefined if no answer arrived. */
  readonly status: number | undefined;
  /** By lower-case name; the first value of a repeated field. */
  readonly headers: Readonly<Record<string, string>>;
  /** Why no answer arrived, in a few words; undefined if one did. */
  readonly failure: string | undefined;
  /** From passing the request on to the head of its answer. */
  readonly milliseconds: number;
}

/** A request that is about to be passed to a connection, without secrets and without its body. */
export interface RequestEvent {
  /** Identifier of the operation, such as `createWebhook`. */
  readonly operation: string;
  readonly method: string;
  /** Below the base address, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Number of the attempt within its call, from 1. */
  readonly attempt: number;
}

/**
 * Whether a failed request may have taken effect at the provider: `none` if it certainly did not, `possible`
 * if that is unknown.
 */
export type Effect = "none" | "possible";

/**
 * Base of every error of this package. Messages contain no secrets and no control characters. Each class sets its name explicitly,
 * because a minifier renames classes.
 */
export declare class HostingError extends Error {
  readonly name: string;
  /** Identifier of the operation, such as `createWebhook`. */
  readonly operation: string | undefined;
  /** What sending the operation's request again would do. */
  readonly repeat: RepeatClass | undefined;
  /** Whether the request may still have taken effect. */
  readonly effect: Effect;
  /**
   * Whether every call of this client would fail like this: its address, certificate, proxy or login is wrong. A host that has never answered and
   * refuses the connection, or has no such name, counts as a wrong address.
   */
  readonly isLasting: boolean;
  constructor(message: string, { operation, effect, isLasting, cause }?: Details);
}

/** The client itself is configured wrongly: base address, credentials. Nothing was sent. */
export declare class ConfigurationError extends HostingError {
  readonly name: string;
}

/** The operation does not accept the caller's input. Nothing was sent. */
export declare class InputError extends HostingError {
  readonly name: string;
  /** Located problems: `body.url: …`. Values are not repeated. */
  readonly problems: readonly string[];
  constructor(message: string, problems: readonly string[], details?: Details);
}

/** The API refused the login or the access token. */
export declare class AuthenticationError extends HostingError {
  readonly name: string;
  /** Status of the refusal; undefined if no request was sent. */
  readonly status: number | undefined;
  /** What the API said, redacted. */
  readonly said: string | undefined;
  constructor(message: string, details?: AuthenticationDetails);
}

/** The login requires a second factor, which an unattended run cannot provide: use an application token. */
export declare class SecondFactorError extends AuthenticationError {
  #private;
  readonly name: string;
  /** `TOTP`, or `DeviceCookie` for a mailed pin; undefined if the answer names none. */
  readonly factor: string | undefined;
  constructor(message: string, factor: string | undefined, deviceId: string | undefined, details?: AuthenticationDetails);
  /** To be sent with the code. It is a secret, so printing the error does not show it. */
  get deviceId(): string | undefined;
}

/** The provider answered with a failure status. */
export declare class ApiError extends HostingError {
  readonly name: string;
  readonly status: number;
  /** What the provider said: the first of `message`, `msg` and `reason`, redacted. */
  readonly said: string | undefined;
  constructor(message: string, status: number, said: string | undefined, details?: Details);
}

/** 400: the provider does not accept the request. */
export declare class BadRequestError extends ApiError {
  readonly name: string;
}

/** 403: no access, or the object does not exist; the API does not distinguish these cases. */
export declare class AccessDeniedError extends ApiError {
  readonly name: string;
}

/** 404: no such object or route. */
export declare class NotFoundError extends ApiError {
  readonly name: string;
}

/** 409: the object's state does not allow it. */
export declare class ConflictError extends ApiError {
  readonly name: string;
}

/** 429, or the client knows that the window is used up and the allowed wait is too short. */
export declare class RateLimitError extends ApiError {
  readonly name: string;
  /** Milliseconds until the next request is possible; undefined if unknown. */
  readonly retryIn: number | undefined;
  constructor(message: string, status: number, said: string | undefined, details?: Details & {
    readonly retryIn?: number | undefined;
  });
}

/** 5xx. */
export declare class ServerError extends ApiError {
  readonly name: string;
}

/** An unexpected 3xx. It is not followed, so that no other host receives the token. */
export declare class RedirectError extends ApiError {
  readonly name: string;
}

/** The answer reports success but is invalid: not JSON, cut off, too large, or without a documented member. */
export declare class AnswerError extends HostingError {
  #private;
  readonly name: string;
  constructor(message: string, details?: AnswerDetails);
  /**
   * The received data, or the text if it is not JSON; undefined if nothing complete was received. It may contain a secret that is
   * shown only once, so printing the error does not show it.
   */
  get answer(): unknown;
}

/** No answer: refused, reset, name or certificate failure. `cause` is the system's error. */
export declare class ConnectionError extends HostingError {
  readonly name: string;
  /** Code of the system or the HTTP library, such as `ECONNRESET`; undefined if there is none. */
  readonly code: string | undefined;
  constructor(message: string, details?: ConnectionDetails);
}

/** No answer in time. */
export declare class TimeoutError extends ConnectionError {
  readonly name: string;
  /** What took too long. */
  readonly phase: "connect" | "request" | "body" | "total";
  constructor(message: string, phase: TimeoutError["phase"], details?: ConnectionDetails);
}

/** The caller ended the call: with an `AbortSignal`, by closing the client, or by discarding the file. */
export declare class AbortError extends HostingError {
  readonly name: string;
  /** The signal's reason, or an `Error` that says what else ended the call; `cause` is the same. */
  get reason(): unknown;
}

export interface IpAddress {
  /** The address. */
  address?: string | undefined;
  /** internal or external. */
  scope?: string | undefined;
  /** 4 or 6. */
  version?: number | undefined;
  type?: string | undefined;
  /** Common name of the certificate that is bound to the address. */
  relatedCertificateCommonName?: string | undefined;
}

export interface Account {
  /** Description. */
  description: string;
  /** Number given by the provider; identifies the account, like its name. */
  uid?: number | undefined;
  /** Customer that the account belongs to. */
  customerNumber?: number | undefined;
  /** Name of the account, such as p123456; what `accountIdentifier` takes. */
  name?: string | undefined;
  /** Whether shell access is switched on. */
  activateShell?: boolean | undefined;
  /** Whether the account is switched off. */
  disabled?: boolean | undefined;
  /** Addresses of the account. */
  ipAddresses?: IpAddress[] | undefined;
  /** creating, updating, deleting or ready. */
  status?: string | undefined;
}

/** An account in a list. If `fields` is given, it has only those members. */
export interface ListedAccount {
  /** Number given by the provider; identifies the account, like its name. */
  uid?: number | undefined;
  /** Customer that the account belongs to. */
  customerNumber?: number | undefined;
  /** Name of the account, such as p123456; what `accountIdentifier` takes. */
  name?: string | undefined;
  /** Whether shell access is switched on. */
  activateShell?: boolean | undefined;
  /** Whether the account is switched off. */
  disabled?: boolean | undefined;
  /** Addresses of the account. */
  ipAddresses?: IpAddress[] | undefined;
  /** creating, updating, deleting or ready. */
  status?: string | undefined;
  /** Description. */
  description?: string | undefined;
}

export interface VirtualAccount {
  /** Number given by the provider. */
  uid?: number | undefined;
  /** Name of the account, such as p123456; what `accountIdentifier` takes. */
  name?: string | undefined;
  /** Description. */
  description?: string | undefined;
  /** Alias of the login. */
  virtualName?: string | undefined;
  /** Article that the account was ordered as. */
  article?: Article | undefined;
}

export interface VirtualAccountInput {
  /** Alias of the login. */
  virtualName: string;
  /** Description. */
  description: string;
  /** Article to order. */
  article: {
    /** Number of the article. */
    articleNumber: number;
  };
  /** Password of the account. */
  password: string;
}

export interface VirtualAccountOutput {
  /** Password of the account. Shown only in this answer. */
  password?: string | undefined;
  /** Number given by the provider. */
  uid?: number | undefined;
  /** Name of the account, such as p123456; what `accountIdentifier` takes. */
  name?: string | undefined;
  /** Description. */
  description?: string | undefined;
  /** Alias of the login. */
  virtualName?: string | undefined;
  /** Article that the account was ordered as. */
  article?: Article | undefined;
}

export interface AuthenticationRequest {
  /** Login of the customer centre, or the uuid of an application token. */
  username: string;
  /** Password of the login, or the secret of the application token. */
  password: string;
  /** Code of the authenticator, or the pin that was mailed. */
  multiFactorCode?: string | undefined;
  /** Device identifier from the answer that asked for the second factor. */
  deviceId?: string | undefined;
}

export interface AuthenticationResponse {
  /** Bearer token for all other operations. */
  token: string;
  /** When the token expires, about a day ahead. */
  expires: string;
}

/** A second factor is missing. */
export interface AuthenticationIncompleteResponse {
  /** Factor that is missing: TOTP, or DeviceCookie for a mailed pin. */
  name?: string | undefined;
  /** Device identifier; send it back with the code. */
  deviceId?: string | undefined;
}

export interface ApplicationTokenInput {
  /** What the token is for; need not be unique. */
  description: string;
  /** Secret chosen by the caller. Only old descriptions mention it: leave it out, and the provider creates one. */
  token?: string | undefined;
}

export interface ApplicationToken {
  /** Identifier; serves as the user name of a login. */
  uuid: string;
  /** Time of creation: a date, or seconds since the epoch. */
  crdate: string | number;
  /** What the token is for. */
  description?: string | undefined;
}

export interface ApplicationTokenResponse {
  /** Secret; serves as the password of a login. Shown only in this answer. */
  token: string;
  /** Identifier; serves as the user name of a login. */
  uuid: string;
  /** Time of creation: a date, or seconds since the epoch. */
  crdate: string | number;
  /** What the token is for. */
  description?: string | undefined;
}

export interface OfferRequest {
  /** Whom the offer is for. */
  recipient: {
    /** Telephone: country, area and number joined by hyphens. */
    phone: string;
    /** First name. */
    firstName: string;
    /** Last name. */
    lastName: string;
    /** Form of address. */
    salutation: "Divers" | "Frau" | "Herr" | "Mr." | "Ms.";
    /** Street without the house number. */
    street: string;
    /** House number. */
    houseNumber: string;
    /** Town. */
    city: string;
    /** Mail address. */
    emailAddress: string;
    /** Country, as a code of two letters (ISO 3166-1). */
    country: string;
    /** Academic title. */
    title?: string | undefined;
    /** Company. */
    company?: string | undefined;
  };
  /** What is to be offered. */
  articles: {
    /** Main article. */
    main: {
      /** Number of the article. */
      articleNumber: number;
    };
    /** Articles that go with it. */
    additional?: {
      /** Number of the article. */
      articleNumber: number;
    }[] | undefined;
  };
  /** Whether the login looks after the recipient's account; false when absent. */
  isTechnicalAdminForRecipient?: boolean | undefined;
}

export interface CartContactInput {
  /** First name. */
  firstName: string;
  /** Last name. */
  lastName: string;
  /** Street without the house number. */
  street: string;
  /** House number. */
  houseNumber: string;
  /** Postal code, digits only. */
  zip: string;
  /** Town. */
  city: string;
  /** Mail address. */
  emailAddress: string;
  /** Form of address. */
  salutation?: "Frau" | "Herr" | "Mr." | "Ms." | undefined;
  /** Academic title. */
  title?: string | undefined;
  /** Company. */
  company?: string | undefined;
  /** Country, as a code of two letters (ISO 3166-1). */
  country?: string | undefined;
  /** Fax number. */
  fax?: string | undefined;
}

export interface CartContact {
  /** First name. */
  firstName: string;
  /** Last name. */
  lastName: string;
  /** Street without the house number. */
  street: string;
  /** House number. */
  houseNumber: string;
  /** Postal code. */
  zip: string;
  /** Town. */
  city: string;
  /** Mail address. */
  emailAddress: string;
  /** Form of address. */
  salutation?: string | undefined;
  /** Academic title. */
  title?: string | undefined;
  /** Company. */
  company?: string | undefined;
  /** Country, as a code of two letters (ISO 3166-1). */
  country?: string | undefined;
  /** Fax number. */
  fax?: string | undefined;
}

/**
 * An item as it is written. The provider determines the rest of an article.
 */
export interface CartItemInput {
  /** Number of the article. */
  articleNumber?: number | undefined;
  /** Articles that go with this one. */
  crossSellingArticles?: {
    /** Number of the article. */
    articleNumber?: number | undefined;
    /** Address of the article. */
    href?: string | undefined;
    /** Place in the list. */
    sorting?: number | undefined;
  }[] | undefined;
  /** Description. */
  description?: string | undefined;
  /** Whether the article can be ordered. */
  isOrderable?: boolean | undefined;
  /** Price. */
  price?: string | {
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
}

/** An item as it is read: an article or a domain. No source says which member identifies it; `_id` is likely. */
export interface CartItem {
  /** Articles that can be chosen together with this one, by category. */
  articleOptions?: {
    mainCategory?: {
      subCategory?: ArticleOption[] | undefined;
    } | undefined;
  } | undefined;
  /** Likely what `itemIdentifier` takes. */
  _id?: string | undefined;
  /** Kind of item. */
  itemType?: string | undefined;
  /** Identifier that the item was added with. */
  identifier?: string | undefined;
  /** Name of the domain. */
  name?: string | undefined;
  /** Whether the domain is moved here from another registrar. */
  transfer?: boolean | undefined;
  /** Transfer code of the domain. */
  authCode?: string | undefined;
  /** Number of the article. */
  articleNumber?: number | undefined;
  /** Groups that the article belongs to. */
  articleGroups?: {
    href?: string | undefined;
    title?: string | undefined;
  }[] | undefined;
  /** What the article includes. */
  benefits?: ArticleBenefits | undefined;
  /** How often the article is billed. */
  billing?: {
    /** Whether the billing period may be chosen. */
    allowDurationModification?: boolean | undefined;
    /** Length of the billing period, in `unit`. */
    billingPeriod?: number | undefined;
    unit?: {
      key?: string | undefined;
      value?: string | undefined;
    } | undefined;
  } | undefined;
  /** What a partner earns. */
  commission?: Price | undefined;
  /** Limits of what is ordered. */
  configurationData?: {
    limits?: {
      max_cores?: number | undefined;
      max_documents?: number | undefined;
      memory?: number | undefined;
    } | undefined;
  } | undefined;
  /** Minimum duration of the contract. */
  contract?: {
    /** Duration of the contract, in `unit`. */
    contractDuration?: number | undefined;
    unit?: {
      key?: string | undefined;
      value?: string | undefined;
    } | undefined;
  } | undefined;
  /** Articles that go with this one. */
  crossSellingArticles?: {
    articleNumber?: number | undefined;
    href?: string | undefined;
    sorting?: number | undefined;
  }[] | undefined;
  /** Description; a text, or a title and a text. */
  description?: string | {
    title?: string | undefined;
    text?: string | undefined;
  } | undefined;
  /** Whether the article can be ordered. */
  isOrderable?: boolean | undefined;
  /** Price. */
  price?: string | Price | undefined;
}

/** A cart as it is written. It is unknown whether omitted members are kept: send all that should stay. */
export interface CartInput {
  /** Identifier of the cart. */
  _id?: string | undefined;
  /** Number of the agency server that the order goes to. */
  agencyServer?: number | undefined;
  /** Where invoices go. */
  billingAddress?: CartContactInput | undefined;
  /** Whom to talk to. */
  contactPerson?: CartContactInput | undefined;
  /** Whom the contract is with. */
  contractPartner?: CartContactInput | undefined;
  /** Billing period of the main item. */
  billingPeriod?: number | undefined;
  /** Billing period of the whole customer. */
  customerBillingPeriod?: number | undefined;
  /** Code from the partner programme. */
  commission?: string | undefined;
  /** Whether the commission code can no longer be changed or removed; default false. */
  isCommissionLocked?: boolean | undefined;
  /** Share of the disk that goes to the databases, in percent, from 20 to 80. */
  databasePartitionPercentage?: number | undefined;
  /** What is to be ordered. */
  items?: CartItemInput[] | undefined;
  /** Token that binds the cart to a login. */
  jwt?: string | undefined;
  /** Version of MySQL. */
  mysqlVersion?: string | undefined;
  /** Whether the customer gets the newsletter. */
  newsletter?: boolean | undefined;
  /** Note. */
  note?: string | undefined;
  /** Number of the offer that the cart comes from. */
  offer?: number | undefined;
  /** Operating system of a root server. */
  os?: string | undefined;
  /** How the customer pays; members not listed. */
  paymentSettings?: Record<string, unknown> | undefined;
  /** Promotion code. */
  promotionCode?: string | undefined;
  /** Software to install, by its identifier. */
  software?: string | undefined;
  /** Account to be changed or split off. */
  sourceAccount?: string | undefined;
  /** Reseller tariff to be changed. */
  sourceReseller?: string | undefined;
  /** Whether the account stays on its current hardware. */
  stayOnHardware?: boolean | undefined;
  /** Whether this is a test order. */
  testing?: boolean | undefined;
}

export interface Cart {
  /** Identifier; what `cartIdentifier` takes. */
  _id?: string | undefined;
  /** Number of the agency server that the order goes to. */
  agencyServer?: number | undefined;
  /** Where invoices go. */
  billingAddress?: CartContact | undefined;
  /** Whom to talk to. */
  contactPerson?: CartContact | undefined;
  /** Whom the contract is with. */
  contractPartner?: CartContact | undefined;
  /** Billing period of the main item. */
  billingPeriod?: number | undefined;
  /** Billing period of the whole customer. */
  customerBillingPeriod?: number | undefined;
  /** Code from the partner programme. */
  commission?: string | undefined;
  /** Whether the commission code can no longer be changed or removed. */
  isCommissionLocked?: boolean | undefined;
  /** Share of the disk that goes to the databases, in percent. */
  databasePartitionPercentage?: number | undefined;
  /** What is to be ordered. */
  items?: CartItem[] | undefined;
  /** Token that binds the cart to a login. */
  jwt?: string | undefined;
  /** Version of MySQL. */
  mysqlVersion?: string | undefined;
  /** Whether the customer gets the newsletter. */
  newsletter?: boolean | undefined;
  /** Note. */
  note?: string | undefined;
  /** Number of the offer that the cart comes from. */
  offer?: number | undefined;
  /** Operating system of a root server. */
  os?: string | undefined;
  /** How the customer pays; members not listed. */
  paymentSettings?: Record<string, unknown> | undefined;
  /** Promotion code. */
  promotionCode?: string | undefined;
  /** Software to install, by its identifier. */
  software?: string | undefined;
  /** Account to be changed or split off. */
  sourceAccount?: string | undefined;
  /** Reseller tariff to be changed. */
  sourceReseller?: string | undefined;
  /** Whether the account stays on its current hardware. */
  stayOnHardware?: boolean | undefined;
  /** Whether this is a test order. */
  testing?: boolean | undefined;
  /** When the order will be processed. */
  dueDate?: string | number | undefined;
  projectName?: string | undefined;
  projectPassword?: string | undefined;
}

export interface CreateCartRequest {
  /** Commission code; it can never be changed afterwards. */
  forcePartnerId?: string | undefined;
}

export interface CartItemAddition {
  /** What to add; presumably the number of an article. */
  identifier: string;
  /** What the added item belongs to or replaces. */
  sourceIdentifier?: string | undefined;
}

export interface DomainItemInput {
  /** Full name of the domain. */
  name: string;
  /** Transfer code from the current registrar. */
  authCode?: string | undefined;
  /** Whether the domain is moved here from another registrar. */
  transfer?: boolean | undefined;
}

export interface Recommendation {
  /** Identifier of the template. */
  id: string;
  /** Pin that the owner of the account needs at checkout. Shown only in this answer. */
  pinCode: number;
  /** When the template expires. */
  expireDate: string;
}

export interface SmsVerificationRequest {
  /** Mobile number that gets the SMS. */
  recipient?: string | undefined;
}

export interface SmsVerificationCode {
  /** Code from the SMS. */
  verificationCode?: string | undefined;
}

export interface CheckoutRequest {
  /** Pin of the recommendation, where an existing package changes its customer. */
  pinCode?: number | undefined;
}

/** Reference to an article in a request. The provider determines everything else about it. */
export interface ArticleReference {
  /** Number of the article. */
  articleNumber: number;
}

export interface Price {
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
}

/**
 * What an article includes: counts, sizes and flags.
 */
export interface ArticleBenefits {
  /** Databases. */
  database?: {
    mysql?: number | {
      externalAccess?: boolean | undefined;
      max?: number | undefined;
    } | undefined;
  } | undefined;
  designSwitcher?: {
    active?: boolean | undefined;
  } | undefined;
  /** Which DNS records may be edited. */
  dnsEditor?: {
    active?: boolean | undefined;
    editorA?: boolean | undefined;
    editorCNAME?: boolean | undefined;
    editorMX?: boolean | undefined;
    editorSRV?: boolean | undefined;
    editorTXT?: boolean | undefined;
  } | undefined;
  /** Domains, and how many are included. */
  domain?: {
    active?: boolean | undefined;
    inclusive?: number | undefined;
    max?: number | undefined;
  } | undefined;
  firewallPlus?: {
    active?: boolean | undefined;
  } | undefined;
  /** Mail addresses. */
  mailAddress?: {
    max?: number | undefined;
    maxAutoResponder?: number | undefined;
  } | undefined;
  /** Mailboxes. */
  mailBox?: {
    max?: number | undefined;
    maxSize?: number | undefined;
    spamDefender?: {
      key?: number | undefined;
    } | undefined;
  } | undefined;
  monitoringPlus?: {
    active?: boolean | undefined;
  } | undefined;
  /** The server and its limits. */
  server?: {
    backup?: {
      backupRange?: number | undefined;
    } | undefined;
    cronJob?: {
      customInterval?: boolean | undefined;
      max?: number | undefined;
      minInterval?: number | undefined;
    } | undefined;
    ftpUser?: {
      max?: number | undefined;
    } | undefined;
    hardware?: {
      maxExecutionTime?: number | undefined;
      maxWebspace?: number | undefined;
      memoryLimit?: number | undefined;
      vCpuCores?: number | undefined;
      vCpuUnits?: number | undefined;
      vMaxMemory?: number | undefined;
      vMaxTraffic?: number | undefined;
    } | undefined;
    ip?: {
      inclusive?: number | undefined;
    } | undefined;
    ssh?: {
      active?: boolean | undefined;
    } | undefined;
    ssl?: {
      inclusive?: number | undefined;
    } | undefined;
  } | undefined;
  snapshot?: {
    max?: number | undefined;
  } | undefined;
  /** Subdomains. */
  subdomain?: {
    max?: number | undefined;
  } | undefined;
  template?: {
    max?: number | undefined;
  } | undefined;
  versionManager?: {
    active?: boolean | undefined;
  } | undefined;
  webFtp?: {
    active?: boolean | undefined;
  } | undefined;
  webMail?: {
    active?: boolean | undefined;
  } | undefined;
}

/** An article of the catalogue. If `fields` is given, it has only those members. */
export interface Article {
  /** Number of the article. */
  articleNumber?: number | undefined;
  /** Groups that the article belongs to. */
  articleGroups?: {
    href?: string | undefined;
    title?: string | undefined;
  }[] | undefined;
  /** What the article includes. */
  benefits?: ArticleBenefits | undefined;
  /** How often the article is billed. */
  billing?: {
    /** Whether the billing period may be chosen. */
    allowDurationModification?: boolean | undefined;
    /** Length of the billing period, in `unit`. */
    billingPeriod?: number | undefined;
    unit?: {
      key?: string | undefined;
      value?: string | undefined;
    } | undefined;
  } | undefined;
  /** What a partner earns. */
  commission?: Price | undefined;
  /** Limits of what is ordered. */
  configurationData?: {
    limits?: {
      max_cores?: number | undefined;
      max_documents?: number | undefined;
      memory?: number | undefined;
    } | undefined;
  } | undefined;
  /** Minimum duration of the contract. */
  contract?: {
    /** Duration of the contract, in `unit`. */
    contractDuration?: number | undefined;
    unit?: {
      key?: string | undefined;
      value?: string | undefined;
    } | undefined;
  } | undefined;
  /** Articles that go with this one. */
  crossSellingArticles?: {
    articleNumber?: number | undefined;
    href?: string | undefined;
    sorting?: number | undefined;
  }[] | undefined;
  /** Description; a text, or a title and a text. */
  description?: string | {
    title?: string | undefined;
    text?: string | undefined;
  } | undefined;
  /** Whether the article can be ordered. */
  isOrderable?: boolean | undefined;
  /** Price. */
  price?: string | Price | undefined;
  /** Articles that can be chosen together with this one, by category. */
  articleOptions?: {
    mainCategory?: {
      subCategory?: ArticleOption[] | undefined;
    } | undefined;
  } | undefined;
}

export interface ArticleUpgradeOption {
  /** Article to which the current one can be changed. */
  targetArticleNumber?: number | undefined;
  toolboxProRequired?: boolean | undefined;
  /** Description. */
  description?: string | undefined;
}

export interface PromotionCodeValidationRequest {
  /** Articles that the code will be used for. */
  articles?: ArticleReference[] | undefined;
  /** Whether they will be billed monthly. */
  monthly?: boolean | undefined;
}

export interface GuestOperatingSystem {
  /** Name. */
  name?: string | undefined;
  /** Identifier; what `os` of a cart takes. */
  identifier?: string | undefined;
  /** Whether it is only available with Plesk. */
  pleskRequired?: boolean | undefined;
  /** Version of Plesk that is included. */
  pleskVersion?: number | undefined;
}

export interface BankData {
  /** Number of the bank account. */
  bankAccountNumber?: string | undefined;
  /** Code of the bank. */
  bankCode?: string | undefined;
}

/** The bank account in the international format. */
export interface Bankdaten {
  /** IBAN. */
  iban?: string | undefined;
  /** BIC of the bank. */
  bic?: string | undefined;
}

/** Body of most failures: the API uses both `message` and `msg`. */
export interface FailureMessage {
  message?: string | undefined;
  msg?: string | undefined;
  reason?: string | undefined;
}

/** Body of a failure that may contain the server's call stack, which must not be shown to anyone. */
export interface ErrorBody {
  message?: string | undefined;
  msg?: string | undefined;
  reason?: string | undefined;
  /** Call stack of the server; never shown. */
  trace?: string | undefined;
}

/** A person or company as the domain handles take it. */
export interface Contact {
  /** Postal code. */
  zip: string;
  /** First name. */
  firstName: string;
  /** Last name. */
  lastName: string;
  /** Form of address. */
  salutation: "Divers" | "Frau" | "Herr" | "Mr." | "Ms.";
  /** Street without the house number. */
  street: string;
  /** House number. */
  houseNumber: string;
  /** Town. */
  city: string;
  /** Mail address. */
  emailAddress: string;
  /** Country, as a code of two letters (ISO 3166-1). */
  country: string;
  /** Fax number. */
  fax?: string | undefined;
  /** Academic title. */
  title?: string | undefined;
  /** Company. */
  company?: string | undefined;
}

/** The person who requests an offer or places an order: like a contact, with a telephone and without a postal code. */
export interface Orderer {
  /** Telephone: country, area and number joined by hyphens. */
  phone: string;
  /** First name. */
  firstName: string;
  /** Last name. */
  lastName: string;
  /** Form of address. */
  salutation: "Divers" | "Frau" | "Herr" | "Mr." | "Ms.";
  /** Street without the house number. */
  street: string;
  /** House number. */
  houseNumber: string;
  /** Town. */
  city: string;
  /** Mail address. */
  emailAddress: string;
  /** Country, as a code of two letters (ISO 3166-1). */
  country: string;
  /** Academic title. */
  title?: string | undefined;
  /** Company. */
  company?: string | undefined;
}

export interface Cancellation {
  /** Number given by the provider; what `cancellationIdentifier` takes. */
  uid?: number | undefined;
  /** State. Its values are not documented. */
  status?: string | undefined;
  /** When the cancellation was declared. */
  creationDate?: string | number | undefined;
  /** When it takes effect. */
  cancellationDate?: string | number | undefined;
}

/** The sources describe two different elements for one list; this one has the members of both. */
export interface Contract {
  /** Number given by the provider; what a cancellation takes. */
  uid?: number | undefined;
  /** Article that was ordered. */
  article?: Article | undefined;
  /** Title. */
  title?: string | undefined;
  /** Text. */
  text?: string | undefined;
  /** When the contract began. */
  startDate?: string | number | undefined;
  /** Duration of the contract. */
  contractDuration?: string | undefined;
  /** Number of the object that the contract is about. */
  sourceUid?: number | undefined;
  /** Kind of the object that the contract is about. */
  sourceType?: string | undefined;
  /** When the contract was concluded. */
  creationDate?: string | number | undefined;
  /** When the next billing period begins. */
  nextPeriodDate?: string | number | undefined;
  /** Length of the billing period. */
  billingPeriod?: number | undefined;
  /** Its cancellation, if there is one. */
  cancellation?: Cancellation | undefined;
  /** Account that the contract is about. */
  account?: {
    /** Name of the account. */
    name?: string | undefined;
    /** Description. */
    description?: string | undefined;
    /** Articles ordered with it. */
    additionalArticles?: Article[] | undefined;
  } | undefined;
}

export interface CancellationRequest {
  /** Number (uid) of the contract. */
  contract: number;
  /** What happens to the domains of the contract. */
  domains?: {
    /** Name of the domain. */
    domain?: string | undefined;
    /** Whether the domain is released for a move to another provider. */
    transfer?: boolean | undefined;
    /** Whether the domain is handed back to the registry. */
    transit?: boolean | undefined;
    /** When the domain ends, in seconds since the epoch. */
    cancellationDate?: number | undefined;
  }[] | undefined;
  /** Message to the provider. */
  message?: string | undefined;
  /** Whether the customer requests a call. */
  call?: boolean | undefined;
  /** Number of a reason. No operation lists them. */
  reason?: number | undefined;
}

/** Bank data, presumably: no source lists the members. */
export type CustomerPaymentSettingsInput = Record<string, unknown>;

export type CustomerPaymentSettings = Record<string, unknown>;

export interface CreateCustomerRequest {
  /** Whom the contracts are with. */
  contractPartner: {
    /** Telephone: country, area and number joined by hyphens. */
    phone: string;
    /** Postal code. */
    zip: string;
    /** First name. */
    firstName: string;
    /** Last name. */
    lastName: string;
    /** Form of address. */
    salutation: "Divers" | "Frau" | "Herr" | "Mr." | "Ms.";
    /** Street without the house number. */
    street: string;
    /** House number. */
    houseNumber: string;
    /** Town. */
    city: string;
    /** Mail address. */
    emailAddress: string;
    /** Country, as a code of two letters (ISO 3166-1). */
    country: string;
    /** Fax number. */
    fax?: string | undefined;
    /** Academic title. */
    title?: string | undefined;
    /** Company. */
    company?: string | undefined;
  };
  /** Whom to talk to; members not listed, presumably those of the contract partner. */
  contactPerson?: Record<string, unknown> | undefined;
  /** Where invoices go; further members not listed. */
  billingAddress?: {
    [key: string]: unknown;
    /** Value-added tax identification number. */
    vat?: string | undefined;
  } | undefined;
  /** How the customer pays; members not listed. */
  paymentSettings?: Record<string, unknown> | undefined;
}

export interface CreatedCustomer {
  /** Number of the new customer. */
  customerNumber?: string | number | undefined;
  /** Password of the new login. Shown only in this answer. */
  password?: string | undefined;
}

export interface CustomerCategory {
  /** Number given by the provider. */
  uid?: number | undefined;
  /** Name. */
  name?: string | undefined;
}

export interface Customer {
  /** Number of the customer. */
  customerNumber: number;
  /** Whether the customer has no contract yet. */
  prospect: boolean;
}

export interface Country {
  /** Code of two letters (ISO 3166-1). */
  isoShort: string;
  /** Code of three letters (ISO 3166-1). */
  isoLong: string;
  /** Whether the country belongs to the European Union. */
  euMember: boolean;
  /** Name. */
  name: {
    /** In German. */
    de: string;
    /** In English. */
    en: string;
  };
}

/** Contract partner, contact person or billing recipient, as it is read. It is written in a different shape. */
export interface CustomerPartner {
  /** First name. */
  firstName: string;
  /** Last name. */
  lastName: string;
  /** Form of address. */
  salutation: string;
  /** Address. */
  address: {
    /** Street without the house number. */
    street: string;
    /** House number. */
    houseNumber: string;
    /** Postal code. */
    zip: string;
    /** Town. */
    city: string;
    /** Country. */
    country: {
      /** Code of two letters (ISO 3166-1). */
      isoShort: string;
      /** Code of three letters (ISO 3166-1). */
      isoLong: string;
      /** Whether the country belongs to the European Union. */
      euMember: boolean;
      /** Name. */
      name: {
        /** In German. */
        de: string;
        /** In English. */
        en: string;
      };
    };
  };
  /** Ways to reach the person. */
  contact: {
    /** Telephone number; written as `phone`. */
    telephone: string;
    /** Mail address; written as `emailAddress`. */
    email: string;
    /** Fax number. */
    fax?: string | undefined;
  };
  /** Academic title. */
  title?: string | undefined;
  /** Company. */
  company?: string | undefined;
}

/** Replaces the whole contact. */
export interface UpdateContact {
  /** Town. */
  city?: string | undefined;
  /** Company. */
  company?: string | undefined;
  /** Country, as a code of two letters. */
  country?: string | undefined;
  /** Mail address. */
  emailAddress?: string | undefined;
  /** First name. */
  firstName?: string | undefined;
  /** House number. */
  houseNumber?: string | undefined;
  /** Last name. */
  lastName?: string | undefined;
  /** Telephone number: country, area and number joined by hyphens. */
  phone?: string | undefined;
  /** Form of address. */
  salutation?: "Divers" | "Frau" | "Herr" | "Mr." | "Ms." | undefined;
  /** Street without the house number. */
  street?: string | undefined;
  /** Academic title. */
  title?: string | undefined;
  /** Value-added tax identification number; cannot be read back. */
  vat?: string | undefined;
  /** Postal code, digits only. */
  zip?: string | undefined;
}

export interface ContactUpdateRequest {
  /** Whether it is the same as the contract partner. */
  identicalToDefaultAddress?: boolean | undefined;
  /** Town. */
  city?: string | undefined;
  /** Company. */
  company?: string | undefined;
  /** Country, as a code of two letters. */
  country?: string | undefined;
  /** Mail address. */
  emailAddress?: string | undefined;
  /** First name. */
  firstName?: string | undefined;
  /** House number. */
  houseNumber?: string | undefined;
  /** Last name. */
  lastName?: string | undefined;
  /** Telephone number: country, area and number joined by hyphens. */
  phone?: string | undefined;
  /** Form of address. */
  salutation?: "Divers" | "Frau" | "Herr" | "Mr." | "Ms." | undefined;
  /** Street without the house number. */
  street?: string | undefined;
  /** Academic title. */
  title?: string | undefined;
  /** Value-added tax identification number; cannot be read back. */
  vat?: string | undefined;
  /** Postal code, digits only. */
  zip?: string | undefined;
}

export interface CustomerBillingSettingsInput {
  /** Whether invoices are sent by post. */
  postalInvoices: boolean;
  /** Value-added tax identification number. */
  vatID?: string | undefined;
}

export interface CustomerBillingSettings {
  /** Whether invoices are sent by post. */
  postalInvoices: boolean;
  /** Value-added tax identification number. */
  vatID?: string | undefined;
}

export interface CustomerBenefit {
  /** What is booked. */
  benefit?: {
    identifier?: string | undefined;
    uid?: number | undefined;
  } | undefined;
  /** How much the usage exceeds the value. */
  exceedance?: number | undefined;
  /** Number given by the provider. */
  uid?: number | undefined;
  /** How much is in use. */
  usage?: number | undefined;
  /** How much is booked. */
  value?: number | undefined;
}

export interface InvoiceAmount {
  /** Currency. */
  currency: string;
  /** The amount, if the provider has it here: no source names the member that contains it. */
  amount?: string | number | undefined;
}

export interface InvoiceItem {
  /** Title. */
  title: string;
  /** Text. */
  text: string;
  /** Net amount. */
  netTotal: {
    /** Currency. */
    currency: string;
    /** The amount, if the provider has it here: no source names the member that contains it. */
    amount?: string | number | undefined;
  };
  /** Quantity. */
  quantity: {
    /** Quantity. */
    amount: number;
    /** Unit of the quantity. */
    unit?: string | undefined;
  };
}

export interface Invoice {
  /** Number of the invoice. */
  invoiceNumber: number;
  /** Date of the invoice. */
  invoicedAt: string;
  /** Net amount. */
  netTotal: {
    /** Currency. */
    currency: string;
    /** The amount, if the provider has it here: no source names the member that contains it. */
    amount?: string | number | undefined;
  };
  /** Amount with tax. */
  grossTotal: {
    /** Currency. */
    currency: string;
    /** The amount, if the provider has it here: no source names the member that contains it. */
    amount?: string | number | undefined;
  };
  /** What is billed. */
  items: InvoiceItem[];
}

export interface PaymentReceipt {
  /** When the payment was recorded. */
  recordedAt: string;
  /** Amount paid. */
  amount: {
    /** Currency. */
    currency: string;
    /** The amount, if the provider has it here: no source names the member that contains it. */
    amount?: string | number | undefined;
  };
  /** Kind of payment. */
  kind: {
    /** In words. */
    description: string;
  };
}

export interface Domain {
  /** Name of the domain. */
  name: string;
  /** Full name, such as example.de; what `domainIdentifier` takes. */
  fullname: string;
  /** Top-level domain. */
  tld: string;
  /** State of the registration. Its values are not documented. */
  registryStatus?: string | undefined;
}

export interface Handles {
  /** Owner of the domain. */
  owner?: Contact | undefined;
  /** Administrative contact. */
  admin?: Contact | undefined;
}

export interface DomainNameTransfer {
  /** Transfer code from the current registrar. */
  authcode?: string | undefined;
  /** Transfer procedure: 1 for AuthInfo1, 2 for AuthInfo2. */
  authInfoProcedure?: 1 | 2 | undefined;
}

export interface DomainRegistration {
  /** Second-level domain, such as example. */
  sld: string;
  /** Top-level domain, such as de. */
  tld: string;
  /** Whom the domain is registered to. */
  handles?: Handles | undefined;
  /** For a domain that is registered elsewhere: moves it here. */
  domainNameTransfer?: DomainNameTransfer | undefined;
  /** Whether the domain stays registered elsewhere and only its web site is set up. */
  external?: boolean | undefined;
  /** Directory that an external domain shows. */
  target?: string | undefined;
}

export interface DomainDeletionRequest {
  /** Whether the domain is released for a move to another provider. */
  transfer?: boolean | undefined;
  /** Whether the domain is handed back to the registry; .de only. */
  transit?: boolean | undefined;
  /** When the domain ends, in seconds since the epoch. */
  cancellationDate?: number | undefined;
}

export interface DomainAuthCode {
  /** Code that allows another provider to take over the domain. */
  "auth-code"?: string | undefined;
}

export interface Subdomain {
  /** Number given by the provider; no operation takes it. */
  uid?: number | undefined;
  /** Full host name. */
  fullName?: string | undefined;
  /** Directory that the subdomain shows. */
  target?: string | undefined;
  /** Labels below the domain. */
  name?: string | undefined;
}

export interface SubdomainCreationBody {
  /** Labels below the domain, such as blog. */
  name: string;
  /** Directory that the subdomain shows; default: chosen by the provider. */
  target?: string | undefined;
}

/** Names the subdomain to delete in the same way as its creation. */
export interface SubdomainReference {
  /** Labels below the domain, such as blog. */
  name: string;
}

export interface TopLevelDomain {
  /** Number given by the provider. */
  uid?: number | undefined;
  /** The top-level domain. */
  name?: string | undefined;
  /** Description. */
  description?: string | undefined;
  /** Article that a registration is billed as. */
  articleNumber?: number | undefined;
  /** Price, as a text. */
  price?: string | undefined;
  /** Price for agencies, as a text. */
  agencyPrice?: string | undefined;
  /** Fee due once, as a text. */
  setupFee?: string | undefined;
  /** Whether the domain can use up an included one. */
  isAllowedAsInclusiveDomain?: boolean | undefined;
}

export interface GdprContact {
  /** Name. */
  name: string;
  /** Street without the house number. */
  street: string;
  /** House number. */
  houseNumber: string;
  /** Postal code. */
  zipCode: string;
  /** Town. */
  city: string;
  /** Mail address. */
  mail: string;
  /** Kind of contact, as free text. */
  type?: string | undefined;
  /** Time of creation. */
  creationDate?: string | undefined;
  /** Identifier. No source names this member: it may also be `id`, `uid` or `uuid`, and a number. */
  _id?: string | number | undefined;
  id?: string | number | undefined;
  uid?: string | number | undefined;
  uuid?: string | number | undefined;
}

export interface GdprContactInput {
  /** Name. */
  name: string;
  /** Street without the house number. */
  street: string;
  /** House number. */
  houseNumber: string;
  /** Postal code. */
  zipCode: string;
  /** Town. */
  city: string;
  /** Mail address. */
  mail: string;
  /** Kind of contact, as free text; the list can be filtered by it. */
  type?: string | undefined;
}

export interface GdprTom {
  /** The measures, as text. */
  content?: string | undefined;
  /** Time of creation. */
  creationDate?: string | undefined;
  /** Identifier. No source names this member: it may also be `id`, `uid` or `uuid`, and a number. */
  _id?: string | number | undefined;
  id?: string | number | undefined;
  uid?: string | number | undefined;
  uuid?: string | number | undefined;
}

export interface GdprTomInput {
  /** The measures, as text. */
  content?: string | undefined;
}

export interface GdprContract {
  /** Time of creation. */
  creationDate?: string | undefined;
  /** Technical and organisational measures of the contract. */
  tom?: string | {
    /** Identifier. No source names this member: it may also be `id`, `uid` or `uuid`, and a number. */
    _id?: string | number | undefined;
    id?: string | number | undefined;
    uid?: string | number | undefined;
    uuid?: string | number | undefined;
  } | undefined;
  /** Principal of the contract. */
  client?: string | {
    /** Identifier. No source names this member: it may also be `id`, `uid` or `uuid`, and a number. */
    _id?: string | number | undefined;
    id?: string | number | undefined;
    uid?: string | number | undefined;
    uuid?: string | number | undefined;
  } | undefined;
  /** Processor of the contract. */
  recipient?: string | {
    /** Identifier. No source names this member: it may also be `id`, `uid` or `uuid`, and a number. */
    _id?: string | number | undefined;
    id?: string | number | undefined;
    uid?: string | number | undefined;
    uuid?: string | number | undefined;
  } | undefined;
  /** Text of the contract. */
  html?: string | undefined;
  /** When the contract was accepted; absent until then. */
  confirmationDate?: string | undefined;
  /** When the contract was last mailed. */
  sentDate?: string | undefined;
  /** When the provider last mailed a reminder. */
  reminderSentDate?: string | undefined;
  /** Whether the contract is one with a partner. */
  isPartnerContract?: boolean | undefined;
  /** Full name of the person who accepted. */
  contractSigner?: string | undefined;
  /** Identifier. No source names this member: it may also be `id`, `uid` or `uuid`, and a number. */
  _id?: string | number | undefined;
  id?: string | number | undefined;
  uid?: string | number | undefined;
  uuid?: string | number | undefined;
}

export interface CreateGdprContractRequest {
  /** Text of the contract. */
  html: string;
  /** Identifier of the technical and organisational measures. */
  tom: string;
  /** Identifier of the contact that is the principal. */
  client: string;
  /** Identifier of the contact that is the processor. */
  recipient: string;
  /** Whether the contract is one with a partner; default false. */
  isPartnerContract?: boolean | undefined;
}

export interface AcceptGdprContractRequest {
  /** Full name of the person who accepts. */
  contractSigner: string;
  /** Whether the contract is mailed to both parties. */
  email?: boolean | undefined;
}

export interface MailGdprContractRequest {
  /** Mail address to use instead of the recipient's own. */
  mailTo?: string | undefined;
  /** Text of the mail; {{link}} stands for the link that confirms the contract. */
  content?: string | undefined;
}

export interface GdprContractPreset {
  /** Name. */
  name: string;
  /** Description. */
  description?: string | undefined;
  /** Settings, in any shape. */
  config?: Record<string, unknown> | undefined;
  /** Time of creation. */
  creationDate?: string | undefined;
  /** Identifier. No source names this member: it may also be `id`, `uid` or `uuid`, and a number. */
  _id?: string | number | undefined;
  id?: string | number | undefined;
  uid?: string | number | undefined;
  uuid?: string | number | undefined;
}

export interface GdprContractPresetInput {
  /** Name; whether it must be unique is unknown. */
  name: string;
  /** Description. */
  description?: string | undefined;
  /** Settings, in any shape. */
  config?: Record<string, unknown> | undefined;
}

export interface GdprPdf {
  /** Name of the file. */
  name: string;
  /** Time of creation. */
  creationDate?: string | undefined;
  /** Identifier. No source names this member: it may also be `id`, `uid` or `uuid`, and a number. */
  _id?: string | number | undefined;
  id?: string | number | undefined;
  uid?: string | number | undefined;
  uuid?: string | number | undefined;
}

export interface UploadGdprPdfRequest {
  /** Name of the file. */
  name: string;
  /** The PDF, in Base64. */
  pdf: FileContent;
}

export interface MailAddress {
  /** Number given by the provider. */
  uid?: number | undefined;
  /** The mail address. */
  fullName?: string | undefined;
}

export interface Email {
  /** Subject. */
  subject?: string | undefined;
  /** Text. */
  body?: string | undefined;
  /** Layout, one of the templates; default newsletter_without_header. */
  htmlTemplate?: string | undefined;
  /** Values for the layout. */
  templateData?: Record<string, unknown> | undefined;
  /** Address of the sender; default: the provider's own. */
  senderAddress?: string | undefined;
  /** Name of the sender; default: the provider's own. */
  senderName?: string | undefined;
}

export interface MailAck {
  /** What happened to the mail. */
  msg?: string | undefined;
  /** Addresses that it is sent to. */
  recipients?: string[] | undefined;
}

export interface PartnerHostingOrderRequest {
  /** Who orders; ignored if the login is a customer. */
  customer?: Orderer | undefined;
  /** For the invoice. */
  billing?: {
    /** Value-added tax identification number. */
    vatRegNumber?: string | undefined;
  } | undefined;
}

export interface TestAgencyOrderRequest {
  /** Who orders. */
  customer: {
    /** Form of address. */
    salutation: "Divers" | "Frau" | "Herr" | "Mr." | "Ms.";
    /** First name. */
    firstName: string;
    /** Last name. */
    lastName: string;
    /** Mail address. */
    emailAddress: string;
    /** Country, as a code of two letters (ISO 3166-1). */
    country: string;
    /** Academic title. */
    title?: string | undefined;
    /** Company. */
    company?: string | undefined;
    /** Telephone: country, area and number joined by hyphens. */
    phone?: string | undefined;
    /** Street without the house number. */
    street?: string | undefined;
    /** House number. */
    houseNumber?: string | undefined;
    /** Town. */
    city?: string | undefined;
  };
  /** Whether the customer gets the newsletter; default false. */
  isRegisteredForNewsletter?: boolean | undefined;
}

export interface ShopTestAgencyOrderRequest {
  /** Who orders. */
  customer: {
    /** Form of address. */
    salutation: "Divers" | "Frau" | "Herr" | "Mr." | "Ms.";
    /** First name. */
    firstName: string;
    /** Last name. */
    lastName: string;
    /** Mail address. */
    emailAddress: string;
    /** Country, as a code of two letters (ISO 3166-1). */
    country: string;
    /** Academic title. */
    title?: string | undefined;
    /** Company. */
    company?: string | undefined;
    /** Telephone: country, area and number joined by hyphens. */
    phone?: string | undefined;
    /** Street without the house number. */
    street?: string | undefined;
    /** House number. */
    houseNumber?: string | undefined;
    /** Town. */
    city?: string | undefined;
  };
  /** Whether the customer gets the newsletter; default false. */
  isRegisteredForNewsletter?: boolean | undefined;
}

export interface TestAccountOrderRequest {
  /** Who orders. */
  customer: {
    /** Form of address. */
    salutation: "Divers" | "Frau" | "Herr" | "Mr." | "Ms.";
    /** First name. */
    firstName: string;
    /** Last name. */
    lastName: string;
    /** Mail address. */
    emailAddress: string;
    /** Country, as a code of two letters (ISO 3166-1). */
    country: string;
    /** Academic title. */
    title?: string | undefined;
    /** Company. */
    company?: string | undefined;
    /** Telephone: country, area and number joined by hyphens. */
    phone?: string | undefined;
    /** Street without the house number. */
    street?: string | undefined;
    /** House number. */
    houseNumber?: string | undefined;
    /** Town. */
    city?: string | undefined;
  };
  /** Software to install. */
  software?: {
    /** Identifier of the software. */
    identifier: string;
    /** Its name. */
    name?: string | undefined;
    /** Its number. */
    uid?: number | undefined;
    /** Kind of software. */
    category?: {
      /** Name. */
      name?: string | undefined;
      /** Number. */
      uid?: number | undefined;
    } | undefined;
  } | undefined;
  /** Whether the customer gets the newsletter; default false. */
  isRegisteredForNewsletter?: boolean | undefined;
}

export interface Reseller {
  /** Number given by the provider. */
  uid?: number | undefined;
  /** Name. */
  name?: string | undefined;
  /** Customer that the tariff belongs to. */
  customerNumber?: number | undefined;
}

export interface DatabaseType {
  /** Number given by the provider. */
  uid?: number | undefined;
  /** Kind and version of the database. */
  type?: string | undefined;
  /** Whether new databases have this type. */
  default?: boolean | undefined;
}

export interface Software {
  /** Identifier; what `software` of a cart takes. */
  identifier: string;
  /** Name. */
  name?: string | undefined;
  /** Number given by the provider. */
  uid?: number | undefined;
  /** Kind of software. */
  category?: {
    name?: string | undefined;
    uid?: number | undefined;
  } | undefined;
}

export interface SoftwareInstallation {
  /** Identifier given by the provider. */
  uid?: number | undefined;
  /** What is installed. */
  software?: {
    uid?: number | undefined;
    identifier?: string | undefined;
    name?: string | undefined;
  } | undefined;
  /** Installed version. */
  version?: {
    uid?: number | undefined;
    number?: string | undefined;
  } | undefined;
  /** Directory of the installation. */
  installPath?: string | undefined;
  /** Address of the web site. */
  frontendUrl?: string | undefined;
  /** Address of its administration. */
  backendUrl?: string | undefined;
  /** Directory that the web server serves. */
  documentRoot?: string | undefined;
  /** creating, updating, deleting or ready. */
  status?: string | undefined;
  /** Database in use. */
  database?: {
    uid?: number | undefined;
    name?: string | undefined;
  } | undefined;
  /** Installation that this one is an archive of. */
  archiveFrom?: SoftwareInstallation | undefined;
}

export interface SoftwareExtension {
  /** Number given by the provider. */
  uid?: number | undefined;
  /** Identifier of the extension. */
  key?: string | undefined;
  /** Name. */
  name?: string | undefined;
  /** Installed version. */
  version?: string | undefined;
}

export interface Ticket {
  /** Number given by the provider; what `ticketIdentifier` takes. */
  uid: number;
  /** Subject. */
  subject: string;
  /** First message. */
  message: string;
  /** Time of creation. */
  createdAt: string;
  /** open, in-progress, feedback, information, answered or done. */
  status: string;
  /** Who wrote the ticket. */
  author: {
    /** Name. */
    name: string;
    /** Mail address. */
    email: string;
    /** Telephone number. */
    telephone: string;
    /** Whether the provider's support wrote it. */
    isMittwaldAuthor: boolean;
  };
  /** Number of answers. */
  answersCount: number;
  /** Time of the last change. */
  updatedAt?: string | undefined;
  /** State as the customer sees it. */
  publicStatus?: string | undefined;
  /** Account that the ticket is about. */
  account?: {
    /** Number. */
    uid: number;
    /** Name. */
    name: string;
  } | undefined;
  /** Customer that the ticket is about. */
  customer?: {
    /** Number of the customer. */
    customernumber: number;
  } | undefined;
  /** Identifiers of the files attached. */
  files?: string[] | undefined;
}

export interface TicketAnswer {
  /** Number given by the provider. */
  uid: number;
  /** Text. */
  message: string;
  /** Time of creation. */
  createdAt: string;
  /** Who wrote the answer. */
  author: {
    /** Name. */
    name: string;
    /** Mail address. */
    email: string;
    /** Telephone number. */
    telephone: string;
    /** Whether the provider's support wrote it. */
    isMittwaldAuthor: boolean;
  };
  /** Identifiers of the files attached. */
  files?: string[] | undefined;
}

export interface TicketInput {
  /** Subject. */
  subject: string;
  /** Text. */
  message: string;
  /** Customer that the ticket is about. */
  customer: {
    /** Number of the customer. */
    customernumber: number;
  };
  /** Who writes, if it is not the login. */
  author?: {
    /** Whether the author gets a mail. */
    notify?: boolean | undefined;
    /** Name. */
    name?: string | undefined;
    /** Mail address. */
    email?: string | undefined;
    /** Telephone number. */
    telephone?: string | undefined;
  } | undefined;
  /** Account that the ticket is about. */
  account?: {
    /** Name of the account. */
    name: string;
  } | undefined;
  /** Files to attach. No operation of the API uploads them. */
  files?: {
    /** Identifier of the file. */
    id: string;
    /** Its content type. */
    type: string;
    /** Its name. */
    name: string;
  }[] | undefined;
}

export interface TicketAnswerInput {
  /** Text. */
  message: string;
  /** Who writes, if it is not the login. */
  author?: {
    /** Name. */
    name?: string | undefined;
    /** Mail address. */
    email?: string | undefined;
    /** Telephone number. */
    telephone?: string | undefined;
  } | undefined;
  /** Customer that the ticket is about. */
  customer?: {
    /** Number of the customer. */
    customernumber: number;
  } | undefined;
  /** Files to attach. No operation of the API uploads them. */
  files?: {
    /** Identifier of the file. */
    id: string;
    /** Its content type. */
    type: string;
    /** Its name. */
    name: string;
  }[] | undefined;
}

export interface WebhookInput {
  /** Event that triggers the call; the API has only this one. */
  eventType: "DOMAIN_REGISTRATION_STATUS";
  /** HTTP method of the call. */
  method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT";
  /** Address that is called. */
  url: string;
  /** Header fields to send. */
  headers?: Record<string, string> | undefined;
  /** One parameter to send. */
  parameters?: {
    /** Name of the parameter. */
    key?: string | undefined;
    /** Value of the parameter. */
    value?: string | undefined;
  } | undefined;
}

export interface Webhook {
  eventType: string;
  method: string;
  url: string;
  /** Identifier given by the provider. */
  uid?: string | undefined;
  headers?: Record<string, unknown> | undefined;
  parameters?: {
    key?: string | undefined;
    value?: string | undefined;
  } | undefined;
}

/** Arguments of a call. The input is optional if none of its members is required. */
type Arguments<O extends Operation> = [keyof InputOf<O>] extends [never] ? [input?: NoInput, options?: CallOptions] : object extends InputOf<O> ? [input?: InputOf<O>, options?: CallOptions] : [input: InputOf<O>, options?: CallOptions];

type Paged<O extends Operation> = O extends {
  readonly paging: {
    readonly by: "offset";
  };
} ? {
  /**
   * Reads all elements of all pages, from `query.offset` on, in pages of `query.limit` (default 100, at least 2). The options
   * apply to each page: `timeout` limits one page. A `signal` ends the whole listing; no element follows after an abort.
   * Iterating throws an `AnswerError` if the list cannot be proven complete.
   */
  each(...args: Arguments<O>): Listing<ResultOf<O> extends readonly (infer Element)[] ? Element : never>;
} : unknown;

type Alternate<O extends Operation> = O extends {
  readonly alternate: BinaryAnswer;
} ? {
  /** The result of the operation as a file. */
  file(...args: Arguments<O>): CallPromise<BinaryContent>;
} : unknown;

interface Areas {
  /** Logins, and the application tokens with which programs log in. */
  readonly authentication: AuthenticationCalls;
  /** Web-hosting accounts of customers, virtual accounts, and the software installed in an account. */
  readonly accounts: AccountsCalls;
  /** Resellers, and the types of database that an account can have. */
  readonly resellers: ResellersCalls;
  /** Domains, subdomains and top-level domains. */
  readonly domains: DomainsCalls;
  /** Mail addresses of an account. */
  readonly mail: MailCalls;
  /** Software that can be installed, and its extensions. */
  readonly software: SoftwareCalls;
  /** Customers: contract partner, contact person, billing and payment settings, booked benefits and invoices. */
  readonly customers: CustomersCalls;
  /** Contracts and their cancellation. */
  readonly contracts: ContractsCalls;
  /** Carts and offers: everything up to the binding order. */
  readonly carts: CartsCalls;
  /** Orders without a cart: partner programme, test accounts and agency packages. */
  readonly orders: OrdersCalls;
  /** What can be ordered: articles and their upgrades, promotion codes, operating systems. Also the conversion of bank data. */
  readonly catalogue: CatalogueCalls;
  /** Calls that the provider sends when an event occurs. */
  readonly webhooks: WebhooksCalls;
  /** Data-protection (GDPR) contracts and their parts: presets, PDFs, contacts, technical and organisational measures (TOM). */
  readonly gdpr: GdprCalls;
  /** Support tickets and their answers. */
  readonly tickets: TicketsCalls;
  /** Mails to customers and to other addresses, based on templates. */
  readonly mailing: MailingCalls;
}

/** Logins, and the application tokens with which programs log in. */
interface AuthenticationCalls {
  /**
   * Request a new API token: `POST /v1/authenticate`.
   *
   * - Needs no token, and the published gateway does not limit its rate.
   * - An application token logs in with its uuid as user name and its secret as password, and needs no second factor.
   * - After a login with a password from an unknown device, the provider mails a pin.
   * - The answer that asks for a second factor may have no body.
   * - Retry class `idempotent`: sending it twice has the effect of sending it once.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly authenticate: (input: {
    readonly body: AuthenticationRequest;
  }, options?: CallOptions) => CallPromise<AuthenticationResponse | AuthenticationIncompleteResponse>;
  /**
   * List created application tokens: `GET /v1/authentication/tokens`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly listTokens: (input?: Readonly<Record<string, never>>, options?: CallOptions) => CallPromise<ApplicationToken[]>;
  /**
   * Store a new application token: `POST /v1/authentication/tokens`.
   *
   * - The token is shown only in this answer. If the answer was lost, the application token is useless: delete it.
   * - `client.authentication.deleteToken` deletes what it creates.
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly createToken: (input: {
    readonly body: ApplicationTokenInput;
  }, options?: CallOptions) => CallPromise<ApplicationTokenResponse>;
  /**
   * Delete an application token: `DELETE /v1/authentication/tokens/{uuid}`.
   *
   * - Answers 200, not 204.
   * - Deleting the token that the login uses ends your own access.
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, answer documented.
   */
  readonly deleteToken: (input: {
    readonly uuid: string;
  }, options?: CallOptions) => CallPromise<undefined>;
}

/** Web-hosting accounts of customers, virtual accounts, and the software installed in an account. */
interface AccountsCalls {
  /**
   * Read an account: `GET /v1/accounts/{accountIdentifier}`.
   *
   * - The identifier is the account's name (p123456) or its uid.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly get: (input: {
    readonly accountIdentifier: string;
  }, options?: CallOptions) => CallPromise<Account>;
  /**
   * Read the accounts of a customer: `GET /v1/customers/{customerNumber}/accounts`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly listByCustomer: (input: {
    readonly customerNumber: number;
    readonly query?: {
      /** Include accounts that the customer shares but does not own; default false. */
      advised?: boolean | undefined;
      /** Include accounts that the customer owns; default true. */
      owned?: boolean | undefined;
      /** Names of the members to answer with, separated by commas; default all. */
      fields?: string | undefined;
    } | undefined;
  }, options?: CallOptions) => CallPromise<ListedAccount[]>;
  /**
   * Read software installations of an account: `GET /v1/accounts/{accountIdentifier}/installations`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly listInstallations: (input: {
    readonly accountIdentifier: string;
    readonly query?: {
      /** Only the installation in this directory. */
      installPath?: string | undefined;
    } | undefined;
  }, options?: CallOptions) => CallPromise<SoftwareInstallation[]>;
  /**
   * List virtual accounts: `GET /v1/customers/{customerNumber}/virtualaccounts`.
   *
   * - Whether the list is paged is unknown.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses unknown, answer inferred.
   */
  readonly listVirtual: (input: {
    readonly customerNumber: number;
  }, options?: CallOptions) => CallPromise<VirtualAccount[]>;
  /**
   * Create a virtual account: `POST /v1/customers/{customerNumber}/virtualaccounts`.
   *
   * - Orders the article for the customer.
   * - The password is shown only in this answer.
   * - `client.accounts.deleteVirtual` deletes what it creates.
   * - Retry class `billable`: sending it twice costs money, or deletes what was paid for.
   * - Known: statuses unknown, body inferred, answer inferred.
   */
  readonly createVirtual: (input: {
    readonly customerNumber: number;
    readonly body: VirtualAccountInput;
  }, options?: CallOptions) => CallPromise<VirtualAccountOutput>;
  /**
   * Delete a virtual account: `DELETE /v1/customers/{customerNumber}/virtualaccounts/{accountIdentifier}`.
   *
   * - Deletes the web site and its data.
   * - The identifier is the account's name or its uid.
   * - Retry class `billable`: sending it twice costs money, or deletes what was paid for.
   * - Known: statuses unknown, answer unknown.
   */
  readonly deleteVirtual: (input: {
    readonly customerNumber: number;
    readonly accountIdentifier: string;
  }, options?: CallOptions) => CallPromise<undefined>;
}

/** Resellers, and the types of database that an account can have. */
interface ResellersCalls {
  /**
   * Read a reseller: `GET /v1/resellers/{resellerIdentifier}`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly get: (input: {
    readonly resellerIdentifier: string;
  }, options?: CallOptions) => CallPromise<Reseller>;
  /**
   * List database types: `GET /v1/databasetypes`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly listDatabaseTypes: (input?: Readonly<Record<string, never>>, options?: CallOptions) => CallPromise<DatabaseType[]>;
}

/** Domains, subdomains and top-level domains. */
interface DomainsCalls {
  /**
   * List domains of an account: `GET /v1/accounts/{accountIdentifier}/domains`.
   *
   * - Returns one page, of 20 unless `query.limit` says otherwise; `each` reads all.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly list: {
    (input: {
      readonly accountIdentifier: string;
      readonly query?: {
        /** Elements per page; default 20, with `each` 100. The maximum is unknown. */
        limit?: number | undefined;
        /** Index of the first element of the page; default 0. */
        offset?: number | undefined;
      } | undefined;
    }, options?: CallOptions): CallPromise<Domain[]>;
    /**
     * Reads all elements of all pages, from `query.offset` on, in pages of `query.limit` (default 100, at least 2). The options
     * apply to each page: `timeout` limits one page. A `signal` ends the whole listing; no element follows after an abort.
     * Iterating throws an `AnswerError` if the list cannot be proven complete.
     */
    each(input: {
      readonly accountIdentifier: string;
      readonly query?: {
        /** Elements per page; default 20, with `each` 100. The maximum is unknown. */
        limit?: number | undefined;
        /** Index of the first element of the page; default 0. */
        offset?: number | undefined;
      } | undefined;
    }, options?: CallOptions): Listing<Domain>;
  };
  /**
   * Register a domain or start a transfer: `POST /v1/accounts/{accountIdentifier}/domains`.
   *
   * - Billed for twelve months in advance, without refund.
   * - The registration continues after the answer.
   * - The domain is created with a www subdomain.
   * - `client.domains.delete` deletes what it creates.
   * - Retry class `billable`: sending it twice costs money, or deletes what was paid for.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly register: (input: {
    readonly accountIdentifier: string;
    readonly body: DomainRegistration;
  }, options?: CallOptions) => CallPromise<Domain[]>;
  /**
   * Delete or cancel a domain: `DELETE /v1/accounts/{accountIdentifier}/domains/{domainIdentifier}`.
   *
   * - Ends a domain that has been paid for.
   * - No description gives this operation a body, but the schema of its body fits no other operation. Send it only if the
   * release matters.
   * - The domain may stay listed until the cancellation takes effect.
   * - Retry class `billable`: sending it twice costs money, or deletes what was paid for.
   * - Known: statuses documented, body inferred, answer documented.
   */
  readonly delete: (input: {
    readonly accountIdentifier: string;
    readonly domainIdentifier: string;
    readonly body?: DomainDeletionRequest | undefined;
  }, options?: CallOptions) => CallPromise<undefined>;
  /**
   * Read the transfer auth code of a domain: `GET /v1/accounts/{accountIdentifier}/domains/{domainIdentifier}/authcode`.
   *
   * - Anyone with the code can take over the domain. Reading it may leave a trace at the registry.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly getAuthCode: (input: {
    readonly accountIdentifier: string;
    readonly domainIdentifier: string;
  }, options?: CallOptions) => CallPromise<DomainAuthCode>;
  /**
   * Check availability of a domain: `POST /v1/domains/{domainIdentifier}/actions/check`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly check: (input: {
    readonly domainIdentifier: string;
  }, options?: CallOptions) => CallPromise<"available" | "taken">;
  /**
   * List subdomains: `GET /v1/accounts/{accountIdentifier}/domains/{domainIdentifier}/subdomains`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly listSubdomains: (input: {
    readonly accountIdentifier: string;
    readonly domainIdentifier: string;
  }, options?: CallOptions) => CallPromise<Subdomain[]>;
  /**
   * Create a subdomain: `POST /v1/accounts/{accountIdentifier}/domains/{domainIdentifier}/subdomains`.
   *
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly createSubdomains: (input: {
    readonly accountIdentifier: string;
    readonly domainIdentifier: string;
    readonly body: SubdomainCreationBody[];
  }, options?: CallOptions) => CallPromise<Subdomain[]>;
  /**
   * Delete a subdomain: `DELETE /v1/accounts/{accountIdentifier}/domains/{domainIdentifier}/subdomains`.
   *
   * - No source says how to name the subdomain to delete. The body is assumed to be like the one of creation.
   * - A call without a body could delete every subdomain of the domain, so the client does not allow it.
   * - List the subdomains before and after, and stop if any other one is gone.
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, body unknown, answer documented.
   */
  readonly deleteSubdomain: (input: {
    readonly accountIdentifier: string;
    readonly domainIdentifier: string;
    readonly body: SubdomainReference[];
  }, options?: CallOptions) => CallPromise<undefined>;
  /**
   * List top-level domains: `GET /v1/topleveldomains`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly listTopLevelDomains: (input?: Readonly<Record<string, never>>, options?: CallOptions) => CallPromise<TopLevelDomain[]>;
  /**
   * Read a top-level domain: `GET /v1/topleveldomains/{topLevelDomainIdentifier}`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly getTopLevelDomain: (input: {
    readonly topLevelDomainIdentifier: string;
    readonly query?: {
      /** Names of the members to answer with, separated by commas; default all. */
      fields?: string | undefined;
    } | undefined;
  }, options?: CallOptions) => CallPromise<TopLevelDomain>;
}

/** Mail addresses of an account. */
interface MailCalls {
  /**
   * List mail addresses of an account: `GET /v1/accounts/{accountIdentifier}/mailaddresses`.
   *
   * - Returns one page, of 20 unless `query.limit` says otherwise; `each` reads all.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly listAddresses: {
    (input: {
      readonly accountIdentifier: string;
      readonly query?: {
        /** Elements per page; default 20, with `each` 100. The maximum is unknown. */
        limit?: number | undefined;
        /** Index of the first element of the page; default 0. */
        offset?: number | undefined;
      } | undefined;
    }, options?: CallOptions): CallPromise<MailAddress[]>;
    /**
     * Reads all elements of all pages, from `query.offset` on, in pages of `query.limit` (default 100, at least 2). The options
     * apply to each page: `timeout` limits one page. A `signal` ends the whole listing; no element follows after an abort.
     * Iterating throws an `AnswerError` if the list cannot be proven complete.
     */
    each(input: {
      readonly accountIdentifier: string;
      readonly query?: {
        /** Elements per page; default 20, with `each` 100. The maximum is unknown. */
        limit?: number | undefined;
        /** Index of the first element of the page; default 0. */
        offset?: number | undefined;
      } | undefined;
    }, options?: CallOptions): Listing<MailAddress>;
  };
}

/** Software that can be installed, and its extensions. */
interface SoftwareCalls {
  /**
   * List supported software: `GET /v1/software`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly list: (input?: Readonly<Record<string, never>>, options?: CallOptions) => CallPromise<Software[]>;
  /**
   * Read an installation: `GET /v1/installations/{installationIdentifier}`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly getInstallation: (input: {
    readonly installationIdentifier: string;
  }, options?: CallOptions) => CallPromise<SoftwareInstallation>;
  /**
   * List extensions of an installation: `GET /v1/installations/{installationIdentifier}/extensions`.
   *
   * - The provider updates this about once a day.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly listExtensions: (input: {
    readonly installationIdentifier: string;
  }, options?: CallOptions) => CallPromise<SoftwareExtension[]>;
}

/** Customers: contract partner, contact person, billing and payment settings, booked benefits and invoices. */
interface CustomersCalls {
  /**
   * Create a customer: `POST /v1/customers`.
   *
   * - The password is shown only in this answer.
   * - No ordinary operation deletes a customer.
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses unknown, body inferred, answer inferred.
   */
  readonly create: (input: {
    readonly body: CreateCustomerRequest;
  }, options?: CallOptions) => CallPromise<CreatedCustomer>;
  /**
   * List customer categories: `GET /v1/customercategories`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses unknown, answer inferred.
   */
  readonly listCategories: (input?: Readonly<Record<string, never>>, options?: CallOptions) => CallPromise<CustomerCategory[]>;
  /**
   * Details of the current customer: `GET /v1/customer`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly getCurrent: (input?: Readonly<Record<string, never>>, options?: CallOptions) => CallPromise<Customer>;
  /**
   * Customer details: `GET /v1/customers/{customerNumber}`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly get: (input: {
    readonly customerNumber: number;
  }, options?: CallOptions) => CallPromise<Customer>;
  /**
   * Read contact person: `GET /v1/customers/{customerNumber}/contactperson`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly getContactPerson: (input: {
    readonly customerNumber: number;
  }, options?: CallOptions) => CallPromise<CustomerPartner>;
  /**
   * Change contact person: `PUT /v1/customers/{customerNumber}/contactperson`.
   *
   * - It is unknown whether omitted members are kept: read the resource first, and send every member that should stay.
   * - The request has a different shape than the answer.
   * - Retry class `idempotent`: sending it twice has the effect of sending it once.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly updateContactPerson: (input: {
    readonly customerNumber: number;
    readonly body: ContactUpdateRequest;
  }, options?: CallOptions) => CallPromise<CustomerPartner>;
  /**
   * Read contract partner: `GET /v1/customers/{customerNumber}/contractpartner`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly getContractPartner: (input: {
    readonly customerNumber: number;
  }, options?: CallOptions) => CallPromise<CustomerPartner>;
  /**
   * Change contract partner: `PUT /v1/customers/{customerNumber}/contractpartner`.
   *
   * - Replaces the whole resource: an omitted member may be cleared. Read it first, and send every member that should stay.
   * - The request has a different shape than the answer.
   * - Retry class `idempotent`: sending it twice has the effect of sending it once.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly updateContractPartner: (input: {
    readonly customerNumber: number;
    readonly body: UpdateContact;
  }, options?: CallOptions) => CallPromise<CustomerPartner>;
  /**
   * Read billing recipient: `GET /v1/customers/{customerNumber}/billingrecipient`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly getBillingRecipient: (input: {
    readonly customerNumber: number;
  }, options?: CallOptions) => CallPromise<CustomerPartner>;
  /**
   * Change billing recipient: `PUT /v1/customers/{customerNumber}/billingrecipient`.
   *
   * - It is unknown whether omitted members are kept: read the resource first, and send every member that should stay.
   * - The request has a different shape than the answer.
   * - Retry class `idempotent`: sending it twice has the effect of sending it once.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly updateBillingRecipient: (input: {
    readonly customerNumber: number;
    readonly body: UpdateContact;
  }, options?: CallOptions) => CallPromise<CustomerPartner>;
  /**
   * Reset billing recipient: `DELETE /v1/customers/{customerNumber}/billingrecipient`.
   *
   * - Retry class `idempotent`: sending it twice has the effect of sending it once.
   * - Known: statuses documented, answer documented.
   */
  readonly resetBillingRecipient: (input: {
    readonly customerNumber: number;
  }, options?: CallOptions) => CallPromise<undefined>;
  /**
   * Read billing settings: `GET /v1/customers/{customerNumber}/billingsettings`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly getBillingSettings: (input: {
    readonly customerNumber: number;
  }, options?: CallOptions) => CallPromise<CustomerBillingSettings>;
  /**
   * Change billing settings: `PUT /v1/customers/{customerNumber}/billingsettings`.
   *
   * - It is unknown whether omitted members are kept: read the resource first, and send every member that should stay.
   * - Retry class `idempotent`: sending it twice has the effect of sending it once.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly updateBillingSettings: (input: {
    readonly customerNumber: number;
    readonly body: CustomerBillingSettingsInput;
  }, options?: CallOptions) => CallPromise<CustomerBillingSettings>;
  /**
   * Read payment settings: `GET /v1/customers/{customerNumber}/paymentsettings`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer unknown.
   */
  readonly getPaymentSettings: (input: {
    readonly customerNumber: number;
  }, options?: CallOptions) => CallPromise<CustomerPaymentSettings>;
  /**
   * Change payment settings: `PUT /v1/customers/{customerNumber}/paymentsettings`.
   *
   * - It is unknown whether omitted members are kept: read the resource first, and send every member that should stay.
   * - Retry class `idempotent`: sending it twice has the effect of sending it once.
   * - Known: statuses documented, body unknown, answer unknown.
   */
  readonly updatePaymentSettings: (input: {
    readonly customerNumber: number;
    readonly body: CustomerPaymentSettingsInput;
  }, options?: CallOptions) => CallPromise<CustomerPaymentSettings>;
  /**
   * Details of a booked benefit: `GET /v1/customers/{customerNumber}/benefits/{benefit}`.
   *
   * - Newer descriptions answer one benefit, older ones several.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly getBenefit: (input: {
    readonly customerNumber: number;
    readonly benefit: string;
  }, options?: CallOptions) => CallPromise<CustomerBenefit[]>;
  /**
   * List invoices of a customer: `GET /v1/customers/{customerNumber}/invoices`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly listInvoices: (input: {
    readonly customerNumber: number;
  }, options?: CallOptions) => CallPromise<Invoice[]>;
  /**
   * Read an invoice: `GET /v1/invoices/{invoiceNumber}`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly getInvoice: {
    (input: {
      readonly invoiceNumber: string;
    }, options?: CallOptions): CallPromise<Invoice>;
    /** The result of the operation as a file. */
    file(input: {
      readonly invoiceNumber: string;
    }, options?: CallOptions): CallPromise<BinaryContent>;
  };
  /**
   * List payment receipts of an invoice: `GET /v1/invoices/{invoiceNumber}/paymentreceipts`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly listPaymentReceipts: (input: {
    readonly invoiceNumber: string;
  }, options?: CallOptions) => CallPromise<PaymentReceipt[]>;
}

/** Contracts and their cancellation. */
interface ContractsCalls {
  /**
   * List contracts: `GET /v1/customers/{customerNumber}/contracts`.
   *
   * - The element that the description gives this list has no identifier. A second element, which no operation uses, has
   * one.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly list: (input: {
    readonly customerNumber: number;
  }, options?: CallOptions) => CallPromise<Contract[]>;
  /**
   * List contracts currently in the cancellation process: `GET /v1/customers/{customerNumber}/cancelledcontracts`.
   *
   * - Shows a cancellation for only five days.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly listCancelled: (input: {
    readonly customerNumber: number;
  }, options?: CallOptions) => CallPromise<Contract[]>;
  /**
   * Start a cancellation: `POST /v1/cancellations`.
   *
   * - Legally binding. The answer contains no identifier: look for it in the cancelled contracts.
   * - Retry class `notifying`: sending it twice contacts a person again (mail, SMS, legal act).
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly cancel: (input: {
    readonly body: CancellationRequest;
  }, options?: CallOptions) => CallPromise<undefined>;
  /**
   * Resend the cancellation confirmation: `POST /v1/cancellations/{cancellationIdentifier}/actions/confirmationmail`.
   *
   * - Retry class `notifying`: sending it twice contacts a person again (mail, SMS, legal act).
   * - Known: statuses documented, answer documented.
   */
  readonly resendConfirmation: (input: {
    readonly cancellationIdentifier: string;
  }, options?: CallOptions) => CallPromise<undefined>;
}

/** Carts and offers: everything up to the binding order. */
interface CartsCalls {
  /**
   * Request a new offer: `POST /v1/offers`.
   *
   * - Retry class `notifying`: sending it twice contacts a person again (mail, SMS, legal act).
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly requestOffer: (input: {
    readonly body: OfferRequest;
  }, options?: CallOptions) => CallPromise<undefined>;
  /**
   * Create a cart: `POST /v1/carts`.
   *
   * - `client.carts.delete` deletes what it creates.
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly create: (input?: {
    readonly body?: CreateCartRequest | undefined;
  }, options?: CallOptions) => CallPromise<Cart>;
  /**
   * Create a cart from a template: `POST /v1/carts/{cartIdentifier}`.
   *
   * - The identifier in the path is the template's.
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, answer documented.
   */
  readonly createFromTemplate: (input: {
    readonly cartIdentifier: string;
  }, options?: CallOptions) => CallPromise<Cart>;
  /**
   * Read a cart: `GET /v1/carts/{cartIdentifier}`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly get: (input: {
    readonly cartIdentifier: string;
  }, options?: CallOptions) => CallPromise<Cart>;
  /**
   * Edit a cart: `PUT /v1/carts/{cartIdentifier}`.
   *
   * - It is unknown whether omitted members are kept: read the resource first, and send every member that should stay.
   * - Retry class `idempotent`: sending it twice has the effect of sending it once.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly update: (input: {
    readonly cartIdentifier: string;
    readonly body: CartInput;
  }, options?: CallOptions) => CallPromise<Cart>;
  /**
   * Delete a cart: `DELETE /v1/carts/{cartIdentifier}`.
   *
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, answer documented.
   */
  readonly delete: (input: {
    readonly cartIdentifier: string;
  }, options?: CallOptions) => CallPromise<undefined>;
  /**
   * Add an item: `POST /v1/carts/{cartIdentifier}/items`.
   *
   * - `client.carts.deleteItem` deletes what it creates.
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly addItem: (input: {
    readonly cartIdentifier: string;
    readonly body: CartItemAddition;
  }, options?: CallOptions) => CallPromise<Cart>;
  /**
   * Delete an item: `DELETE /v1/carts/{cartIdentifier}/items/{itemIdentifier}`.
   *
   * - No source says which member identifies an item; `_id` is likely.
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, answer documented.
   */
  readonly deleteItem: (input: {
    readonly cartIdentifier: string;
    readonly itemIdentifier: string;
  }, options?: CallOptions) => CallPromise<Cart>;
  /**
   * Add a domain item: `POST /v1/carts/{cartIdentifier}/domains`.
   *
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly addDomain: (input: {
    readonly cartIdentifier: string;
    readonly body: DomainItemInput;
  }, options?: CallOptions) => CallPromise<Cart>;
  /**
   * Send an offer: `POST /v1/carts/{cartIdentifier}/actions/offer`.
   *
   * - The body is the recipient, who gets a mail.
   * - Retry class `notifying`: sending it twice contacts a person again (mail, SMS, legal act).
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly sendOffer: (input: {
    readonly cartIdentifier: string;
    readonly body: CartContactInput;
  }, options?: CallOptions) => CallPromise<undefined>;
  /**
   * Create a cart template: `POST /v1/carts/{cartIdentifier}/actions/share`.
   *
   * - A template cannot be edited.
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, answer documented.
   */
  readonly share: (input: {
    readonly cartIdentifier: string;
  }, options?: CallOptions) => CallPromise<Cart>;
  /**
   * Create a cart template for account split-off: `POST /v1/carts/{cartIdentifier}/actions/recommend`.
   *
   * - Two sources describe different answers; both are accepted.
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, answer documented.
   */
  readonly recommend: (input: {
    readonly cartIdentifier: string;
  }, options?: CallOptions) => CallPromise<Recommendation | {
    /** Identifier; what `cartIdentifier` takes. */
    _id?: string | undefined;
    /** Number of the agency server that the order goes to. */
    agencyServer?: number | undefined;
    /** Where invoices go. */
    billingAddress?: CartContact | undefined;
    /** Whom to talk to. */
    contactPerson?: CartContact | undefined;
    /** Whom the contract is with. */
    contractPartner?: CartContact | undefined;
    /** Billing period of the main item. */
    billingPeriod?: number | undefined;
    /** Billing period of the whole customer. */
    customerBillingPeriod?: number | undefined;
    /** Code from the partner programme. */
    commission?: string | undefined;
    /** Whether the commission code can no longer be changed or removed. */
    isCommissionLocked?: boolean | undefined;
    /** Share of the disk that goes to the databases, in percent. */
    databasePartitionPercentage?: number | undefined;
    /** What is to be ordered. */
    items?: CartItem[] | undefined;
    /** Token that binds the cart to a login. */
    jwt?: string | undefined;
    /** Version of MySQL. */
    mysqlVersion?: string | undefined;
    /** Whether the customer gets the newsletter. */
    newsletter?: boolean | undefined;
    /** Note. */
    note?: string | undefined;
    /** Number of the offer that the cart comes from. */
    offer?: number | undefined;
    /** Operating system of a root server. */
    os?: string | undefined;
    /** How the customer pays; members not listed. */
    paymentSettings?: Record<string, unknown> | undefined;
    /** Promotion code. */
    promotionCode?: string | undefined;
    /** Software to install, by its identifier. */
    software?: string | undefined;
    /** Account to be changed or split off. */
    sourceAccount?: string | undefined;
    /** Reseller tariff to be changed. */
    sourceReseller?: string | undefined;
    /** Whether the account stays on its current hardware. */
    stayOnHardware?: boolean | undefined;
    /** Whether this is a test order. */
    testing?: boolean | undefined;
    /** When the order will be processed. */
    dueDate?: string | number | undefined;
    projectName?: string | undefined;
    projectPassword?: string | undefined;
  }>;
  /**
   * Start SMS verification: `POST /v1/carts/{cartIdentifier}/actions/requestverification`.
   *
   * - The code in the SMS goes to `verifyCart`; after that, `checkoutCart` places an order that needs the verification.
   * - No source requires `recipient`, and none says where the SMS goes without it: send it.
   * - Retry class `notifying`: sending it twice contacts a person again (mail, SMS, legal act).
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly requestVerification: (input: {
    readonly cartIdentifier: string;
    readonly body: SmsVerificationRequest;
  }, options?: CallOptions) => CallPromise<undefined>;
  /**
   * Confirm SMS verification: `POST /v1/carts/{cartIdentifier}/actions/verify`.
   *
   * - The code is in the SMS that `requestCartVerification` sends.
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly verify: (input: {
    readonly cartIdentifier: string;
    readonly body: SmsVerificationCode;
  }, options?: CallOptions) => CallPromise<undefined>;
  /**
   * Complete the order: `POST /v1/carts/{cartIdentifier}/actions/checkout`.
   *
   * - A binding order. The answer contains no order number.
   * - An order may need a verification by SMS first: `requestCartVerification`, then `verifyCart` with the code. No source
   * says which orders do.
   * - Retry class `billable`: sending it twice costs money, or deletes what was paid for.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly checkout: (input: {
    readonly cartIdentifier: string;
    readonly body?: CheckoutRequest | undefined;
  }, options?: CallOptions) => CallPromise<undefined>;
}

/** Orders without a cart: partner programme, test accounts and agency packages. */
interface OrdersCalls {
  /**
   * Register for the partner programme: `POST /v1/orders/partnerprogram`.
   *
   * - Retry class `billable`: sending it twice costs money, or deletes what was paid for.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly partnerProgram: (input: {
    readonly body: PartnerHostingOrderRequest;
  }, options?: CallOptions) => CallPromise<undefined>;
  /**
   * Order a partner box: `POST /v1/orders/partnerbox`.
   *
   * - Retry class `billable`: sending it twice costs money, or deletes what was paid for.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly partnerBox: (input: {
    readonly body: PartnerHostingOrderRequest;
  }, options?: CallOptions) => CallPromise<undefined>;
  /**
   * Order a test account: `POST /v1/orders/testaccounts`.
   *
   * - Retry class `billable`: sending it twice costs money, or deletes what was paid for.
   * - Known: statuses unknown, body inferred, answer unknown.
   */
  readonly testAccount: (input: {
    readonly body: TestAccountOrderRequest;
  }, options?: CallOptions) => CallPromise<undefined>;
  /**
   * Order a test agency package: `POST /v1/orders/testagencies`.
   *
   * - Retry class `billable`: sending it twice costs money, or deletes what was paid for.
   * - Known: statuses unknown, body inferred, answer unknown.
   */
  readonly testAgency: (input: {
    readonly body: TestAgencyOrderRequest;
  }, options?: CallOptions) => CallPromise<undefined>;
  /**
   * Order a shop test agency package: `POST /v1/orders/shoptestagencies`.
   *
   * - Retry class `billable`: sending it twice costs money, or deletes what was paid for.
   * - Known: statuses unknown, body inferred, answer unknown.
   */
  readonly shopTestAgency: (input: {
    readonly body: ShopTestAgencyOrderRequest;
  }, options?: CallOptions) => CallPromise<undefined>;
  /**
   * Order a VIP test agency package: `POST /v1/orders/viptestagencies`.
   *
   * - No source has a body for this order; it is assumed to be the one of a test agency.
   * - Retry class `billable`: sending it twice costs money, or deletes what was paid for.
   * - Known: statuses unknown, body inferred, answer unknown.
   */
  readonly vipTestAgency: (input: {
    readonly body: TestAgencyOrderRequest;
  }, options?: CallOptions) => CallPromise<undefined>;
}

/** What can be ordered: articles and their upgrades, promotion codes, operating systems. Also the conversion of bank data. */
interface CatalogueCalls {
  /**
   * Search articles: `GET /v1/articles`.
   *
   * - If `fields` is given and several pages are to be read, it must include articleNumber.
   * - Returns one page, of 20 unless `query.limit` says otherwise; `each` reads all.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly searchArticles: {
    (input?: {
      readonly query?: {
        /** Only the articles with these numbers, separated by commas. */
        articles?: string | undefined;
        /** Elements per page; default 20, with `each` 100. The maximum is unknown. */
        limit?: number | undefined;
        /** Index of the first element of the page; default 0. */
        offset?: number | undefined;
        /** Names of the members to answer with, separated by commas; default all. */
        fields?: string | undefined;
      } | undefined;
    }, options?: CallOptions): CallPromise<Article[]>;
    /**
     * Reads all elements of all pages, from `query.offset` on, in pages of `query.limit` (default 100, at least 2). The options
     * apply to each page: `timeout` limits one page. A `signal` ends the whole listing; no element follows after an abort.
     * Iterating throws an `AnswerError` if the list cannot be proven complete.
     */
    each(input?: {
      readonly query?: {
        /** Only the articles with these numbers, separated by commas. */
        articles?: string | undefined;
        /** Elements per page; default 20, with `each` 100. The maximum is unknown. */
        limit?: number | undefined;
        /** Index of the first element of the page; default 0. */
        offset?: number | undefined;
        /** Names of the members to answer with, separated by commas; default all. */
        fields?: string | undefined;
      } | undefined;
    }, options?: CallOptions): Listing<Article>;
  };
  /**
   * Article details: `GET /v1/articles/{articleNumber}`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly getArticle: (input: {
    readonly articleNumber: string;
    readonly query?: {
      /** Names of the members to answer with, separated by commas; default all. */
      fields?: string | undefined;
    } | undefined;
  }, options?: CallOptions) => CallPromise<Article>;
  /**
   * Article upgrades: `GET /v1/articles/{articleNumber}/upgrades`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly listArticleUpgrades: (input: {
    readonly articleNumber: string;
  }, options?: CallOptions) => CallPromise<ArticleUpgradeOption[]>;
  /**
   * Cross-selling options: `GET /v1/articles/{articleNumber}/cross-selling`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly listCrossSellingOptions: (input: {
    readonly articleNumber: string;
  }, options?: CallOptions) => CallPromise<ArticleOption[]>;
  /**
   * Read a promotion code: `GET /v1/promotioncodes/{promotionCode}`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer unknown.
   */
  readonly getPromotionCode: (input: {
    readonly promotionCode: string;
  }, options?: CallOptions) => CallPromise<unknown>;
  /**
   * Validate a promotion code: `POST /v1/promotioncodes/{promotionCode}/actions/validate`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly validatePromotionCode: (input: {
    readonly promotionCode: string;
    readonly body: PromotionCodeValidationRequest;
  }, options?: CallOptions) => CallPromise<"valid" | "invalid">;
  /**
   * List guest operating systems for root servers: `GET /v1/virt/guestoperatingsystems`.
   *
   * - The description shows one element but mentions a list; both are accepted.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly listGuestOperatingSystems: (input?: Readonly<Record<string, never>>, options?: CallOptions) => CallPromise<GuestOperatingSystem[]>;
  /**
   * Convert bank data to IBAN and BIC: `POST /v1/bankdata/actions/convert`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, body documented, answer inferred.
   */
  readonly convertBankData: (input: {
    readonly body: BankData;
  }, options?: CallOptions) => CallPromise<Bankdaten>;
}

/** Calls that the provider sends when an event occurs. */
interface WebhooksCalls {
  /**
   * List registered webhooks: `GET /v1/webhooks`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly list: (input?: Readonly<Record<string, never>>, options?: CallOptions) => CallPromise<Webhook[]>;
  /**
   * Register a webhook: `POST /v1/webhooks`.
   *
   * - Answers 200, not 201.
   * - No rule of uniqueness is known: a repeated call can create a second webhook.
   * - `client.webhooks.delete` deletes what it creates.
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly create: (input: {
    readonly body: WebhookInput;
  }, options?: CallOptions) => CallPromise<Webhook>;
  /**
   * Read a webhook: `GET /v1/webhooks/{webhookIdentifier}`.
   *
   * - 403 may also mean that the webhook is gone: confirm with the list.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly get: (input: {
    readonly webhookIdentifier: string;
  }, options?: CallOptions) => CallPromise<Webhook>;
  /**
   * Update a webhook: `PUT /v1/webhooks/{webhookIdentifier}`.
   *
   * - Replaces the whole resource, without its uid: an omitted member may be cleared.
   * - Retry class `idempotent`: sending it twice has the effect of sending it once.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly update: (input: {
    readonly webhookIdentifier: string;
    readonly body: WebhookInput;
  }, options?: CallOptions) => CallPromise<Webhook>;
  /**
   * Delete a webhook: `DELETE /v1/webhooks/{webhookIdentifier}`.
   *
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, answer documented.
   */
  readonly delete: (input: {
    readonly webhookIdentifier: string;
  }, options?: CallOptions) => CallPromise<undefined>;
}

/** Data-protection (GDPR) contracts and their parts: presets, PDFs, contacts, technical and organisational measures (TOM). */
interface GdprCalls {
  /**
   * List contracts: `GET /v1/gdpr/contracts`.
   *
   * - No source names the member that contains the identifier.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly listContracts: (input?: Readonly<Record<string, never>>, options?: CallOptions) => CallPromise<GdprContract[]>;
  /**
   * Create a contract: `POST /v1/gdpr/contracts`.
   *
   * - No source names the member that contains the identifier.
   * - Contacts and TOM must exist.
   * - `client.gdpr.deleteContract` deletes what it creates.
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly createContract: (input: {
    readonly body: CreateGdprContractRequest;
  }, options?: CallOptions) => CallPromise<GdprContract>;
  /**
   * Read a contract: `GET /v1/gdpr/contracts/{contractIdentifier}`.
   *
   * - No source names the member that contains the identifier.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly getContract: (input: {
    readonly contractIdentifier: string;
  }, options?: CallOptions) => CallPromise<GdprContract>;
  /**
   * Delete a contract: `DELETE /v1/gdpr/contracts/{contractIdentifier}`.
   *
   * - A concluded contract can no longer be deleted.
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, answer documented.
   */
  readonly deleteContract: (input: {
    readonly contractIdentifier: string;
  }, options?: CallOptions) => CallPromise<undefined>;
  /**
   * Accept the contract: `POST /v1/gdpr/contracts/{contractIdentifier}/actions/accept`.
   *
   * - Legally binding, and final.
   * - Without a body, the contract names no signer: send `contractSigner`.
   * - Retry class `notifying`: sending it twice contacts a person again (mail, SMS, legal act).
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly acceptContract: (input: {
    readonly contractIdentifier: string;
    readonly body?: AcceptGdprContractRequest | undefined;
  }, options?: CallOptions) => CallPromise<undefined>;
  /**
   * Deliver a PDF of a contract: `POST /v1/gdpr/contracts/{contractIdentifier}/actions/pdf`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly renderContractPdf: (input: {
    readonly contractIdentifier: string;
  }, options?: CallOptions) => CallPromise<BinaryContent>;
  /**
   * Send an e-mail with the PDF to the contract recipient: `POST /v1/gdpr/contracts/{contractIdentifier}/actions/mail`.
   *
   * - The mail contains a link that confirms the contract.
   * - Retry class `notifying`: sending it twice contacts a person again (mail, SMS, legal act).
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly mailContract: (input: {
    readonly contractIdentifier: string;
    readonly body?: MailGdprContractRequest | undefined;
  }, options?: CallOptions) => CallPromise<undefined>;
  /**
   * List stored contract presets: `GET /v1/gdpr/contract-presets`.
   *
   * - No source names the member that contains the identifier.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly listContractPresets: (input?: Readonly<Record<string, never>>, options?: CallOptions) => CallPromise<GdprContractPreset[]>;
  /**
   * Store a contract preset: `POST /v1/gdpr/contract-presets`.
   *
   * - No source names the member that contains the identifier.
   * - Permanent: no operation changes or deletes it.
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly createContractPreset: (input: {
    readonly body: GdprContractPresetInput;
  }, options?: CallOptions) => CallPromise<GdprContractPreset>;
  /**
   * Read a contract preset: `GET /v1/gdpr/contract-presets/{contractPresetIdentifier}`.
   *
   * - No source names the member that contains the identifier.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly getContractPreset: (input: {
    readonly contractPresetIdentifier: string;
  }, options?: CallOptions) => CallPromise<GdprContractPreset>;
  /**
   * List data of contract PDFs: `GET /v1/gdpr/pdfs`.
   *
   * - No source names the member that contains the identifier.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly listPdfs: (input?: Readonly<Record<string, never>>, options?: CallOptions) => CallPromise<GdprPdf[]>;
  /**
   * Upload a contract PDF: `POST /v1/gdpr/pdfs`.
   *
   * - No source names the member that contains the identifier.
   * - Accepts only PDF. Base64 for the content is the only interpretation that fits a JSON body.
   * - `client.gdpr.deletePdf` deletes what it creates.
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly uploadPdf: (input: {
    readonly body: UploadGdprPdfRequest;
  }, options?: CallOptions) => CallPromise<GdprPdf>;
  /**
   * Read a contract PDF: `GET /v1/gdpr/pdfs/{pdfIdentifier}`.
   *
   * - No source names the member that contains the identifier.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly getPdf: (input: {
    readonly pdfIdentifier: string;
  }, options?: CallOptions) => CallPromise<GdprPdf>;
  /**
   * Delete a contract PDF: `DELETE /v1/gdpr/pdfs/{pdfIdentifier}`.
   *
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, answer documented.
   */
  readonly deletePdf: (input: {
    readonly pdfIdentifier: string;
  }, options?: CallOptions) => CallPromise<undefined>;
  /**
   * Make a contract PDF available for download: `POST /v1/gdpr/pdfs/{pdfIdentifier}/actions/download`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly downloadPdf: (input: {
    readonly pdfIdentifier: string;
  }, options?: CallOptions) => CallPromise<BinaryContent>;
  /**
   * List address records: `GET /v1/gdpr/contacts`.
   *
   * - No source names the member that contains the identifier.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly listContacts: (input?: {
    readonly query?: {
      /** Only contacts of this kind. */
      type?: string | undefined;
    } | undefined;
  }, options?: CallOptions) => CallPromise<GdprContact[]>;
  /**
   * Create an address record: `POST /v1/gdpr/contacts`.
   *
   * - No source names the member that contains the identifier.
   * - Permanent: no operation changes or deletes it.
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly createContact: (input: {
    readonly body: GdprContactInput;
  }, options?: CallOptions) => CallPromise<GdprContact>;
  /**
   * Read an address record: `GET /v1/gdpr/contacts/{contactIdentifier}`.
   *
   * - No source names the member that contains the identifier.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly getContact: (input: {
    readonly contactIdentifier: string;
  }, options?: CallOptions) => CallPromise<GdprContact>;
  /**
   * List TOMs: `GET /v1/gdpr/toms`.
   *
   * - No source names the member that contains the identifier.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly listToms: (input?: Readonly<Record<string, never>>, options?: CallOptions) => CallPromise<GdprTom[]>;
  /**
   * Create a TOM: `POST /v1/gdpr/toms`.
   *
   * - No source names the member that contains the identifier.
   * - Permanent: no operation changes or deletes it.
   * - Retry class `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly createTom: (input: {
    readonly body: GdprTomInput;
  }, options?: CallOptions) => CallPromise<GdprTom>;
  /**
   * Read a TOM: `GET /v1/gdpr/toms/{tomIdentifier}`.
   *
   * - No source names the member that contains the identifier.
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly getTom: (input: {
    readonly tomIdentifier: string;
  }, options?: CallOptions) => CallPromise<GdprTom>;
  /**
   * Delete a customer and its data-protection data: `DELETE /v1/gdpr/customers/{customerNumber}`.
   *
   * - Deletes everything that belongs to the customer, and cannot be undone.
   * - Retry class `billable`: sending it twice costs money, or deletes what was paid for.
   * - Known: statuses unknown, answer unknown.
   */
  readonly deleteCustomer: (input: {
    readonly customerNumber: number;
  }, options?: CallOptions) => CallPromise<undefined>;
}

/** Support tickets and their answers. */
interface TicketsCalls {
  /**
   * Create a ticket: `POST /v1/tickets`.
   *
   * - Retry class `notifying`: sending it twice contacts a person again (mail, SMS, legal act).
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly create: (input: {
    readonly body: TicketInput;
  }, options?: CallOptions) => CallPromise<Ticket>;
  /**
   * List tickets of a customer: `GET /v1/customers/{customerNumber}/tickets`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly list: (input: {
    readonly customerNumber: number;
    readonly query?: {
      /** Order. */
      sortDirection?: "ASC" | "DESC" | undefined;
      /** Only tickets in this state. */
      status?: "answered" | "done" | "feedback" | "in-progress" | "information" | "open" | undefined;
      /** Whether to answer the short form, without the ticket's answers. */
      summaryOnly?: boolean | undefined;
      /** Maximum number of tickets. */
      limit?: number | undefined;
    } | undefined;
  }, options?: CallOptions) => CallPromise<Ticket[]>;
  /**
   * Create a ticket answer: `POST /v1/tickets/{ticketIdentifier}/answers`.
   *
   * - Retry class `notifying`: sending it twice contacts a person again (mail, SMS, legal act).
   * - Known: statuses documented, body documented, answer documented.
   */
  readonly createAnswer: (input: {
    readonly ticketIdentifier: string;
    readonly body: TicketAnswerInput;
  }, options?: CallOptions) => CallPromise<TicketAnswer>;
  /**
   * List answers of a ticket: `GET /v1/tickets/{ticketIdentifier}/answers`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses documented, answer documented.
   */
  readonly listAnswers: (input: {
    readonly ticketIdentifier: string;
  }, options?: CallOptions) => CallPromise<TicketAnswer[]>;
}

/** Mails to customers and to other addresses, based on templates. */
interface MailingCalls {
  /**
   * Send an e-mail to an address: `POST /v1/mailing/outboxes/email/{address}`.
   *
   * - Retry class `notifying`: sending it twice contacts a person again (mail, SMS, legal act).
   * - Known: statuses unknown, body inferred, answer inferred.
   */
  readonly sendToAddress: (input: {
    readonly address: string;
    readonly body: Email;
  }, options?: CallOptions) => CallPromise<MailAck>;
  /**
   * Send an e-mail to a customer: `POST /v1/mailing/outboxes/customers/{customerNumber}`.
   *
   * - Retry class `notifying`: sending it twice contacts a person again (mail, SMS, legal act).
   * - Known: statuses unknown, body inferred, answer inferred.
   */
  readonly sendToCustomer: (input: {
    readonly customerNumber: number;
    readonly body: Email;
  }, options?: CallOptions) => CallPromise<MailAck>;
  /**
   * List the available templates: `GET /v1/mailing/templates`.
   *
   * - Retry class `safe`: changes nothing.
   * - Known: statuses unknown, answer unknown.
   */
  readonly listTemplates: (input?: Readonly<Record<string, never>>, options?: CallOptions) => CallPromise<unknown[]>;
}

/** A record in which one of these members may be the identifier. */
type IdentifierMembers<Name extends string> = {
  readonly [N in Name]?: Identifier | undefined;
};

/** Path parameters by name. */
type Parameters<O extends Operation> = {
  readonly [Name in ParameterName<O["path"]>]: Name extends "customerNumber" ? number : string;
};

type QueryInput<O extends Operation> = O["query"] extends Schema ? AllOptional<SchemaInput<O["query"]>> extends true ? {
  readonly query?: SchemaInput<O["query"]> | undefined;
} : {
  readonly query: SchemaInput<O["query"]>;
} : object;

type BodyInput<O extends Operation> = O["body"] extends Schema ? undefined extends SchemaInput<O["body"]> ? {
  readonly body?: SchemaInput<O["body"]>;
} : {
  readonly body: SchemaInput<O["body"]>;
} : object;

type Answer = JsonAnswer | EmptyAnswer | BinaryAnswer | ValueAnswer | RedirectAnswer | FailureAnswer;

/** An answer that is a file. */
interface BinaryAnswer {
  readonly kind: "binary";
  readonly contentType: string;
  readonly meaning: string;
}

type ResultOfAnswer<A> = A extends JsonAnswer<infer S> ? SchemaOutput<S> : A extends EmptyAnswer ? undefined : A extends BinaryAnswer ? BinaryContent : A extends ValueAnswer<infer V> ? V : never;

/** A JSON answer, decoded by `schema`. */
interface JsonAnswer<S extends Schema = Schema> {
  readonly kind: "json";
  readonly schema: S;
  readonly meaning: string;
}

/** A documented failure. */
interface FailureAnswer {
  readonly kind: "failure";
  readonly schema?: Schema;
  readonly meaning: string;
}

/** Success whose body does not matter. */
interface EmptyAnswer {
  readonly kind: "empty";
  readonly meaning: string;
}

/** A status that is itself the result, such as 410 for a registered domain. */
interface ValueAnswer<V extends string = string> {
  readonly kind: "value";
  readonly value: V;
  readonly meaning: string;
}

/** The requested object is the same as the one at `to`: read that instead, on the same host, whatever Location says. */
interface RedirectAnswer {
  readonly kind: "redirect";
  readonly to: `/v1/${string}`;
  readonly meaning: string;
}

/** An article that can be chosen together with another. */
interface ArticleOption {
  default?: boolean | undefined;
  price?: Price | undefined;
  article?: Article | undefined;
}
declare const ArticleOption: Schema;

interface Details {
  readonly operation?: Pick<Operation, "id" | "repeat">;
  readonly effect?: Effect;
  readonly isLasting?: boolean | undefined;
  readonly cause?: unknown;
}

interface AuthenticationDetails extends Details {
  readonly status?: number;
  readonly said?: string | undefined;
}

interface AnswerDetails extends Details {
  readonly answer?: unknown;
}

interface ConnectionDetails extends Details {
  readonly code?: string | undefined;
}

/** The input of a call that takes none: an object with members does not compile. */
type NoInput = Readonly<Record<string, never>>;

type Identifier = string | number;

type ParameterName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterName<Rest> : never;

/** `true` if every member of `T` is optional. */
type AllOptional<T> = Partial<T> extends T ? true : false;

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
