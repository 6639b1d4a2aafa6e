import type { Operation, RepeatClass } from "../../sdk/operations/operation.js";
import type { Request } from "../../sdk/http/request.js";
import { RefusedError } from "../shared/exit.js";

const consequences: Readonly<Partial<Record<RepeatClass, (method: Operation["method"]) => string>>> = {
  billable: (method) => (method === "DELETE" ? "deletes what was paid for" : "costs money"),
  notifying: () => "contacts a person",
};

export const needsConsent = ({ repeat }: Operation): boolean => consequences[repeat] !== undefined;

/** What else a person needs to know before agreeing to a call. */
export interface Consequences {
  /** The price of what it orders, in words; undefined if it is not known what that is. */
  readonly price: string | undefined;
  /** Secrets that the answer shows only once and would mask. */
  readonly once: readonly string[];
}

/** Describes the call, so that a person can agree to it. */
export function refusal({ operation, path, body, secrets }: Request, host: string, { price, once }: Consequences): RefusedError {
  const { id, method, purpose, repeat, notes = [] } = operation;
  return new RefusedError(
    [
      `${id} ${consequences[repeat]!(method)}. Not sent: add --yes. It would do this at ${host}:`,
      `  ${purpose}`,
      `  ${method} ${path}`,
      ...(body === undefined ? [] : [`  ${JSON.stringify(secrets().scrub(JSON.parse(body), operation.body))}`]),
      ...(price === undefined ? [] : [`  In the catalogue: ${price}.`]),
      ...notes.map((note) => `  Note: ${note}`),
      "The input is valid.",
      ...(once.length === 0
        ? []
        : [`Its answer shows its ${once.join(" and ")} only once: also pass --output FILE or --show-secrets.`]),
    ].join("\n"),
    id,
  );
}
