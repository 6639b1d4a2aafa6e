/** One of the parts of a fleet, each of which is the work of a job. */
export interface Part {
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

/** @param text such as `2/4`; anything else is undefined */
export function readPart(text: string): Part | undefined {
  const [, number, of] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text)?.map(Number) ?? [];
  return number !== undefined && of !== undefined && number <= of ? { number, of } : undefined;
}

/** The stacks of a part, in their order. All parts together are all stacks, and may need about as many requests each. */
export function partOf<Stack extends { readonly requests: number }>(stacks: readonly Stack[], { number, of }: Part): Stack[] {
  const sums = Array.from({ length: of }, () => ({ requests: 0, stacks: 0 }));
  const parts = new Map<Stack, number>();
  for (const stack of [...stacks].sort((a, b) => b.requests - a.requests)) {
    const least = sums.reduce((a, b) => (b.requests < a.requests || (b.requests === a.requests && b.stacks < a.stacks) ? b : a));
    least.requests += stack.requests;
    least.stacks += 1;
    parts.set(stack, sums.indexOf(least) + 1);
  }
  return stacks.filter((stack) => parts.get(stack) === number);
}
