import type { Operation, RepeatClass } from "../../sdk/operations/operation.js";
import type { Request } from "../../sdk/http/request.js";
import { RefusedError } from "../shared/exit.js";

const consequences: Readonly<Partial<Record<RepeatClass, string>>> = {
  billable: "costs money, or destroys what was paid for",
  notifying: "reaches a person",
};

export const needsConsent = ({ repeat }: Operation): boolean => consequences[repeat] !== undefined;

/** What the call would do, for somebody to agree to it; `once` are secrets that the answer would show this one time, masked. */
export function refusal({ operation, path, body, secrets }: Request, host: string, once: readonly string[]): RefusedError {
  const { id, method, purpose, repeat, notes = [] } = operation;
  return new RefusedError(
    [
      `${id} ${consequences[repeat]!}, so it is not sent without --yes. Nothing was sent. It would, at ${host}:`,
      `  ${purpose}`,
      `  ${method} ${path}`,
      ...(body === undefined ? [] : [`  ${JSON.stringify(secrets().scrub(JSON.parse(body), operation.body))}`]),
      ...notes.map((note) => `  Note: ${note}`),
      "The input is valid. Repeat the command with --yes to send it.",
      ...(once.length === 0
        ? []
        : [`Its answer shows its ${once.join(" and ")} this one time: give --output FILE as well, or --show-secrets.`]),
    ].join("\n"),
    id,
  );
}
