import type { Article } from "../../sdk/models/catalogue.js";
import type { TopLevelDomain } from "../../sdk/models/domains.js";
import type { z } from "zod";
import { inLine, shortened } from "../../sdk/redaction/text.js";
import { ifThere } from "../lifecycle/find.js";
import type { Context } from "../runtime/context.js";
import { NotLookedUp } from "../runtime/preview-lookups.js";
import type { Cost, OtherPrice, Span } from "../values/money.js";
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
  const price = articlePrice(sold?.price);
  const billing = spanOf(sold?.billing?.billingPeriod, sold?.billing?.unit);
  const contract = spanOf(sold?.contract?.contractDuration, sold?.contract?.unit);
  return {
    ...(price !== undefined && { price }),
    ...(billing !== undefined && { billing }),
    ...(contract !== undefined && { contract }),
  };
}

function articlePrice(price: Article["price"]): Cost["price"] {
  if (price === undefined || typeof price === "string") return price || undefined;
  const { net, currency, setupFee } = price.default ?? {};
  if (net === undefined) return undefined;
  return { net, ...(currency !== undefined && { currency }), ...(!!setupFee && { once: setupFee }) };
}

function spanOf(
  length: number | undefined,
  unit: { readonly key?: string | undefined; readonly value?: string | undefined } | undefined,
): Span | undefined {
  const name = unit?.key ?? unit?.value;
  return length === undefined || name === undefined ? undefined : { length, unit: name };
}

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
  return { ...price, inAdvance: { length: 12, unit: "month" }, isRefunded: false };
}

/**
 * The price of a top-level domain: that of its article, which has a currency, and those that it shows itself if they differ. Nothing
 * says which of them is billed.
 */
export async function registrationPrice(context: Looking, tld: string): Promise<Cost> {
  const offered = await topLevelDomain(context, tld);
  const sold = offered?.articleNumber === undefined ? undefined : await article(context, offered.articleNumber);
  const cost = costOf(sold);
  const [own, fee] = [ownPrices(offered), ownFee(offered, cost)];
  const net = typeof cost.price === "object" ? cost.price.net : cost.price;
  // One of them is for agencies, so at most one can be the article's.
  const others = own.some(({ price }) => Number(price) === Number(net)) ? fee : [...own, ...fee];
  return others.length === 0 ? cost : { ...cost, others };
}

const ownPrices = (offered: OfferedDomain | undefined): OtherPrice[] =>
  (
    [
      ["price", offered?.price],
      ["price for agencies", offered?.agencyPrice],
    ] as const
  ).flatMap(([name, price]) => (price === undefined || price === "" ? [] : [{ name, price }]));

/** A fee of the top-level domain that its article does not show. */
function ownFee(offered: OfferedDomain | undefined, { price }: Cost): OtherPrice[] {
  const fee = offered?.setupFee;
  const ofArticle = typeof price === "object" ? (price.once ?? 0) : 0;
  return fee === undefined || fee === "" || Number(fee) === ofArticle ? [] : [{ name: "setup fee", price: fee }];
}

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
  if (ownership.holders.withSameName("domain", joinId(account ?? "", name)).length > 0) return undefined;
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
 * Why a domain cannot be ordered that no account is known to have as declared, outside of a run.
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
