import { AnswerError } from "./values/errors.js";
import { gdprIdentifierNames } from "./models/gdpr.js";
import { shortened } from "./redaction/text.js";

type Identifier = string | number;

/** A record in which one of these members may be the identifier. */
type IdentifierMembers<Name extends string> = { readonly [N in Name]?: Identifier | undefined };

const longestList = 200;

/**
 * The first of the named members that has a value.
 *
 * @param what the record in words, such as `cart`
 * @throws AnswerError if there is none. The message names the members that exist, without values.
 */
export function identifierAmong<Name extends string>(
  what: string,
  names: readonly Name[],
  record: IdentifierMembers<Name>,
): string {
  const identifier = names.map((name) => record[name]).find((value) => value !== undefined && value !== "");
  if (identifier !== undefined) return String(identifier);
  const shown = shortened(Object.keys(record).join(", "), longestList) || "nothing";
  throw new AnswerError(`The answer contains no identifier of the ${what}, only ${shown}.`, {
    effect: "possible",
  });
}

const reader =
  <Name extends string>(what: string, ...names: readonly Name[]) =>
  (record: IdentifierMembers<Name>): string =>
    identifierAmong(what, names, record);

const numberReader = <Name extends string>(what: string, name: Name) => {
  const read = reader(what, name);
  return (record: IdentifierMembers<Name>): number => {
    const text = read(record);
    const number = Number(text);
    if (Number.isSafeInteger(number)) return number;
    throw new AnswerError(`The answer's ${name} of the ${what} is not a whole number.`, { effect: "possible" });
  };
};

/**
 * The identifier of a record, in the type that the operations take. No source promises these members, so most of them are optional
 * in the models. Each function throws an `AnswerError` if the answer has none.
 */
export const identifierOf = {
  /** `accountIdentifier` of an account or virtual account. */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-assertion -- the compiler declares an inferred union in an order that varies
  account: reader("account", "name", "uid") as (record: IdentifierMembers<"name" | "uid">) => string,
  /** `articleNumber` in a path. */
  article: reader("article", "articleNumber"),
  /** `cancellationIdentifier`. */
  cancellation: reader("cancellation", "uid"),
  /** `cartIdentifier`. */
  cart: reader("cart", "_id"),
  /** `itemIdentifier` of an item in a cart. */
  cartItem: reader("item of the cart", "_id"),
  /** `contract` of a cancellation. */
  contract: numberReader("contract", "uid"),
  /** `customerNumber` of a customer that was created. */
  customer: numberReader("customer", "customerNumber"),
  /** `contractIdentifier`, `contractPresetIdentifier`, `contactIdentifier`, `tomIdentifier` or `pdfIdentifier` of a GDPR record. */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-assertion -- the compiler declares an inferred union in an order that varies
  gdprRecord: reader("GDPR record", ...gdprIdentifierNames) as (
    record: IdentifierMembers<"id" | "uuid" | "uid" | "_id">,
  ) => string,
  /** `installationIdentifier`. */
  installation: reader("installation", "uid"),
  /** `invoiceNumber` in a path. */
  invoice: reader("invoice", "invoiceNumber"),
  /** `ticketIdentifier`. */
  ticket: reader("ticket", "uid"),
  /** `topLevelDomainIdentifier`. */
  topLevelDomain: reader("top-level domain", "name"),
  /** `webhookIdentifier`. */
  webhook: reader("webhook", "uid"),
} as const;
