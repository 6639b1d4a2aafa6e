/** The middle value, or the mean of the two middle values; NaN if there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (Number.isInteger(middle)) return (sorted[middle - 1]! + sorted[middle]!) / 2;
  return sorted[Math.floor(middle)]!;
}

/** A size and the value measured for it. */
export interface Point {
  readonly size: number;
  readonly value: number;
}

/**
 * The exponent with which a value grows from one size to the next: 0 if it is constant, 1 if it is linear, 2 if it
 * is quadratic.
 */
export const growth = (from: Point, to: Point): number => Math.log(to.value / from.value) / Math.log(to.size / from.size);

/** A middle value, and the least and the greatest. */
export interface Spread {
  readonly middle: number;
  readonly least: number;
  readonly greatest: number;
}

/** Undefined if there are no values. */
const spreadOf = (values: readonly number[]): Spread | undefined =>
  values.length === 0 ? undefined : { middle: median(values), least: Math.min(...values), greatest: Math.max(...values) };

/**
 * Ratios of values with the same index, which were measured next to each other. Undefined if there is no such pair.
 *
 * @param of the value of each run; undefined for a run without one
 * @param to what each is divided by
 */
export function pairedRatio(of: readonly (number | undefined)[], to: readonly (number | undefined)[]): Spread | undefined {
  return spreadOf(
    of.flatMap((value, index) => {
      const base = to[index];
      return value === undefined || base === undefined ? [] : [value / base];
    }),
  );
}
