import type { Change } from "./changes.js";

/** What the orders of a run cost, as far as the API tells. */
export interface Money {
  readonly orders: readonly Change[];
  /** The sum of each currency, in hundredths. The API says for none of the prices for which period it is. */
  readonly sums: readonly { readonly currency: string; readonly net: number; readonly once: number }[];
  /** Whether they are the most that it can be: the API shows several prices for an order, and does not say which is billed. */
  readonly isMost: boolean;
  /** How many orders have no price that can be added. */
  readonly unpriced: number;
}

export function moneyOf(changes: readonly Change[]): Money {
  const orders = changes.filter(({ isOrdered }) => isOrdered);
  const sums = new Map<string, { net: number; once: number }>();
  let [unpriced, isMost] = [0, false];
  for (const { cost } of orders) {
    const amount = cost?.amount;
    if (amount === undefined) {
      unpriced += 1;
      continue;
    }
    isMost ||= amount.isMost;
    const sum = sums.get(amount.currency) ?? { net: 0, once: 0 };
    sums.set(amount.currency, { net: sum.net + cents(amount.net), once: sum.once + cents(amount.once) });
  }
  return { orders, sums: Array.from(sums, ([currency, sum]) => ({ currency, ...sum })), isMost, unpriced };
}

export const cents = (amount: number): number => Math.round(amount * 100);

/** For people: `5.78 EUR net and 10.00 EUR once, and 1 order whose price is not known`. */
export function sumText({ sums, isMost, unpriced }: Money): string {
  const known = sums.map(({ currency, net, once }) =>
    [`${amountText(net)} ${currency} net`, ...(once === 0 ? [] : [`${amountText(once)} ${currency} once`])].join(" and "),
  );
  const unknown = unpriced === 0 ? [] : [`${unpriced} order${unpriced === 1 ? "" : "s"} whose price is not known`];
  return `${isMost ? "at most " : ""}${[...known, ...unknown].join(", and ")}`;
}

export const amountText = (hundredths: number): string => (hundredths / 100).toFixed(2);
