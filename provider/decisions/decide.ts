/**
 * A decision is a table: its rows are tried in order, and the first that finds something decides. Preview, run and recovery ask the same table
 * with other sources of the same facts.
 */

/** Where facts come from. Each is asked only when a row needs it, because it may cost a request. May throw: then nothing is decided. */
export type Sources<F> = { readonly [K in keyof F]: () => F[K] | Promise<F[K]> };

/** A row of a table: a pure expression over the facts that it names. */
export interface Row<F, R, Q extends string, A extends string> {
  /** The reason code. */
  readonly code: keyof R;
  /** What to do, by question. The row is not tried for a question that is absent. */
  readonly acts: Readonly<Partial<Record<Q, A>>>;
  readonly asks: readonly (keyof F)[];
  /** The objects concerned; undefined or false if the row does not apply. */
  find(facts: F): R[keyof R] | undefined | false;
}

/** What to do, and why. */
export type Verdict<R, A extends string> = {
  [C in keyof R]: { readonly act: A; readonly code: C; readonly about: R[C] };
}[keyof R];

/** The same facts, each of them fetched at most once. */
export function gathered<F>(sources: Sources<F>): Sources<F> {
  const known = new Map<keyof F, unknown>();
  const names = Object.keys(sources) as (keyof F)[];
  const fetched = <K extends keyof F>(name: K) => {
    if (!known.has(name)) known.set(name, sources[name]());
    return known.get(name) as F[K];
  };
  return Object.fromEntries(names.map((name) => [name, () => fetched(name)])) as unknown as Sources<F>;
}

/** Facts that are known already. */
export const known = <F extends object>(facts: F): Sources<F> =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, () => fact as unknown])) as unknown as Sources<F>;

/** @returns undefined if no row applies, so that nothing stands against it */
export async function decide<F, R, Q extends string, A extends string>(
  table: readonly Row<F, R, Q, A>[],
  question: Q,
  sources: Sources<F>,
): Promise<Verdict<R, A> | undefined> {
  const facts: Partial<F> = {};
  for (const { code, acts, asks, find } of table) {
    const act = acts[question];
    if (act === undefined) continue;
    for (const name of asks) facts[name] = await sources[name]();
    const about = find(facts as F);
    if (about !== undefined && about !== false) return { act, code, about } as Verdict<R, A>;
  }
  return undefined;
}
