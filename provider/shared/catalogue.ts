import type { Article } from "../../sdk/models/catalogue.js";
import type { TopLevelDomain } from "../../sdk/models/domains.js";
import type { z } from "zod";
import { inLine, shortened } from "../../sdk/redaction/text.js";
import { ifThere } from "../lifecycle/find.js";
import type { Context } from "../runtime/context.js";
import { NotLookedUp } from "../runtime/preview-lookups.js";
import { sameHost } from "../values/hostname.js";
import type { Cost } from "../values/money.js";

/** A top-level domain as the provider shows it. */
export type OfferedDomain = z.output<typeof TopLevelDomain>;

/** What the lookups need. */
export type Looking = Pick<Context, "lookups">;

/** All top-level domains on offer, in one listing. */
export const topLevelDomains = ({ lookups }: Looking): Promise<readonly OfferedDomain[]> =>
  lookups.once("top-level domains", ({ domains }, options) => domains.listTopLevelDomains({}, options));

/** A top-level domain; undefined if both the listing and its own read lack it. */
export async function topLevelDomain(context: Looking, name: string): Promise<OfferedDomain | undefined> {
  const listed = (await topLevelDomains(context)).find((each) => each.name !== undefined && sameHost(each.name, name));
  if (listed !== undefined) return listed;
  return ifThere(
    context.lookups.once(`top-level domain ${name}`, ({ domains }, options) =>
      domains.getTopLevelDomain({ topLevelDomainIdentifier: name }, options),
    ),
  );
}

/**
 * An article; undefined if both its own read and a search for its number lack it.
 *
 * @throws NotLookedUp if the search does not answer the question
 */
export async function article({ lookups }: Looking, articleNumber: number): Promise<Article | undefined> {
  const shown = await ifThere(
    lookups.once(`article ${articleNumber}`, ({ catalogue }, options) =>
      catalogue.getArticle({ articleNumber: String(articleNumber) }, options),
    ),
  );
  if (shown !== undefined) return shown;
  const found = await lookups.once(`search for article ${articleNumber}`, ({ catalogue }, options) =>
    catalogue.searchArticles({ query: { articles: String(articleNumber) } }, options),
  );
  const [first] = found;
  if (first !== undefined && found.every((each) => each.articleNumber !== articleNumber))
    throw new NotLookedUp(`article ${articleNumber} cannot be read, and the search for it shows others.`, false);
  return found.find((each) => each.articleNumber === articleNumber);
}

/** Name of an article for messages: `article 1101 "Web hosting S"`. */
export function articleText({ articleNumber, description }: Article): string {
  const title = typeof description === "string" ? description : description?.title;
  return `article ${articleNumber ?? "?"}${title === undefined ? "" : ` "${shortened(inLine(title), 80)}"`}`;
}

/** Price and terms of an article. */
export function costOf(sold: Article | undefined): Cost {
  const price = priceText(sold?.price) ?? "price not known";
  const billing = lengthText(sold?.billing?.billingPeriod, sold?.billing?.unit);
  const contract = lengthText(sold?.contract?.contractDuration, sold?.contract?.unit);
  const terms = [
    price,
    ...(billing === undefined ? [] : [`billed every ${billing}`]),
    ...(contract === undefined ? [] : [`for at least ${contract}`]),
  ].join(", ");
  const { net = -1, currency, setupFee = 0 } = (typeof sold?.price === "object" ? sold.price.default : undefined) ?? {};
  return net < 0 || currency === undefined ? { terms } : { terms, amount: { currency, net, once: setupFee, isMost: false } };
}

/** The billing period may be a different one. */
const period = " (period unknown)";

function priceText(price: Article["price"]): string | undefined {
  if (price === undefined) return undefined;
  if (typeof price === "string") return price === "" ? undefined : `price ${shortened(inLine(price), 40)}${period}`;
  const { net, currency, setupFee } = price.default ?? {};
  if (net === undefined) return undefined;
  const inCurrency = (amount: number) => [amount.toFixed(2), ...(currency === undefined ? [] : [inLine(currency)])].join(" ");
  const once = setupFee === undefined || setupFee === 0 ? "" : `, and ${inCurrency(setupFee)} once`;
  return `price ${inCurrency(net)} net${period}${once}`;
}

/** The price of an article without currency; undefined if it shows none. */
export const netPrice = (sold: Article | undefined): string | number | undefined =>
  typeof sold?.price === "string" ? sold.price : sold?.price?.default?.net;

const lengthText = (
  length: number | undefined,
  unit: { readonly key?: string | undefined; readonly value?: string | undefined } | undefined,
): string | undefined => {
  const name = unit?.key ?? unit?.value;
  if (length === undefined || name === undefined) return undefined;
  const isCountable = length !== 1 && /^(?:day|week|month|year)$/.test(name);
  return `${length} ${inLine(name)}${isCountable ? "s" : ""}`;
};
