/** The middle value, or the mean of the two middle values; NaN if there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (Number.isInteger(middle)) return (sorted[middle - 1]! + sorted[middle]!) / 2;
  return sorted[Math.floor(middle)]!;
}

/** A middle value, and the least and the greatest. */
export interface Spread {
  readonly middle: number;
  readonly least: number;
  readonly greatest: number;
}

/**
 * Ratios of values with the same index, which were measured next to each other. Undefined if there is no such pair.
 *
 * @param of the value of each run; undefined for a run without one
 * @param to what each is divided by
 */
export function pairedRatio(of: readonly (number | undefined)[], to: readonly (number | undefined)[]): Spread | undefined {
  const ratios = of.flatMap((value, index) => {
    const base = to[index];
    return value === undefined || base === undefined ? [] : [value / base];
  });
  return ratios.length === 0 ? undefined : { middle: median(ratios), least: Math.min(...ratios), greatest: Math.max(...ratios) };
}
