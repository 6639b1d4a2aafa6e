import { AnswerError } from "../sdk/errors.js";
import { gdprIdentifier, type GdprIdentifiers } from "../sdk/models/gdpr.js";

/** The identifier of a GDPR record, under whichever key the provider shows it. */
export function identifierOf(record: GdprIdentifiers, label: string): string {
  const id = gdprIdentifier(record);
  if (id !== undefined) return id;
  throw new AnswerError(`The answer shows no identifier of the ${label}, only ${Object.keys(record).join(", ")}.`, {
    effect: "possible",
  });
}
