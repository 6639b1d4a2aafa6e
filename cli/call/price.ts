import { article, costOf, registrationPrice } from "../../provider/shared/catalogue.js";
import { PreviewLookups } from "../../provider/runtime/preview-lookups.js";
import { type Cost, costText } from "../../provider/values/money.js";
import type { Client } from "../../sdk/client.js";
import type { AnyInput } from "../../sdk/http/request.js";
import type { Operation } from "../../sdk/operations/operation.js";
import { systemClock } from "../../sdk/values/clock.js";

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
