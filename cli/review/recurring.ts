import { amountOf, type Cost, productOf, type Span } from "../../provider/values/money.js";
import type { Remark } from "../../provider/values/remarks.js";
import type { Entry, Story } from "../preview/events.js";
import { definitionFor } from "../stack/definitions.js";
import { nameOf } from "../stack/deployment.js";
import { type Change, isRemoval } from "./changes.js";

/** What the objects of a stack cost in a year, without setup fees, in hundredths. The API does not say for which period a price is. */
export interface YearSums {
  readonly sums: readonly {
    readonly currency: string;
    /** If each price is for a month. */
    readonly ofMonths: number;
    /** If each price is for the period that is billed at once. */
    readonly ofPeriods: number;
  }[];
  /** Whether they are the most that it can be. */
  readonly isMost: boolean;
  /** How many objects are billed, and have no known price or billing period. */
  readonly unpriced: number;
}

export interface Recurring {
  readonly before: YearSums;
  readonly after: YearSums;
}

/**
 * What the billed objects of a stack cost before and after a run, if it orders or removes one. What stays at the provider is billed as before.
 *
 * @param changes of the whole run
 */
export async function recurringOf({ planned, remarks }: Story, changes: readonly Change[]): Promise<Recurring | undefined> {
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
function pricesIn(remarks: readonly Remark[]): (kind: string, entry: Entry) => Cost | undefined {
  const keyOf = (kind: string | undefined, product: string | undefined, provider: string | undefined) =>
    JSON.stringify([kind, product ?? "", provider ?? ""]);
  const prices = new Map(
    remarks
      .filter(({ code }) => code === "price")
      .map(({ kind, product, provider, cost }) => [keyOf(kind, product, provider), cost]),
  );
  return (kind, { inputs, provider }) => prices.get(keyOf(kind, productOf(kind, inputs), provider && nameOf(provider)));
}

function yearOf(costs: readonly (Cost | undefined)[]): YearSums {
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
