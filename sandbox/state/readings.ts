/**
 * Where the API can be interpreted in more than one way, the sandbox behaves as chosen here, so that a client can be tested against
 * each interpretation. The first choice is the default: the most likely one, unless its comment says otherwise. Nothing here is a
 * documented fact.
 */
export const readingChoices = {
  /**
   * Which subdomain `DELETE …/subdomains` deletes, because no path names it: those in a body `[{"name": "blog"}]` (a call without
   * one answers 400), the one whose full name replaces the domain in the path, all of the domain, or none because every call
   * answers 400.
   */
  subdomainDeletion: ["body", "full-name", "all", "refused"],
  /** Form of a subdomain's `name` in answers: as sent, or the full host name. */
  subdomainName: ["label", "full-name"],
  /** Target of a subdomain created without one: omitted from answers, or `/`. */
  subdomainTarget: ["absent", "root"],
  /** Form of international names in answers: `xn--…` or readable. */
  internationalNames: ["ascii", "unicode"],
  /**
   * When a deleted domain leaves the list: at once, or when its paid period ends (or on the given `cancellationDate`).
   */
  domainDeletion: ["immediate", "scheduled"],
  /** Name of the identifier in GDPR records; `none`: the answers contain none. */
  gdprIdentifier: ["_id", "id", "uid", "uuid", "none"],
  /** What creating a second preset with the same name does: adds another one, overwrites the first, or fails with 500. */
  presetWithExistingName: ["second", "overwrite", "refused"],
  /** How a GDPR contract's HTML is returned: as sent, or parsed and rewritten. */
  html: ["verbatim", "reserialised"],
  /** `password` in the answer that creates a virtual account: the one sent, a new one, or none. */
  virtualAccountPassword: ["echoed", "generated", "absent"],
  /** Creating a second virtual account with the same `virtualName`: fails with 400, or adds another one. */
  existingVirtualName: ["refused", "second"],
  /** Status of a created virtual account. */
  virtualAccountCreated: [201, 200],
  /** Status of a deleted virtual account. */
  virtualAccountDeleted: [204, 200, 202],
  /** `headers` and `parameters` that a webhook update omits: cleared, or kept. */
  webhookUpdate: ["cleared", "kept"],
  /** How empty `headers` and `parameters` of a webhook are returned. */
  emptyMembers: ["absent", "object", "array", "null"],
  /** Who chooses an application token's secret: the server, or the caller if one is sent. */
  applicationTokenSecret: ["server", "caller"],
  /** `crdate` of application tokens: ISO string, or Unix time. */
  applicationTokenDate: ["string", "number"],
  /** Whether a login from a known device needs no code of an authenticator (TOTP), or needs one each time. */
  totpOfKnownDevice: ["skipped", "required"],
  /** Whether deleting an application token ends the sessions it opened. */
  deletionEndsSessions: [true, false],
  /** Empty lists: `null` in the areas accounts, GDPR and tickets and `[]` elsewhere, or the same everywhere. */
  emptyLists: ["mixed", "array", "null"],
  /** Status of the redirect from an identical contact person or billing recipient to the contract partner. */
  contactRedirect: [301, 303],
  /**
   * Scheme of redirects. The published gateway writes `https` unless a proxy says otherwise (`X-Forwarded-Proto`), but the sandbox
   * speaks HTTP, and no common HTTP client could follow it. So this default is not the gateway's.
   */
  redirectScheme: ["http", "https"],
  /** Element of the contract lists: with uid and integer dates, or only title, start and duration. */
  contracts: ["full", "short"],
  /** A booked benefit: one object, or a list. */
  benefits: ["object", "array"],
  /** Guest operating systems: a list, or one object. */
  guestOperatingSystems: ["array", "object"],
  /** Answer to recommending a cart: id, pin and date, or the cart. */
  recommendation: ["recommendation", "cart"],
  /** `description` of articles: text, or an object of title and text. */
  articleDescription: ["string", "object"],
  /** Members that an update of a contact omits: cleared, or kept. */
  contactUpdate: ["cleared", "kept"],
  /** Members that an update of a cart omits: kept, or cleared. */
  cartUpdate: ["kept", "cleared"],
  /** Which carts need a code by SMS before checkout: those that name a new contract partner, all, or none. */
  checkoutVerification: ["new-customers", "always", "never"],
  /** Members that only the provider sets, such as `uid`, in a webhook or cart that is sent back as read. */
  readOnlyMembers: ["ignored", "refused"],
  /** `phone` of the recipient of an offer: optional and in any form, as older clients send it; or only in the documented form. */
  offerPhone: ["any", "described"],
  /** Elements of the list of mail templates. */
  mailTemplates: ["string", "object"],
} as const;

/** How to interpret the API where it is ambiguous. */
export type Readings = { readonly [Name in keyof typeof readingChoices]: (typeof readingChoices)[Name][number] };

export const defaultReadings = Object.fromEntries(
  Object.entries(readingChoices).map(([name, [likeliest]]) => [name, likeliest]),
) as Readings;
