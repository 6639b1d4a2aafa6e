import type { Article } from "../../sdk/models/catalogue.js";
import type { TopLevelDomain } from "../../sdk/models/domains.js";
import type { z } from "zod";
import { inLine, shortened } from "../../sdk/redaction/text.js";
import { ifThere } from "../lifecycle/find.js";
import type { Context } from "../runtime/context.js";
import { NotLookedUp } from "../runtime/preview-lookups.js";
import type { Cost } from "../values/money.js";
import type { Fields, PartialInputs } from "../definition/field.js";
import type { KnownInputs } from "../definition/definition.js";
import { explainedBy } from "../../sdk/values/explained.js";
import { question, suggest } from "../../sdk/values/suggest.js";
import { nameIn, joinId, sameHost } from "../values/ids.js";
import type { Properties } from "../values/properties.js";
import { isUnknown } from "../values/unknown-values.js";

/** A top-level domain as the provider shows it. */
type OfferedDomain = z.output<typeof TopLevelDomain>;

/** What the lookups need. */
type Looking = Pick<Context, "lookups">;

/** All top-level domains on offer, in one listing. */
export const topLevelDomains = ({ lookups }: Looking): Promise<readonly OfferedDomain[]> =>
  lookups.once("top-level domains", ({ domains }, options) => domains.listTopLevelDomains({}, options));

/** A top-level domain; undefined if both the listing and its own read lack it. */
async function topLevelDomain(context: Looking, name: string): Promise<OfferedDomain | undefined> {
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
const netPrice = (sold: Article | undefined): string | number | undefined =>
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

/** The arguments of a domain that decide about its registration. */
interface Wanted extends PartialInputs<Fields> {
  readonly accountIdentifier?: string | undefined;
  readonly sld?: string | undefined;
  readonly tld?: string | undefined;
  readonly external?: boolean | undefined;
  readonly domainNameTransfer?: object | undefined;
}

interface Known extends Pick<KnownInputs, "isKnown" | "isDeclared" | "isUnlisted" | "deletedFirst"> {
  readonly inputs: Wanted;
}

/** What would prevent the registration or transfer of a domain. One that stays registered elsewhere needs neither. */
export async function registrationProblems(context: Context, known: Known): Promise<readonly string[]> {
  const { tld, external } = known.inputs;
  if (tld === undefined || !known.isKnown("external") || external === true) return [];
  const problem =
    (await topLevelDomain(context, tld)) === undefined
      ? notOffered(known.inputs.sld, tld, await topLevelDomains(context))
      : await nameProblem(context, known, tld);
  return problem === undefined ? [] : [problem];
}

/** What may prevent a registration or transfer although no lookup tells. */
export function registrationRemark(_: Context, { inputs, isKnown, isDeclared, deletedFirst }: Known): string | undefined {
  const { sld, tld, external } = inputs;
  const isTransfer = isDeclared("domainNameTransfer");
  if (external === true)
    return isTransfer
      ? "`external: true` leaves the domain registered elsewhere, and `domainNameTransfer` moves it here: remove one."
      : "nothing tells in advance whether the provider sets up a domain that stays registered elsewhere.";
  if (!isTransfer)
    return isDeclared("target") && isKnown("external") ? "`target` may have no effect without `external: true`." : undefined;
  const isSameName = deletedFirst !== undefined && sameHost(nameIn(deletedFirst), `${sld}.${tld}`);
  return (
    "nothing tells in advance whether the transfer succeeds." +
    (isSameName
      ? " This run cancels the domain first, and if the transfer is refused then, it may be lost. To keep it, undo the change."
      : "")
  );
}

/** What a registration or transfer costs. Whether a domain that stays registered elsewhere costs anything is not documented. */
export async function registrationCost(context: Looking, { inputs, ...known }: Known): Promise<Cost | undefined> {
  if (!known.isKnown("external") || inputs.external === true) return undefined;
  const price = inputs.tld === undefined ? undefined : await registrationPrice(context, inputs.tld);
  return { ...price, terms: `12 months in advance, no refund, ${price?.terms ?? "price not known"}` };
}

/**
 * The price of a top-level domain: that of its article, which has a currency, and those that it shows itself if they differ. Nothing
 * says which of them is billed.
 */
export async function registrationPrice(context: Looking, tld: string): Promise<Cost> {
  const offered = await topLevelDomain(context, tld);
  const sold = offered?.articleNumber === undefined ? undefined : await article(context, offered.articleNumber);
  const own = ownPrices(offered);
  const fee = ownFee(offered, sold);
  const net = netPrice(sold);
  if (net === undefined || net === "")
    return own.length + fee.length === 0
      ? costOf(sold)
      : { terms: `${listText([...own, ...fee])} (currency and period unknown)` };
  // One of them is for agencies, so at most one can be the article's.
  const shown = own.some(([, price]) => Number(price) === Number(net)) ? fee : [...own, ...fee];
  return shown.length === 0 ? costOf(sold) : withOthers(costOf(sold), shown);
}

/** @param others further prices, of which one may be billed */
function withOthers({ terms, amount }: Cost, others: readonly OwnPrice[]): Cost {
  const most = (first: number, isFee: boolean) =>
    Math.max(first, ...others.filter(([name]) => (name === setupFee) === isFee).map(([, price]) => Number(price)));
  const isKnown = amount !== undefined && others.every(([, price]) => Number(price) >= 0);
  return {
    terms: `${terms}; the top-level domain shows ${listText(others)}, and the API does not say which is billed`,
    ...(isKnown && { amount: { ...amount, net: most(amount.net, false), once: most(amount.once, true), isMost: true } }),
  };
}

const setupFee = "setup fee";

type OwnPrice = readonly [name: string, price: string];

const ownPrices = (offered: OfferedDomain | undefined): OwnPrice[] =>
  (
    [
      ["price", offered?.price],
      ["price for agencies", offered?.agencyPrice],
    ] as const
  ).flatMap(([name, price]) => (price === undefined || price === "" ? [] : [[name, price] as const]));

/** A fee of the top-level domain that its article does not show. */
const ownFee = (offered: OfferedDomain | undefined, sold: Article | undefined): OwnPrice[] => {
  const fee = offered?.setupFee;
  const ofArticle = typeof sold?.price === "object" ? (sold.price.default?.setupFee ?? 0) : 0;
  return fee === undefined || fee === "" || Number(fee) === ofArticle ? [] : [[setupFee, fee]];
};

const listText = (prices: readonly OwnPrice[]): string => prices.map(([name, price]) => `${name} ${inLine(price)}`).join(", ");

function notOffered(sld: string | undefined, tld: string, offered: readonly OfferedDomain[]): string {
  const names = offered.flatMap(({ name }) => (name === undefined ? [] : [inLine(name)]));
  const wanted = inLine(tld);
  // The last label of the name belongs to the top-level domain, as in co.uk.
  const [label, ...rest] = (sld ?? "").split(".").reverse();
  const longer = `${label}.${wanted}`;
  const advice =
    rest.length > 0 && names.includes(longer)
      ? `. Declare \`sld: "${inLine(rest.reverse().join("."))}"\` and \`tld: "${inLine(longer)}"\`.`
      : question(suggest(wanted, names, (name) => [name])) ||
        ". `hosting call domains.listTopLevelDomains` lists those on offer.";
  return `tld: the provider does not offer the top-level domain ${wanted}${advice}`;
}

/** Why the name can be neither registered nor transferred, unless something that this run knows has it. */
async function nameProblem(context: Context, known: Known, tld: string): Promise<string | undefined> {
  const { ownership } = context;
  const { accountIdentifier: account, sld } = known.inputs;
  const isTransfer = known.isDeclared("domainNameTransfer");
  if (sld === undefined || !(isTransfer || known.isKnown("domainNameTransfer"))) return undefined;
  const name = `${sld}.${tld}`;
  // What happens to a name that this stack or another one has is decided elsewhere.
  if (ownership.holders.namesakes("domain", joinId(account ?? "", name)).length > 0) return undefined;
  return refusedName(context, { sld, tld, isTransfer }, () => {
    const id = ownership.holders.sentToDelete("domain").find((each) => sameHost(nameIn(each), name));
    if (id === undefined)
      return known.isUnlisted && account !== undefined ? { unlisted: `, and account ${inLine(account)} does not list it` } : {};
    return {
      problem:
        `sld: ${inLine(name)} is still registered, although a run has cancelled it in account ${inLine(id.split("/")[0] ?? "")}. It can ` +
        `be ordered once the cancellation has taken effect.${explainedBy("name registered")}`,
    };
  });
}

/** A name that is to be registered, or transferred here. */
interface WantedName {
  readonly sld: string;
  readonly tld: string;
  readonly isTransfer: boolean;
}

/**
 * Why a name can be neither registered nor transferred, according to its availability: one request for each name.
 *
 * @param explain asked about a name that is registered: the whole problem, or that an account does not list it
 */
async function refusedName(
  { lookups }: Looking,
  { sld, tld, isTransfer }: WantedName,
  explain: () => { readonly problem?: string; readonly unlisted?: string },
): Promise<string | undefined> {
  const name = `${sld}.${tld}`;
  const availability = await lookups.once(`availability of ${name}`, ({ domains }, options) =>
    domains.check({ domainIdentifier: name }, options),
  );
  const isFree = availability === "available";
  if (isTransfer && isFree)
    return `domainNameTransfer: ${inLine(name)} is not registered, so it cannot be transferred. To register it, remove \`domainNameTransfer\`.`;
  if (isTransfer || isFree) return undefined;
  const { problem, unlisted = "" } = explain();
  const several = sld.includes(".") ? `, or names of several labels cannot be registered below ${inLine(tld)}` : "";
  return (
    problem ??
    `sld: ${inLine(name)} is already registered${unlisted}${several}. If another of your accounts has it, declare that and \`adopt: true\`.` +
      explainedBy("name registered")
  );
}

/**
 * The same for a domain that no account is known to have as declared, outside of a run.
 *
 * @param ids of the domains of this name that accounts of the login are known to have
 */
export async function registeredElsewhere(
  context: Looking,
  { sld, tld, domainNameTransfer: transfer, external }: Properties,
  ids: readonly string[],
): Promise<string | undefined> {
  if (typeof sld !== "string" || typeof tld !== "string" || external === true || isUnknown(external)) return undefined;
  const has = [...new Set(ids.map((id) => inLine(id.split("/")[0] ?? "")))].join(", ");
  const problem =
    `sld: ${inLine(`${sld}.${tld}`)} is already registered, and account ${has} has it. Declare that account and \`adopt: true\`.` +
    explainedBy("name registered");
  return refusedName(context, { sld, tld, isTransfer: transfer !== undefined }, () => (has === "" ? {} : { problem }));
}
