import { inLine, shortened } from "../../sdk/redaction/text.js";
import type { Properties } from "./properties.js";
import { isUnknown } from "./unknown-values.js";

/** An amount of money. */
export interface Amount {
  readonly currency: string;
  /** For a period that the API does not name; the highest, if it shows several. */
  readonly net: number;
  readonly once: number;
  /** Whether the API shows lower ones as well, and does not say which is billed. */
  readonly isMost: boolean;
}

/** A length of time as the API gives it, such as 12 of `month`. */
export interface Span {
  readonly length: number;
  readonly unit: string;
}

/** A price that a top-level domain shows itself, in an unknown currency. */
export interface OtherPrice {
  readonly name: "price" | "price for agencies" | "setup fee";
  readonly price: string;
}

/** What an order costs, and on which terms. What the API does not tell is absent. */
export interface Cost {
  /** That of the article, for a period that the API does not name; a text if it has no currency. */
  readonly price?: string | { readonly net: number; readonly currency?: string; readonly once?: number };
  /** Further prices. Nothing says which is billed. */
  readonly others?: readonly OtherPrice[];
  /** How often it is billed. The price may be for another period. */
  readonly billing?: Span;
  /** Minimum length of the contract. */
  readonly contract?: Span;
  /** For how long it is paid in advance. */
  readonly inAdvance?: Span;
  /** False if nothing is paid back after a cancellation. */
  readonly isRefunded?: false;
  /** False if the API did not answer; then nothing else is known. */
  readonly isLookedUp?: false;
}

/** The amount of a cost; undefined if the price is not known, or its currency is not. */
export function amountOf({ price, others = [] }: Cost): Amount | undefined {
  if (typeof price !== "object") return undefined;
  const { net, currency, once = 0 } = price;
  if (currency === undefined || net < 0 || !others.every((other) => Number(other.price) >= 0)) return undefined;
  const most = (first: number, isFee: boolean) => Math.max(...amounts(first, others, isFee));
  return { currency, net: most(net, false), once: most(once, true), isMost: others.length > 0 };
}

const amounts = (first: number, others: readonly OtherPrice[], isFee: boolean): readonly number[] => [
  first,
  ...others.filter(({ name }) => (name === "setup fee") === isFee).map((other) => Number(other.price)),
];

const notLookedUp = "its price could not be looked up";

/** Price and terms for people. */
export const costText = (cost: Cost): string =>
  cost.isLookedUp === false
    ? notLookedUp
    : [...advanceTexts(cost), pricePart(cost), ...billingTexts(cost)].join(", ") + othersText(cost);

/** The terms alone, which many orders share; empty if the API tells none. */
export const termsText = (cost: Cost): string => [...advanceTexts(cost), ...billingTexts(cost)].join(", ");

/** The price alone: `0.79 EUR net and 5.00 EUR once`, or `1.49 to 3.49 EUR net` if the API shows several and does not say which is billed. */
export function priceText(cost: Cost | undefined): string {
  const { price, others = [] } = cost ?? {};
  if (cost?.isLookedUp === false) return notLookedUp;
  const amount = cost && amountOf(cost);
  if (amount?.isMost === true && typeof price === "object") {
    const range = (first: number, isFee: boolean) =>
      [...new Set([Math.min, Math.max].map((end) => end(...amounts(first, others, isFee)).toFixed(2)))].join(" to ");
    const fee = amount.once === 0 ? "" : ` and ${range(price.once ?? 0, true)} ${inLine(amount.currency)} once`;
    return `${range(price.net, false)} ${inLine(amount.currency)} net${fee}`;
  }
  if (price === undefined && others.length > 0) return `${othersList(others)}, in an unknown currency`;
  return `${shownPrice(price, " and ") ?? "price not known"}${cost === undefined ? "" : othersText(cost)}`;
}

const periodUnknown = " (period unknown)";

function pricePart({ price, others = [] }: Cost): string {
  if (price === undefined) return others.length === 0 ? "price not known" : `${othersList(others)} (currency and period unknown)`;
  return `price ${shownPrice(price, `${periodUnknown}, and `, periodUnknown)}`;
}

/** @param end of the price for a period, if it has no fee */
function shownPrice(price: Cost["price"], beforeFee: string, end = ""): string | undefined {
  if (price === undefined) return undefined;
  if (typeof price === "string") return `${shortened(inLine(price), 40)}${end}`;
  const { net, currency, once = 0 } = price;
  const inCurrency = (amount: number) => [amount.toFixed(2), ...(currency === undefined ? [] : [inLine(currency)])].join(" ");
  return `${inCurrency(net)} net${once === 0 ? end : `${beforeFee}${inCurrency(once)} once`}`;
}

const othersText = ({ price, others = [] }: Cost): string =>
  price === undefined || others.length === 0
    ? ""
    : `; the top-level domain shows ${othersList(others)}, and the API does not say which is billed`;

const othersList = (others: readonly OtherPrice[]): string =>
  others.map(({ name, price }) => `${name} ${inLine(price)}`).join(", ");

const advanceTexts = ({ inAdvance, isRefunded }: Cost): string[] => [
  ...(inAdvance === undefined ? [] : [`${spanText(inAdvance)} in advance`]),
  ...(isRefunded === false ? ["no refund"] : []),
];

const billingTexts = ({ billing, contract }: Cost): string[] => [
  ...(billing === undefined ? [] : [`billed every ${spanText(billing)}`]),
  ...(contract === undefined ? [] : [`for at least ${spanText(contract)}`]),
];

function spanText({ length, unit }: Span): string {
  const isCountable = length !== 1 && /^(?:day|week|month|year)$/.test(unit);
  return `${length} ${inLine(unit)}${isCountable ? "s" : ""}`;
}

/** What several orders cost, as far as the API tells. */
export interface Sums {
  /** The sum of each currency, in hundredths. The API says for none of the prices for which period it is. */
  readonly sums: readonly { readonly currency: string; readonly net: number; readonly once: number }[];
  /** Whether they are the most that it can be: the API shows several prices for an order, and does not say which is billed. */
  readonly isMost: boolean;
  /** How many orders have no price that can be added. */
  readonly unpriced: number;
}

/** @param orders their amounts; undefined where one is not known */
export function sumsOf(orders: readonly (Amount | undefined)[]): Sums {
  const sums = new Map<string, { net: number; once: number }>();
  const priced = orders.filter((amount) => amount !== undefined);
  for (const { currency, net, once } of priced) {
    const sum = sums.get(currency) ?? { net: 0, once: 0 };
    sums.set(currency, { net: sum.net + cents(net), once: sum.once + cents(once) });
  }
  return {
    sums: Array.from(sums, ([currency, sum]) => ({ currency, ...sum })),
    isMost: priced.some(({ isMost }) => isMost),
    unpriced: orders.length - priced.length,
  };
}

export const cents = (amount: number): number => Math.round(amount * 100);

/** For people: `5.78 EUR net and 10.00 EUR once, and 1 order whose price is not known`. */
export function sumText({ sums, isMost, unpriced }: Sums): string {
  const known = sums.map(({ currency, net, once }) =>
    [`${amountText(net)} ${currency} net`, ...(once === 0 ? [] : [`${amountText(once)} ${currency} once`])].join(" and "),
  );
  const unknown = unpriced === 0 ? [] : [`${unpriced} order${unpriced === 1 ? "" : "s"} whose price is not known`];
  return `${isMost ? "at most " : ""}${[...known, ...unknown].join(", and ")}`;
}

export const amountText = (hundredths: number): string => (hundredths / 100).toFixed(2);

/**
 * What the provider sells under an object's kind, whose price all such objects share: `.de`, `article 1101`. Undefined if that is not known,
 * and for a domain that stays registered elsewhere: nothing documents what it costs.
 */
export function productOf(kind: string, { tld, external, articleNumber }: Properties): string | undefined {
  if (kind === "domain") return typeof tld === "string" && external !== true && !isUnknown(tld) ? `.${tld}` : undefined;
  return kind === "virtualAccount" && typeof articleNumber === "number" ? `article ${articleNumber}` : undefined;
}
