import assert from "node:assert/strict";
import { decide, known, type Reasons, type FactReaders } from "../../provider/decisions/decide.js";
import { type RemovalFacts, removalRows } from "../../provider/decisions/removal.js";
import { ownContent, testTable } from "../support/tables.js";

const nothingKnown: Partial<RemovalFacts> = {};
const content = { ...ownContent, isDeclared: true };
const holder = { who: "another", isOfThisRun: false, isDoubted: false };
const inner = { kind: "domain", id: "p1/shop.de" } as const;

type Code = keyof Reasons<typeof removalRows>;

/** What has to be known for each reason. */
const facts: Readonly<Record<Code, Partial<RemovalFacts>>> = {
  undeletable: { undeletable: "" },
  read: { reader: "reader" },
  adopted: { adopter: "adopter" },
  shared: { neighbour: "neighbour", hasContents: true },
  doubted: { holder: { ...holder, isDoubted: true } },
  held: { holder },
  login: { isLogin: true },
  moved: { hasMoved: true },
  "declared elsewhere": { declaredElsewhere: { name: "other", here: "p1", there: "p2" } },
  wanted: { refusedBecauseOf: "other" },
  "perhaps ordered": { orderedBy: "Somebody may have ordered it." },
  "goes with container": { goesWith: "domain shop.de" },
  "retained in replaced": { isRetained: true, deletedContainer: "account p1" },
  "in replaced": { replacedContainer: "account p1" },
  "given up inside": { droppedInside: ["subdomain blog"] },
  "deleted before": { presence: { is: "deleted before" } },
  elsewhere: { presence: { is: "not shown" }, isUnboundOther: false },
  "kind refuses": { kindRefusal: "the API cannot" },
  "billed inside": { billed: [inner], billedUnasked: [inner] },
  "own inside": { ownStaying: [content] },
  "declared inside": { ownDeclared: [content] },
  "arriving inside": { arriving: [inner].map(({ kind }) => ({ kind, name: "new" })) },
  "retained inside": { ownRetained: [content] },
  "others inside": { othersInside: [{ kind: "domain", isRead: false, text: "domain" }] },
  "ordered inside": { orderedInside: { sent: ["domain"], isOwn: true } },
};

describe("whether an object may go", () => {
  testTable({
    table: removalRows,
    nothingKnown,
    facts,
    expected: {
      delete: [
        ["undeletable", "leave"],
        ["read", "leave"],
        ["doubted", "refuse"],
        ["held", "leave"],
        ["login", "refuse"],
        ["moved", "forget"],
        ["declared elsewhere", "refuse"],
        ["wanted", "refuse"],
        ["adopted", "leave"],
        ["perhaps ordered", "leave"],
        ["goes with container", "leave"],
        ["deleted before", "forget"],
        ["elsewhere", "refuse"],
        ["elsewhere", "refuse", { presence: undefined, isUnboundOther: true }],
        ["own inside", "refuse"],
        ["arriving inside", "refuse"],
        ["others inside", "refuse"],
        ["ordered inside", "refuse"],
        ["billed inside", "refuse"],
      ],
      replace: [
        ["read", "refuse"],
        ["adopted", "refuse"],
        ["shared", "refuse"],
        ["doubted", "refuse"],
        ["login", "refuse"],
        ["declared elsewhere", "refuse"],
        ["wanted", "refuse"],
        ["retained in replaced", "refuse", { mayBeRetained: true }],
        ["elsewhere", "refuse"],
        ["kind refuses", "refuse"],
        ["billed inside", "refuse"],
        ["held", "leave"],
        ["declared inside", "refuse"],
        ["arriving inside", "refuse"],
        ["retained inside", "refuse"],
        ["others inside", "refuse"],
        ["ordered inside", "refuse"],
      ],
      follow: [["retained in replaced", "refuse"]],
      become: [
        ["adopted", "refuse"],
        ["shared", "refuse", { hasContents: false }],
      ],
      keep: [
        ["in replaced", "refuse"],
        ["given up inside", "refuse"],
      ],
      update: [["elsewhere", "refuse"]],
    },
    // An entry that this login does not show was deleted before, or is elsewhere.
    isEither: (text, change) => change === "after the next one" && /deleted before|elsewhere/.test(text),
  });

  it("may go with billed contents by `forceDestroy`, and with contents that arrive if it is retained", async () => {
    const billed = { ...nothingKnown, ...facts["billed inside"], forcesDestroy: true };
    assert.equal(await decide(removalRows, "delete", known(billed)), undefined);
    const retained = { ...nothingKnown, ...facts["arriving inside"], ...facts["retained inside"], mayBeRetained: true };
    assert.equal(await decide(removalRows, "replace", known(retained)), undefined);
  });

  it("asks only for what the rows before the deciding one need", async () => {
    const asked: string[] = [];
    const sources = Object.fromEntries(
      Object.entries({ ...nothingKnown, reader: "reader" }).map(([name, fact]) => [name, () => (asked.push(name), fact)]),
    ) as unknown as FactReaders<RemovalFacts>;
    await decide(removalRows, "replace", sources);
    assert.deepEqual(asked, ["reader"]);
  });
});
