import assert from "node:assert/strict";
import { decide, known, type Row } from "../../provider/decisions/decide.js";
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
function killed<F, Q extends string, A extends string>(
  table: Row<F, Q, A>[],
): Readonly<Record<"without it" | "after the next one", (notices: Notices) => Promise<string[]>>> {
  const rows = [...table];
  const changedTo = (order: readonly Row<F, Q, A>[]): Change => {
    return () => {
      table.splice(0, table.length, ...order);
      return () => void table.splice(0, table.length, ...rows);
    };
  };
  const nextOf = (index: number): number =>
    rows.findIndex((each, other) => other > index && Object.keys(each.acts).some((question) => question in rows[index]!.acts));
  const unnoticed = async (notices: Notices, changed: (index: number) => Row<F, Q, A>[] | undefined): Promise<string[]> => {
    const found: string[] = [];
    for (const [index, { code }] of rows.entries()) {
      const order = changed(index);
      if (order !== undefined && !(await notices(changedTo(order)))) found.push(`${index} ${code}`);
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
const isPure = (find: (...parameters: never[]) => unknown): boolean => {
  const text = find.toString();
  const calls = [...text.matchAll(/([\w.\])]+)\(/g)].map(([, name]) => name!);
  return (
    !/\b(await|this|context|return)\b/.test(text) && calls.every((name) => /^(decide_js_1\.some\)|\S*\.includes)$/.test(name))
  );
};

/** A table with what decides its rows. */
export interface Decided<F extends object, C extends string, Q extends string, A extends string> {
  readonly table: Row<F, Q, A, C>[];
  readonly nothingKnown: F;
  /** What has to be known for each reason. */
  readonly facts: Readonly<Record<C, Partial<F>>>;
  /** By question, in the order in which the reasons decide, with what is known besides. */
  readonly expected: Readonly<Record<Q, readonly (readonly [code: C, act: A, more?: Partial<F>])[]>>;
  /** Which changes of the table nothing notices, because no object is both. Default: none. */
  readonly isEither?: (unnoticed: string, change: string) => boolean;
}

/** Tests that each row decides if everything that would decide after it is known as well, and that each is needed, where it is. */
export function testTable<F extends object, C extends string, Q extends string, A extends string>({
  table,
  nothingKnown,
  facts,
  expected,
  isEither = () => false,
}: Decided<F, C, Q, A>): void {
  const questions = Object.keys(expected) as Q[];
  const cases = questions.flatMap((question) =>
    expected[question].map(([code, act], index, reasons) => ({
      question,
      code,
      act,
      facts: reasons
        .slice(index)
        .toReversed()
        .reduce<F>((all, [each, , more]) => ({ ...all, ...facts[each], ...more }), nothingKnown),
    })),
  );

  for (const { question, code, act, facts: given } of cases)
    it(`${question}: ${act}, ${code}`, async () => {
      const verdict = await decide(table, question, known(given));
      assert.deepEqual([verdict?.code, verdict?.act], [code, act]);
    });

  for (const question of questions)
    it(`nothing stands against it if nothing is known: ${question}`, async () => {
      assert.equal(await decide(table, question, known(nothingKnown)), undefined);
    });

  for (const [change, survivors] of Object.entries(killed(table)))
    it(`is tested for each row: ${change}`, async () => {
      const unnoticed = await survivors((changed) => whenChanged(changed));
      assert.deepEqual(
        unnoticed.filter((text) => !isEither(text, change)),
        [],
      );
    });

  it("is decided by pure expressions", () => {
    for (const { code, find } of table) assert.ok(isPure(find), code);
  });

  /** Whether a case notices another table. */
  async function whenChanged(change: () => () => void): Promise<boolean> {
    const undo = change();
    try {
      for (const { question, code, act, facts: given } of cases) {
        const verdict = await decide(table, question, known(given));
        if (verdict?.code !== code || verdict.act !== act) return true;
      }
      return false;
    } finally {
      undo();
    }
  }
}
