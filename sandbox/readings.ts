/**
 * Where the interface can be read in more than one way, the sandbox behaves in the way chosen here, so that a client can be
 * tried against each. Nothing here is a documented fact; the defaults are the likeliest readings.
 */
export interface Readings {
  /**
   * Which sub-domain `DELETE …/subdomains` deletes, since no path names it: those in a body `[{"name": "blog"}]` (a bare call
   * answers 400), the one whose full name stands in the place of the domain, all of the domain, or none because every call
   * answers 400. Default `body`.
   */
  readonly subdomainDeletion: "body" | "full-name" | "all" | "refused";
  /** Form of a sub-domain's `name` in answers: what was sent, or the full host name. Default `label`. */
  readonly subdomainName: "label" | "full-name";
  /** Target of a sub-domain created without one: left out of answers, or `/`. Default `absent`. */
  readonly subdomainTarget: "absent" | "root";
  /** Form of international names in answers: `xn--…` or readable. Default `ascii`. */
  readonly internationalNames: "ascii" | "unicode";
  /**
   * When a deleted domain leaves the list: at once, or when its paid period ends (or on the `cancellationDate` sent along).
   * Default `immediate`.
   */
  readonly domainDeletion: "immediate" | "scheduled";
  /** Name of the identifier in GDPR records; `none`: the answers hold none. Default `_id`. */
  readonly gdprIdentifier: "_id" | "id" | "uid" | "uuid" | "none";
  /** What a second preset with an existing name does: exist beside it, overwrite it, or fail with 500. Default `second`. */
  readonly presetWithExistingName: "second" | "overwrite" | "refused";
  /** How a GDPR contract's HTML comes back: as sent, or parsed and written anew. Default `verbatim`. */
  readonly html: "verbatim" | "reserialised";
  /** `password` in the answer that creates a virtual account: the one sent, a new one, or none. Default `echoed`. */
  readonly virtualAccountPassword: "echoed" | "generated" | "absent";
  /** A second virtual account with an existing `virtualName`: fails with 400, or exists beside it. Default `refused`. */
  readonly existingVirtualName: "refused" | "second";
  /** Status of a created virtual account. Default 201. */
  readonly virtualAccountCreated: 200 | 201;
  /** Status of a deleted virtual account. Default 204. */
  readonly virtualAccountDeleted: 200 | 202 | 204;
  /** `headers` and `parameters` that a webhook update leaves out: cleared, or kept. Default `cleared`. */
  readonly webhookUpdate: "cleared" | "kept";
  /** How empty `headers` and `parameters` of a webhook come back. Default `absent`. */
  readonly emptyMembers: "absent" | "object" | "array" | "null";
  /** Who chooses an application token's secret: the server, or the caller where one is sent. Default `server`. */
  readonly applicationTokenSecret: "server" | "caller";
  /** `crdate` of application tokens: ISO string, or Unix time. Default `string`. */
  readonly applicationTokenDate: "string" | "number";
  /** Whether deleting an application token ends the sessions it opened. Default true. */
  readonly deletionEndsSessions: boolean;
  /** Empty lists: `null` in the areas accounts, GDPR and tickets and `[]` elsewhere, or the same everywhere. Default `mixed`. */
  readonly emptyLists: "mixed" | "array" | "null";
  /** Status of the redirection from an identical contact person or billing recipient to the contract partner. Default 301. */
  readonly contactRedirect: 301 | 303;
  /** Element of the contract lists: with uid and integer dates, or title, start and duration only. Default `full`. */
  readonly contracts: "full" | "short";
  /** A booked benefit: one object, or a list. Default `object`. */
  readonly benefits: "object" | "array";
  /** Guest operating systems: a list, or one object. Default `array`. */
  readonly guestOperatingSystems: "array" | "object";
  /** Answer of recommending a cart: id, pin and date, or the cart. Default `recommendation`. */
  readonly recommendation: "recommendation" | "cart";
  /** `description` of articles: text, or an object of title and text. Default `string`. */
  readonly articleDescription: "string" | "object";
  /** Members that the update of a contact leaves out: cleared, or kept. Default `cleared`. */
  readonly contactUpdate: "cleared" | "kept";
  /** Members that the update of a cart leaves out: kept, or cleared. Default `kept`. */
  readonly cartUpdate: "kept" | "cleared";
  /** Which carts need a code by SMS before checkout: those that name a new contract partner, all, or none. Default `new-customers`. */
  readonly checkoutVerification: "new-customers" | "always" | "never";
  /** Elements of the list of mail templates. Default `string`. */
  readonly mailTemplates: "string" | "object";
}

export const defaultReadings: Readings = {
  subdomainDeletion: "body",
  subdomainName: "label",
  subdomainTarget: "absent",
  internationalNames: "ascii",
  domainDeletion: "immediate",
  gdprIdentifier: "_id",
  presetWithExistingName: "second",
  html: "verbatim",
  virtualAccountPassword: "echoed",
  existingVirtualName: "refused",
  virtualAccountCreated: 201,
  virtualAccountDeleted: 204,
  webhookUpdate: "cleared",
  emptyMembers: "absent",
  applicationTokenSecret: "server",
  applicationTokenDate: "string",
  deletionEndsSessions: true,
  emptyLists: "mixed",
  contactRedirect: 301,
  contracts: "full",
  benefits: "object",
  guestOperatingSystems: "array",
  recommendation: "recommendation",
  articleDescription: "string",
  contactUpdate: "cleared",
  cartUpdate: "kept",
  checkoutVerification: "new-customers",
  mailTemplates: "string",
};
