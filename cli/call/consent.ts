import { PreviewLookups } from "../../provider/runtime/preview-lookups.js";
import { article, costOf, registrationPrice } from "../../provider/shared/catalogue.js";
import { type Cost, costText } from "../../provider/values/money.js";
import type { Client } from "../../sdk/client.js";
import type { AnyInput, Request } from "../../sdk/http/request.js";
import type { Operation, RepeatClass } from "../../sdk/operations/operation.js";
import { systemClock } from "../../sdk/values/clock.js";
import { RefusedError } from "../shared/exit.js";

type Price = (context: { readonly lookups: PreviewLookups }, body: Readonly<Record<string, unknown>>) => Promise<Cost>;

/** Orders whose input names what they order. The client has validated it. */
const orders: Readonly<Record<string, Price>> = {
  registerDomain: (context, { tld }) => registrationPrice(context, tld as string),
  createVirtualAccount: async (context, { article: ordered }) =>
    costOf(await article(context, (ordered as { readonly articleNumber: number }).articleNumber)),
};

/** The price of what an operation orders, by lookups that change nothing; undefined if its input does not say what it orders. */
export async function priceOf({ id }: Operation, { body }: AnyInput, client: Client): Promise<string | undefined> {
  const order = Object.hasOwn(orders, id) ? orders[id] : undefined;
  if (order === undefined) return undefined;
  try {
    const lookups = new PreviewLookups(() => client, systemClock);
    return costText(await order({ lookups }, body as Readonly<Record<string, unknown>>));
  } catch {
    return "the price could not be looked up";
  }
}

const consequences: Readonly<Partial<Record<RepeatClass, (method: Operation["method"]) => string>>> = {
  billable: (method) => (method === "DELETE" ? "deletes what was paid for" : "costs money"),
  notifying: () => "contacts a person",
};

export const needsConsent = ({ repeat }: Operation): boolean => consequences[repeat] !== undefined;

export interface Consequences {
  /** The price of what it orders, in words; undefined if it is not known what that is. */
  readonly price: string | undefined;
  /** Secrets that the answer shows only once and would mask. */
  readonly once: readonly string[];
}

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
