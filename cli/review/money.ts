import { labelOf } from "../../provider/values/kinds.js";
import {
  amountOf,
  amountText,
  type Cost,
  priceText,
  productOf,
  type Span,
  sumText,
  termsText,
} from "../../provider/values/money.js";
import type { Remark } from "../../provider/values/remarks.js";
import { canonicalJson } from "../../provider/values/reviewed.js";
import { shortened } from "../../sdk/redaction/text.js";
import type { Cell, Part, Redact } from "../shared/document.js";
import { capitalized, firstNames } from "../shared/text.js";
import { groupedBy } from "../shared/values.js";
import { definitionFor } from "../stack/definitions.js";
import { type Frozen, nameOf } from "../stack/deployment.js";
import type { RunEvents, StepState } from "../stack/events.js";
import { type Change, isRemoval, moneyOf } from "../preview/changes.js";
import { longestName } from "../preview/groups.js";
import { namesText } from "./statements.js";

export type YearSums = Frozen<ReturnType<typeof yearOf>>;

/**
 * What the billed objects of a stack cost before and after a run, if it orders or removes one. What stays at the provider is billed as before.
 * @param changes of the whole run
 */
export async function recurringOf({ planned, remarks }: RunEvents, changes: readonly Change[]) {
  const priceOf = pricesIn(remarks);
  const byUrn = new Map(changes.map((change) => [change.urn, change]));
  const [before, after]: [(Cost | undefined)[], (Cost | undefined)[]] = [[], []];
  const seen = new Set<string>();
  let isOther = false;
  for (const step of planned) {
    const { urn, isCustom, op, old } = step;
    if (!isCustom || op === "read" || seen.has(urn)) continue;
    const definition = await definitionFor(step);
    if (definition?.costly !== true) continue;
    seen.add(urn);
    const change = byUrn.get(urn);
    const isGone = change !== undefined && isRemoval(change.effect) && !change.isRetained;
    const isNew = change?.isOrdered === true || change?.effect === "adopted";
    isOther ||= isGone || isNew;
    const present = old === undefined ? [] : [priceOf(definition.kind, old)];
    before.push(...present);
    after.push(...(isGone ? [] : present), ...(isNew ? [change.cost] : []));
  }
  const sums = { before: yearOf(before), after: yearOf(after) };
  return isOther && sums.before.sums.length + sums.after.sums.length > 0 ? sums : undefined;
}

/** What each object costs, by what the provider sells there and as whom its provider logs in. */
function pricesIn(remarks: readonly Remark[]): (kind: string, entry: StepState) => Cost | undefined {
  const keyOf = (kind: string | undefined, product: string | undefined, provider: string | undefined) =>
    JSON.stringify([kind, product ?? "", provider ?? ""]);
  const prices = new Map(
    remarks
      .filter(({ code }) => code === "price")
      .map(({ kind, product, provider, cost }) => [keyOf(kind, product, provider), cost]),
  );
  return (kind, { inputs, provider }) => prices.get(keyOf(kind, productOf(kind, inputs), provider && nameOf(provider)));
}

/**
 * What objects cost in a year, without setup fees, in hundredths: if each price is for a month, and if it is for the period that is billed at
 * once. The API does not say for which period a price is. Without a known price or billing period, they are only counted.
 */
function yearOf(costs: readonly (Cost | undefined)[]) {
  const sums = new Map<string, { ofMonths: number; ofPeriods: number }>();
  let [isMost, unpriced] = [false, 0];
  for (const cost of costs) {
    const amount = cost && amountOf(cost);
    const months = cost?.billing && monthsOf(cost.billing);
    if (amount === undefined || !months) {
      unpriced += 1;
      continue;
    }
    isMost ||= amount.isMost;
    const { ofMonths, ofPeriods } = sums.get(amount.currency) ?? { ofMonths: 0, ofPeriods: 0 };
    const inYear = amount.net * 100 * 12;
    sums.set(amount.currency, { ofMonths: ofMonths + inYear, ofPeriods: ofPeriods + inYear / months });
  }
  return { sums: Array.from(sums, ([currency, sum]) => ({ currency, ...sum })), isMost, unpriced };
}

/** Undefined for a unit that is no number of months. */
const monthsOf = ({ length, unit }: Span): number | undefined =>
  unit === "month" ? length : unit === "year" ? 12 * length : undefined;

/** What is ordered: what has the same price and terms in one row. */
export function moneyPart(changes: readonly Change[], redact: Redact): Part {
  const money = moneyOf(changes);
  const { orders } = money;
  const groups = groupedBy(orders, ({ kind, product, cost, providers }) =>
    canonicalJson([kind, product ?? null, cost ?? null, providers.after ?? null]),
  );
  const sum =
    orders.length === 0 ? "" : `: ${sumText(money)}${money.sums.length === 0 ? "" : " (the API does not say for which period)"}`;
  return {
    heading: `What costs money${sum}`,
    columns: ["ORDER", "RESOURCE", "PRICE"],
    units: groups.map((group) => ({ rows: [orderRow(group, redact)] })),
    notes: [...(money.isMost ? ["Of several prices, the API does not say which is billed"] : []), ...termsNotes(orders, redact)],
  };
}

/** Beside the names of what is ordered. */
const fewNames = 2;

function orderRow(orders: readonly [Change, ...Change[]], redact: Redact): Cell[] {
  const [{ kind = "", object, title, product, cost, providers }, ...others] = orders;
  const price = redact(priceText(cost));
  const login = loginText(providers.after);
  if (others.length === 0) return [{ value: redact(object) }, { value: `${title}${login}` }, { value: price }];
  const label = labelOf(kind);
  const names = namesText(orders.map((order) => order.object.replace(`${label} `, "")));
  const customers = groupedBy(orders, ({ group }) => group.customerName ?? "").map(
    (of) => `${shortened(of[0].group.customerName ?? "others", longestName)}: ${of.length}`,
  );
  const called = customers.length < 2 ? "" : ` (${firstNames(customers, fewNames)})`;
  const resources = `${title.split(" ")[0]} ${firstNames(
    orders.map(({ urn }) => nameOf(urn)),
    fewNames,
  )}${login}`;
  const what = product?.startsWith(".") ? product : [label, ...(product === undefined ? [] : [`(${product})`])].join(" ");
  return [
    { value: redact(`${orders.length} × ${what}: ${names}${called}`) },
    { value: resources },
    { value: `${orders.length} × ${price}` },
  ];
}

/** Whose login it is: the same name can be of another account there. */
const loginText = (provider: string | undefined): string => (provider === undefined ? "" : ` (provider ${provider})`);

/** The terms of each kind once; with what is sold under them, if a kind has several. */
const termsNotes = (orders: readonly Change[], redact: Redact): string[] =>
  groupedBy(orders, ({ kind = "" }) => kind).flatMap((ofKind) => {
    const groups = groupedBy(ofKind, ({ cost }) => (cost === undefined ? "" : termsText(cost)));
    return groups.flatMap((group) => {
      const [{ kind = "", cost }] = group;
      const terms = cost === undefined ? "" : termsText(cost);
      if (terms === "") return [];
      const products = groups.length === 1 ? [] : [...new Set(group.flatMap(({ product }) => product ?? []))];
      const of = `${capitalized(labelOf(kind))}${products.length === 0 ? "" : ` (${products.join(", ")})`}`;
      return [redact(`${of}: ${terms}`)];
    });
  });

export function recurringPart(recurring: Frozen<Awaited<ReturnType<typeof recurringOf>>>, redact: Redact): Part {
  const heading = "What the stack costs, as far as prices are known";
  const columns = ["IF A PRICE IS FOR", "A MONTH BEFORE", "AND AFTER", "A YEAR BEFORE", "AND AFTER"];
  if (recurring === undefined) return { heading, columns, units: [] };
  const { before, after } = recurring;
  const row = (what: string, member: "ofMonths" | "ofPeriods"): Cell[] => [
    what,
    ...[12, 1].flatMap((part) => [before, after].map((sums) => redact(yearText(sums, member, part)))),
  ];
  const rows = [row("a month", "ofMonths"), row("a billing period", "ofPeriods")];
  const isOne = [before, after].every(({ sums }) => sums.every(({ ofMonths, ofPeriods }) => ofMonths === ofPeriods));
  return {
    heading,
    columns,
    units: (isOne ? rows.slice(0, 1) : rows).map((each) => ({ rows: [each] })),
    notes: ["Net, without setup fees. The API does not say for which period a price is"],
  };
}

function yearText({ sums, isMost, unpriced }: YearSums, member: "ofMonths" | "ofPeriods", part: number): string {
  const known = sums.map((sum) => `${amountText(sum[member] / part)} ${sum.currency}`).join(" and ");
  const unknown = unpriced === 0 ? [] : [`${unpriced} without a price`];
  return [...(known === "" ? [] : [`${isMost ? "at most " : ""}${known}`]), ...unknown].join(" + ") || "nothing";
}
