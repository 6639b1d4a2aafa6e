import type { Row } from "../../provider/decisions/decide.js";
import type { Content } from "../../provider/ownership/holders.js";

/** A domain in an account that the stack has and its program does not declare, as a fact of a decision. */
export const ownContent: Content = {
  kind: "domain",
  address: "https://api.example",
  id: "p1/shop.de",
  name: "shop",
  entry: "entry",
  isDeclared: false,
  isTaken: false,
  declaresDeletedWith: false,
  isRetained: false,
  isCutOff: false,
  removal: undefined,
};

/** Changes a table, and returns what undoes that. */
type Change = () => () => void;

/** Whether something notices a change. */
type Notices = (change: Change) => Promise<boolean>;

/**
 * Rule mutation: takes out each row in turn, and swaps each with the next one that answers a question of it. Each function returns the rows of
 * which nothing notices that.
 */
export function killed<F, R, Q extends string, A extends string>(
  table: Row<F, R, Q, A>[],
): Readonly<Record<"without it" | "after the next one", (notices: Notices) => Promise<string[]>>> {
  const rows = [...table];
  const changedTo = (order: readonly Row<F, R, Q, A>[]): Change => {
    return () => {
      table.splice(0, table.length, ...order);
      return () => void table.splice(0, table.length, ...rows);
    };
  };
  const nextOf = (index: number): number =>
    rows.findIndex((each, other) => other > index && Object.keys(each.acts).some((question) => question in rows[index]!.acts));
  const unnoticed = async (notices: Notices, changed: (index: number) => Row<F, R, Q, A>[] | undefined): Promise<string[]> => {
    const found: string[] = [];
    for (const [index, { code }] of rows.entries()) {
      const order = changed(index);
      if (order !== undefined && !(await notices(changedTo(order)))) found.push(`${index} ${String(code)}`);
    }
    return found;
  };
  return {
    "without it": (notices) => unnoticed(notices, (index) => rows.filter((_, other) => other !== index)),
    "after the next one": (notices) =>
      unnoticed(notices, (index) => {
        const next = nextOf(index);
        if (next === -1) return undefined;
        return [...rows.slice(0, index), ...rows.slice(index + 1, next + 1), rows[index]!, ...rows.slice(next + 1)];
      }),
  };
}

/** Whether a function is one expression over its facts, with no call but of helpers that only look at them. */
export const isPure = (find: (...parameters: never[]) => unknown): boolean => {
  const text = find.toString();
  const calls = [...text.matchAll(/([\w.\])]+)\(/g)].map(([, name]) => name!);
  return (
    !/\b(await|this|context|return)\b/.test(text) && calls.every((name) => /^(some|\]?\.includes|\S*\.includes)$/.test(name))
  );
};
