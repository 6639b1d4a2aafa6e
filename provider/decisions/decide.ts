/**
 * A decision is a table: its rows are tried in order, and the first that finds something decides. Preview and run ask the same table with
 * other sources of the same facts.
 */

/** Where facts come from. Each is asked only when a row needs it, because it may cost a request. May throw: then nothing is decided. */
export type FactReaders<F> = { readonly [K in keyof F]: () => F[K] | Promise<F[K]> };

/** A row of a table. */
export interface Row<F, Q extends string, A extends string, C extends string = string, R = unknown> {
  /** The reason code. */
  readonly code: C;
  /** When it applies, in words. */
  readonly when: string;
  /** What to do, by question. The row is not tried for a question that is absent. */
  readonly acts: Readonly<Partial<Record<Q, A>>>;
  /** What is concerned; undefined or false if the row does not apply. A pure expression: only the facts that it comes to are asked for. */
  find(facts: F): R | undefined | false;
}

/** A function that makes the rows of one table. */
export const rowsOf =
  <F, Q extends string, A extends string>() =>
  <const C extends string, const R>(
    code: C,
    when: string,
    acts: Readonly<Partial<Record<Q, A>>>,
    find: (facts: F) => R,
  ): Row<F, Q, A, C, Exclude<R, undefined | false>> =>
    ({ code, when, acts, find }) as Row<F, Q, A, C, Exclude<R, undefined | false>>;

/** A list, if something is in it. */
export const some = <T>(list: readonly T[] | undefined): readonly T[] | false => list !== undefined && list.length > 0 && list;

type Table = readonly Pick<Row<never, never, never>, "code">[];

type Decided<E> = E extends { code: infer C; acts: infer D; find(facts: never): infer R }
  ? { readonly act: NonNullable<D[keyof D]>; readonly code: C; readonly about: Exclude<R, undefined | false> }
  : never;

/** What to do, and why, as a row of a table decides. */
export type Verdict<T extends Table> = Decided<T[number]>;

/** What is concerned, by the reason codes of a table. */
export type Reasons<T extends Table> = { readonly [E in T[number] as E["code"]]: Decided<E>["about"] };

/** Texts by the reason codes of a table, each of what is concerned. */
export type Texts<T extends Table, Others extends readonly unknown[]> = TextsBy<Reasons<T>, Others>;

type TextsBy<R, Others extends readonly unknown[]> = {
  readonly [C in keyof R]?: (about: R[C], ...others: Others) => string;
};

/** @returns the code if there is no text for it */
export function textOf<R, Others extends readonly unknown[]>(
  texts: TextsBy<R, Others>,
  { code, about }: { readonly code: keyof R & string; readonly about: unknown },
  ...others: Others
): string {
  const text = texts[code] as ((about: unknown, ...others: Others) => string) | undefined;
  return text?.(about, ...others) ?? code;
}

/** Thrown where a row comes to a fact that is not known yet. There is only one, because a stack trace for each would cost more than the decision. */
const unasked = new Error("A fact is not known yet.");

/** Fetches each fact at most once. */
export function gathered<F>(sources: FactReaders<F>): FactReaders<F> {
  const known = new Map<keyof F, unknown>();
  const names = Object.keys(sources) as (keyof F)[];
  const fetched = <K extends keyof F>(name: K) => {
    if (!known.has(name)) known.set(name, sources[name]());
    return known.get(name) as F[K];
  };
  return Object.fromEntries(names.map((name) => [name, () => fetched(name)])) as unknown as FactReaders<F>;
}

/** Facts that are known already. */
export const known = <F extends object>(facts: F): FactReaders<F> =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, () => fact as unknown])) as unknown as FactReaders<F>;

/** @returns undefined if no row applies, so that nothing stands against it */
export async function decide<F extends object, Q extends string, T extends Row<F, Q, string>>(
  table: readonly T[],
  question: Q,
  sources: FactReaders<F>,
): Promise<Verdict<readonly T[]> | undefined> {
  const asked = new Map<PropertyKey, unknown>();
  let wanted: PropertyKey;
  const facts = new Proxy({} as F, {
    get: (_, fact) => {
      if (asked.has(fact)) return asked.get(fact);
      wanted = fact;
      throw unasked;
    },
  });
  const found = async (row: T): Promise<unknown> => {
    for (;;)
      try {
        return row.find(facts);
      } catch (error) {
        if (error !== unasked) throw error;
        asked.set(wanted, await sources[wanted as keyof F]?.());
      }
  };
  for (const row of table) {
    const act = row.acts[question];
    if (act === undefined) continue;
    const about = await found(row);
    if (about !== undefined && about !== false) return { act, code: row.code, about } as Verdict<readonly T[]>;
  }
  return undefined;
}
