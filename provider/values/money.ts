/** An amount of money. */
export interface Amount {
  readonly currency: string;
  /** For a period that the API does not name; the highest, if it shows several. */
  readonly net: number;
  readonly once: number;
  /** Whether the API shows lower ones as well, and does not say which is billed. */
  readonly isMost: boolean;
}

/** What an order costs. */
export interface Cost {
  /** Price and terms, in words. */
  readonly terms: string;
  /** Absent if the price is not known, or its currency is not. */
  readonly amount?: Amount | undefined;
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
