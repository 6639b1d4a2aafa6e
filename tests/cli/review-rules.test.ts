import assert from "node:assert/strict";
import Ajv from "ajv/dist/2020.js";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { reviewAsJson } from "../../cli/review/json.js";
import { partsOf } from "../../cli/review/parts.js";
import { needsLook, type Review, reviewOf } from "../../cli/review/review.js";
import type { ReviewFlags } from "../../cli/options.js";
import { type Rule, rulesIn, rulesInFile, rulesSchema, rulesOfFlags } from "../../cli/review/rules.js";
import { UsageError } from "../../cli/shared/exit.js";
import type { Amount } from "../../provider/values/money.js";
import { entry, remarked, step } from "../support/drifted-stack.js";
import { temporaryFolder } from "../support/folder.js";
import { hook, hookArgs, replacing, sources, story, withOptions } from "./reviews.js";

const domain = (sld: string, account = "p100001") => ({ accountIdentifier: account, sld, tld: "de" });
const domainEntry = (sld: string, account = "p100001") => entry("Domain", sld, `${account}/${sld}.de`);
const shopAccount = { customerNumber: 100001, articleNumber: 1101, virtualName: "shop" };
const price = (sld: string, amount?: Partial<Amount>) =>
  remarked({
    code: "order",
    kind: "domain",
    resource: sld,
    cost: amount === undefined ? {} : { price: { currency: "EUR", net: 1, once: 0, ...amount } },
    text: "",
  });
const replaced = replacing(domainEntry("old"), domain("old"), domain("new"), ["sld"]);
const retained = replacing(domainEntry("old"), domain("old"), domain("new"), ["sld"]).map((event) =>
  withOptions(event, { retainOnDelete: true }),
);
const removed = [
  step("delete", entry("VirtualAccount", "shop", "100001/p200002"), shopAccount, undefined),
  remarked({
    code: "removal",
    kind: "virtualAccount",
    id: "100001/p200002",
    outcome: "removes",
    inside: [{ kind: "domain", id: "p200002/by-hand.de" }],
    text: "",
  }),
];
const orders = [
  step("create", domainEntry("cheap"), undefined, domain("cheap")),
  step("create", domainEntry("dear"), undefined, domain("dear")),
  step("create", domainEntry("unpriced"), undefined, domain("unpriced")),
];
const prices = [price("cheap", { net: 0.79 }), price("dear", { net: 49, once: 1 })];
const mixed = [
  orders[0]!,
  step("delete", hook("gone"), hookArgs, undefined),
  step("update", hook("other"), hookArgs, { ...hookArgs, method: "PUT" }, ["method"]),
  step("same", hook("idle"), hookArgs, hookArgs),
];
/** The same step at a login of its own. */
const atProvider = (event: ReturnType<typeof step>, name: string): object => {
  const side = { provider: `urn:pulumi:production::agency::pulumi:providers:pulumi-nodejs::${name}::1` };
  return withOptions(event, side, side);
};

const reviewed = (rules: readonly Rule[], events: readonly object[]): Promise<Review> =>
  reviewOf(story(...events), sources(rules));
const [webhook, deleted, ordered] = [{ kinds: ["webhook"] }, { effects: ["deleted"] }, { effects: ["ordered"] }];
const eur = (most: number, more: object = {}) => ({ cost: { most, currency: "EUR", ...more } });
const rule = (members: object): Rule => rulesIn("rules", { rules: [{ name: "tried", ...members }] })[0]!;

describe("rules of a review", () => {
  /** What a rule finds in a preview: a count or an amount, and the names of the resources; undefined if the run keeps it. */
  const found = async (given: Rule, events: readonly object[]) => {
    const [exceeded] = (await reviewed([given], events)).exceeded;
    return exceeded && [exceeded.count ?? exceeded.amount, ...exceeded.urns.map((urn) => urn.split("::").at(-1))];
  };

  const cases: readonly [reason: string, rule: object, events: readonly object[], expected: readonly unknown[] | undefined][] = [
    ["counts all changes", { most: 2 }, mixed, [3, "cheap", "gone", "other"]],
    ["is kept at its number", { most: 3 }, mixed, undefined],
    ["counts a kind", { where: webhook, most: 1 }, mixed, [2, "gone", "other"]],
    ["counts an effect", { where: { effects: ["changed"] }, most: 0 }, mixed, [1, "other"]],
    ["requires all of a selection", { where: { kinds: ["webhook"], effects: ["ordered"] }, most: 0 }, mixed, undefined],
    ["counts what a replacement takes away as deleted", { where: deleted, most: 0 }, replaced, [1, "old"]],
    ["counts what a replacement orders as ordered", { where: ordered, most: 0 }, replaced, [1, "old"]],
    ["does not count as deleted what stays at the provider", { where: deleted, most: 0 }, retained, undefined],
    ["counts a replacement once", { where: { effects: ["deleted", "ordered", "replaced"] }, most: 0 }, replaced, [1, "old"]],
    [
      "counts the domain that goes with its account",
      { where: { kinds: ["domain"], effects: ["deleted"] }, most: 0 },
      removed,
      [1, "shop"],
    ],
    ["counts both of an account and what is in it", { where: deleted, most: 1 }, removed, [2, "shop"]],
    ["finds a customer", { where: { customers: [100001] }, most: 0 }, removed, [1, "shop"]],
    ["counts what may be a customer's", { where: { customers: [100002] }, most: 0 }, mixed, [1, "cheap"]],
    [
      "finds the default provider",
      { where: { providers: ["default"], kinds: ["webhook"] }, most: 1 },
      mixed,
      [2, "gone", "other"],
    ],
    [
      "finds an explicit provider",
      { where: { providers: ["theirs"] }, most: 0 },
      [atProvider(step("delete", hook("far"), hookArgs, undefined), "theirs"), ...mixed],
      [1, "far"],
    ],
    ["is exceeded by a share", { share: { percent: 50, from: 3 } }, mixed, [3, "cheap", "gone", "other"]],
    ["is kept at its share", { share: { percent: 75, from: 3 } }, mixed, undefined],
    ["is kept by a share of few changes", { share: { percent: 50, from: 4 } }, mixed, undefined],
    ["has a share of what is selected", { where: webhook, share: { percent: 25, from: 1 } }, mixed, [2, "gone", "other"]],
    ["adds prices", eur(50), [...orders.slice(0, 2), ...prices], [50.79, "cheap", "dear"]],
    ["is exceeded by a price that is not known", eur(100), [...orders, ...prices], [50.79, "unpriced"]],
    ["ignores prices that are not known if told so", eur(100, { unpriced: "ignored" }), [...orders, ...prices], undefined],
    [
      "is exceeded by another currency",
      eur(100),
      [...orders.slice(0, 2), prices[0]!, price("dear", { currency: "CHF" })],
      [0.79, "dear"],
    ],
  ];
  for (const [reason, members, events, expected] of cases)
    it(reason, async () => assert.deepEqual(await found(rule(members), events), expected));

  it("finds a component at any depth", async () => {
    const site = "urn:pulumi:production::agency::agency:index:Site::site";
    const inside = withOptions(step("delete", hook("inner"), hookArgs, undefined), { parent: `${site}$mail` });
    const component = (urn: string, parent: string) => ({
      resOutputsEvent: { metadata: { op: "same", urn, type: urn.split("::")[2]!, old: { urn, parent }, new: { urn, parent } } },
    });
    const events = [inside, component(site, ""), component(`${site}$mail`, site)];
    assert.deepEqual(await found(rule({ where: { components: ["site"] }, most: 0 }), events), [1, "inner"]);
    assert.equal(await found(rule({ where: { components: ["inner"] }, most: 0 }), events), undefined);
  });

  it("asks for another look, or only warns, in all forms", async () => {
    const where = { effects: ["deleted"] };
    const [hard, soft] = [rule({ where, most: 0, reason: "Ask first." }), rule({ where, most: 0, level: "warn" })];
    const json = (review: Review) =>
      reviewAsJson(review, String) as { outcome: string; exceeded: readonly string[]; rules: readonly object[] };
    const [exceeding, warning] = [await reviewed([hard], mixed), await reviewed([soft], mixed)];
    assert.deepEqual([needsLook(exceeding), needsLook(warning)], [true, false]);
    assert.deepEqual([json(exceeding).outcome, json(warning).outcome], ["exceeds", "changes"]);
    assert.deepEqual([json(exceeding).exceeded.length, json(warning).exceeded.length], [1, 0]);
    const { message, ...data } = json(warning).rules[0] as { message: string };
    assert.deepEqual(data, { name: "tried", level: "warn", count: 1, urns: [hook("gone").urn] });
    assert.match(message, /Webhook gone/);
    const headings = [exceeding, warning].map((each) => partsOf(each, String)[0]!);
    assert.notEqual(headings[0]!.heading, headings[1]!.heading);
    assert.match(headings[0]!.units[0]!.rows[0]![0] as string, /^tried: 1 deleted, more than 0: Webhook gone\. Ask first\.$/);
  });

  it("names a few of many resources", async () => {
    const many = Array.from({ length: 9 }, (_, at) => step("delete", hook(`h${at}`), hookArgs, undefined));
    const [exceeded] = (await reviewed([rule({ most: 5 })], many)).exceeded;
    assert.match(exceeded!.text, /: Webhook h0, Webhook h1, Webhook h2 and 6 more$/);
    assert.equal(exceeded!.urns.length, 9);
  });

  describe("as options", () => {
    const short: readonly [ReviewFlags, object][] = [
      [{ maxChanges: ["20"] }, { most: 20 }],
      [{ maxDeletions: ["domain=0"] }, { where: { effects: ["deleted"], kinds: ["domain"] }, most: 0 }],
      [{ maxOrders: ["3"] }, { where: ordered, most: 3 }],
      [{ maxShare: "25%" }, { share: { percent: 25 } }],
      [{ maxShare: "25", shareFrom: "3" }, { share: { percent: 25, from: 3 } }],
      [{ maxCost: ["50EUR"] }, eur(50)],
    ];
    const plain = ({ name: _, where = {}, ...limits }: Rule): unknown => ({ where, ...limits });
    for (const [flags, members] of short)
      it(`are the same: ${JSON.stringify(flags)}`, () => assert.deepEqual(plain(rulesOfFlags(flags)[0]!), plain(rule(members))));

    it("are refused if they are none, naming the option", () => {
      const wrong: readonly ReviewFlags[] = [
        { maxChanges: ["-1"] },
        { maxChanges: ["many"] },
        { maxDeletions: ["domian=0"] },
        { maxShare: "150%" },
        { maxShare: "x" },
        { maxShare: "25% from 3" },
        { shareFrom: "3" },
        { maxCost: ["50"] },
        { maxCost: ["EUR"] },
      ];
      for (const flags of wrong) assert.throws(() => rulesOfFlags(flags), /--(max|share)-/, JSON.stringify(flags));
    });
  });

  describe("in a file", () => {
    const folder = temporaryFolder();
    const one = { name: "tried", most: 0 };
    const at = (where: object) => ({ rules: [{ ...one, where }] });
    const cost = { most: 5, currency: "euro" };
    const wrong: readonly [data: unknown, told: string][] = [
      [[], "the file: must be an object"],
      [{ rules: [] }, "rules: must not be empty"],
      [{ rule: [one] }, "rule: unknown member. Did you mean rules?"],
      [{ rules: [one, { ...one, wher: {} }] }, "rules[1].wher: unknown member. Did you mean where?"],
      [at({ kinds: ["domian"] }), "rules[0].where.kinds[0]: unknown kind. Did you mean"],
      [at({ kinds: [] }), "where.kinds: must not be empty"],
      [at({ customers: ["100001"] }), "customers[0]: must be a number"],
      [{ rules: [{ ...one, level: "warning" }] }, "rules[0].level: unknown level. Did you mean warn?"],
      [{ rules: [{ name: "tried" }] }, "rules[0]: must have exactly one of most, share, cost"],
      [{ rules: [{ ...one, most: -1 }] }, "rules[0].most: must be at least 0"],
      [{ rules: [{ name: "tried", cost }] }, "cost.currency: must be a currency such as EUR"],
      [{ rules: [one, one] }, "rules: two rules have the same name"],
    ];
    for (const [data, told] of wrong)
      it(`is refused, and says where: ${told}`, () => {
        assert.throws(
          () => rulesIn("--rules r.json", data),
          (error: Error) => error instanceof UsageError && error.message.includes(told),
        );
        if (!told.endsWith("same name")) assert.equal(new Ajv().compile(rulesSchema())(data), false);
      });

    it("agrees with the JSON Schema of the reference", () => {
      const data = {
        $schema: "./node_modules/pulumi-hosting/docs/reference/review-rules.schema.json",
        rules: [
          { ...one, where: { kinds: ["domain"], effects: ["deleted"], customers: [1], components: ["a"], providers: ["b"] } },
          { name: "share", level: "warn", share: { percent: 12.5 } },
          { name: "cost", reason: "why", cost: { most: 5.5, currency: "EUR", unpriced: "ignored" } },
        ],
      };
      assert.equal(rulesIn("rules", data).length, 3);
      const check = new Ajv().compile(rulesSchema());
      assert.ok(check(data), JSON.stringify(check.errors));
    });

    it("is read, and its place is named if it cannot be", async () => {
      const file = join(folder.path, "rules.json");
      await writeFile(file, JSON.stringify({ rules: [one] }));
      assert.deepEqual(await rulesInFile(file), [{ ...one, level: "exceeds" }]);
      await writeFile(file, "{ rules: [] }");
      await assert.rejects(rulesInFile(file), { name: UsageError.name, message: /rules\.json is not JSON at line 1, column 3$/ });
      await assert.rejects(rulesInFile(join(folder.path, "none.json")), UsageError);
    });
  });
});
