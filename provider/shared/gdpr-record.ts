import { AnswerError } from "../../sdk/values/errors.js";
import { identifierAmong } from "../../sdk/identifiers.js";
import { gdprIdentifierNames, gdprIdentifiers, type GdprIdentifiers } from "../../sdk/models/gdpr.js";

/** The identifier of a GDPR record, under whichever key the provider shows it. */
export const identifierOf = (record: GdprIdentifiers, label: string): string =>
  identifierAmong(label, gdprIdentifierNames, record);

/** The record, if it is the one that was asked for: a cache or a proxy on the way may hand over somebody else's. */
export function asked<R extends GdprIdentifiers>(record: R, id: string, label: string): R {
  const identifiers = gdprIdentifiers(record);
  if (identifiers.length === 0 || identifiers.includes(id)) return record;
  throw new AnswerError(`The provider answered with another ${label} than the one asked for.`);
}
