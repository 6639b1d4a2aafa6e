/**
 * Where the interface can be read in more than one way, the sandbox behaves in the way chosen here, so that a client can be
 * tried against each. The first choice is the default, the likeliest reading; nothing here is a documented fact.
 */
export const readingChoices = {
  /**
   * Which subdomain `DELETE …/subdomains` deletes, since no path names it: those in a body `[{"name": "blog"}]` (a bare call
   * answers 400), the one whose full name stands in the place of the domain, all of the domain, or none because every call
   * answers 400.
   */
  subdomainDeletion: ["body", "full-name", "all", "refused"],
  /** Form of a subdomain's `name` in answers: what was sent, or the full host name. */
  subdomainName: ["label", "full-name"],
  /** Target of a subdomain created without one: left out of answers, or `/`. */
  subdomainTarget: ["absent", "root"],
  /** Form of international names in answers: `xn--…` or readable. */
  internationalNames: ["ascii", "unicode"],
  /**
   * When a deleted domain leaves the list: at once, or when its paid period ends (or on the `cancellationDate` sent along).
   */
  domainDeletion: ["immediate", "scheduled"],
  /** Name of the identifier in GDPR records; `none`: the answers hold none. */
  gdprIdentifier: ["_id", "id", "uid", "uuid", "none"],
  /** What a second preset with an existing name does: exist beside it, overwrite it, or fail with 500. */
  presetWithExistingName: ["second", "overwrite", "refused"],
  /** How a GDPR contract's HTML comes back: as sent, or parsed and written anew. */
  html: ["verbatim", "reserialised"],
  /** `password` in the answer that creates a virtual account: the one sent, a new one, or none. */
  virtualAccountPassword: ["echoed", "generated", "absent"],
  /** A second virtual account with an existing `virtualName`: fails with 400, or exists beside it. */
  existingVirtualName: ["refused", "second"],
  /** Status of a created virtual account. */
  virtualAccountCreated: [201, 200],
  /** Status of a deleted virtual account. */
  virtualAccountDeleted: [204, 200, 202],
  /** `headers` and `parameters` that a webhook update leaves out: cleared, or kept. */
  webhookUpdate: ["cleared", "kept"],
  /** How empty `headers` and `parameters` of a webhook come back. */
  emptyMembers: ["absent", "object", "array", "null"],
  /** Who chooses an application token's secret: the server, or the caller where one is sent. */
  applicationTokenSecret: ["server", "caller"],
  /** `crdate` of application tokens: ISO string, or Unix time. */
  applicationTokenDate: ["string", "number"],
  /** Whether a login from a device that is known already goes without the code of an authenticator (TOTP), or needs one each time. */
  totpOfKnownDevice: ["skipped", "required"],
  /** Whether deleting an application token ends the sessions it opened. */
  deletionEndsSessions: [true, false],
  /** Empty lists: `null` in the areas accounts, GDPR and tickets and `[]` elsewhere, or the same everywhere. */
  emptyLists: ["mixed", "array", "null"],
  /** Status of the redirection from an identical contact person or billing recipient to the contract partner. */
  contactRedirect: [301, 303],
  /** Element of the contract lists: with uid and integer dates, or title, start and duration only. */
  contracts: ["full", "short"],
  /** A booked benefit: one object, or a list. */
  benefits: ["object", "array"],
  /** Guest operating systems: a list, or one object. */
  guestOperatingSystems: ["array", "object"],
  /** Answer of recommending a cart: id, pin and date, or the cart. */
  recommendation: ["recommendation", "cart"],
  /** `description` of articles: text, or an object of title and text. */
  articleDescription: ["string", "object"],
  /** Members that the update of a contact leaves out: cleared, or kept. */
  contactUpdate: ["cleared", "kept"],
  /** Members that the update of a cart leaves out: kept, or cleared. */
  cartUpdate: ["kept", "cleared"],
  /** Which carts need a code by SMS before checkout: those that name a new contract partner, all, or none. */
  checkoutVerification: ["new-customers", "always", "never"],
  /** Members that only the provider sets, such as `uid`, in a webhook or cart that is sent back as it was read. */
  readOnlyMembers: ["ignored", "refused"],
  /** `phone` of the recipient of an offer: in any form, or left out, as by older clients; or in the described form only. */
  offerPhone: ["any", "described"],
  /** Elements of the list of mail templates. */
  mailTemplates: ["string", "object"],
} as const;

/** How to read the interface where it is ambiguous. */
export type Readings = { readonly [Name in keyof typeof readingChoices]: (typeof readingChoices)[Name][number] };

export const defaultReadings = Object.fromEntries(
  Object.entries(readingChoices).map(([name, [likeliest]]) => [name, likeliest]),
) as Readings;
