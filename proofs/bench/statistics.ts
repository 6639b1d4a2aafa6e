/** The middle of the values, or the mean of the two in the middle; NaN where there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (Number.isInteger(middle)) return (sorted[middle - 1]! + sorted[middle]!) / 2;
  return sorted[Math.floor(middle)]!;
}

/** How often something was measured, and what it cost. */
export interface Point {
  readonly size: number;
  readonly value: number;
}

/**
 * The power of its size with which a value grows from one size to the next: 0 where it stays, 1 where it grows alike, 2 where it
 * is quadratic.
 */
export const growth = (from: Point, to: Point): number => Math.log(to.value / from.value) / Math.log(to.size / from.size);
