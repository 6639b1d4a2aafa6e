import { AnswerError } from "../../sdk/values/errors.js";
import { identifierAmong } from "../../sdk/identifiers.js";
import { gdprIdentifierNames, gdprIdentifiers, type GdprIdentifiers } from "../../sdk/models/gdpr.js";

/** The identifier of a GDPR record, whatever key the provider shows it under. */
export const identifierOf = (record: GdprIdentifiers, label: string): string =>
  identifierAmong(label, gdprIdentifierNames, record);

/**
 * The record, if it is the requested one: a cache or a proxy may return another one.
 *
 * @throws AnswerError if it is another one
 */
export function asked<R extends GdprIdentifiers>(record: R, id: string, label: string): R {
  const identifiers = gdprIdentifiers(record);
  if (identifiers.length === 0 || identifiers.includes(id)) return record;
  throw new AnswerError(`The provider answered with another ${label} than the requested one.`);
}
