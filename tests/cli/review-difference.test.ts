import assert from "node:assert/strict";
import { differenceOf } from "../../cli/review/difference.js";
import { reviewOf } from "../../cli/review/review.js";
import { unknownKey } from "../../provider/values/reserved-properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { entry, remarked, diagnostic, step } from "../support/drifted-stack.js";
import { hook, hookArgs as webhook, sources, story, withOptions } from "./reviews.js";

/** A resource of a new stack. */
const declared = (className: string, name: string, inputs: object, options: object = {}) =>
  withOptions(step("create", entry(className, name, ""), undefined, inputs), {}, options);
const domain = { accountIdentifier: "p345678", sld: "shop", tld: "de" };
const account = { customerNumber: 345678, virtualName: "shop", description: "Shop", articleNumber: 1101 };
const partner = { customerNumber: 345678, company: "Blumen Engel" };
const within = (name: string) => ({
  ...domain,
  accountIdentifier: unknownValue,
  [unknownKey]: { accountIdentifier: { kind: "virtualAccount", name } },
});

const [protect, retain] = [{ protect: true }, { retainOnDelete: true }];
const shop = (options: object = {}) => declared("Domain", "a", domain, options);
const partnerOf = () => declared("ContractPartner", "p", partner);
const hookOf = (more: object = {}, options: object = {}) => declared("Webhook", "a", { ...webhook, ...more }, options);
const accountOf = (more: object = {}, options: object = {}) => declared("VirtualAccount", "a", { ...account, ...more }, options);
const inside = (name: string) => declared("Domain", "a", within(name));
const read = (id: string) => step("read", hook("a", id), undefined, webhook);
const pet = (value: number) => {
  const of = { type: "random:index:Pet", urn: "urn:pulumi:production::agency::random:index:Pet::a" };
  return step("create", { ...entry("X", "a", ""), ...of }, undefined, { length: 2, tags: { a: 1, "b c": value } });
};

/** Titles and effects of changes, and paths of their properties. */
const cases: readonly (readonly [reason: string, base: readonly object[], head: readonly object[], ...expected: string[]])[] = [
  ["nothing, of what is the same", [shop(), partnerOf()], [shop(), partnerOf()]],
  ["an order", [], [shop()], "Domain a ordered accountIdentifier,sld,tld"],
  ["a deletion", [shop()], [], "Domain a deleted"],
  ["what the API cannot delete", [partnerOf()], [], "ContractPartner p left"],
  ["what is retained", [hookOf({}, retain)], [], "Webhook a left"],
  ["a protected resource, which cannot be deleted", [shop(protect)], [], "Domain a refused"],
  ["an update", [hookOf()], [hookOf({ method: "PUT" })], "Webhook a changed method"],
  ["a replacement", [accountOf()], [accountOf({ virtualName: "blog" })], "VirtualAccount a replaced virtualName"],
  [
    "a replacement that fails",
    [accountOf({}, protect)],
    [accountOf({ virtualName: "b" })],
    "VirtualAccount a refused virtualName",
  ],
  ["what the API cannot change", [accountOf()], [accountOf({ description: "B" })], "VirtualAccount a refused description"],
  ["nothing, of what is used at creation only", [hookOf()], [hookOf({ adopt: true, timeouts: { create: "1m" } })]],
  ["protection that is removed", [shop(protect)], [shop()], "Domain a kept"],
  ["what is only read now: the object is managed no longer", [hookOf()], [read("1")], "Webhook a deleted"],
  ["nothing, of what is read in both", [read("1")], [read("2")]],
  ["nothing, of what lies in the same new account", [inside("one")], [inside("one")]],
  ["what moves to another new account", [inside("one")], [inside("two")], "Domain a replaced accountIdentifier"],
  ["a resource of another package", [pet(2)], [pet(3)], 'Pet a changed tags["b c"]'],
];

describe("the difference between two programs", () => {
  const reviewed = async (base: readonly object[], head: readonly object[], isCertain = true) => {
    const { events: found, uncompared } = await differenceOf(story(...base), story(...head), isCertain);
    return { review: await reviewOf(found, { ...sources(), digest: undefined }), uncompared };
  };

  for (const [reason, base, head, ...expected] of cases)
    it(`shows ${reason}`, async () => {
      const { review, uncompared } = await reviewed(base, head);
      const shown = review.changes.map(({ title, effect, properties }) =>
        [title, effect, properties.map(({ path }) => path).join(",")].join(" ").trim(),
      );
      assert.deepEqual([shown, uncompared], [expected, []]);
      assert.equal(review.isWhole, !expected.some((text) => text.includes("refused")));
    });

  it("shows what is not known in both, as not compared", async () => {
    const unknown = [hookOf({ url: unknownValue })];
    const { review, uncompared } = await reviewed(unknown, unknown);
    assert.deepEqual([review.changes, uncompared], [[], ["Webhook a (url)"]]);
  });

  it("counts all resources, for a share of them", async () => {
    const all = ["a", "b", "c"].map((name) => declared("Webhook", name, webhook));
    assert.equal((await reviewed(all, all.slice(0, 2))).review.resources, 3);
  });

  it("leaves out what both say, and deletions if the head stopped", async () => {
    const missing = (text: string) => remarked({ code: "missing", text });
    const both = [missing("one"), diagnostic("info", "both"), declared("Domain", "a", domain)];
    const { review } = await reviewed(
      both,
      [missing("one"), missing("two"), diagnostic("info", "both"), diagnostic("info", "new")],
      false,
    );
    assert.deepEqual([review.changes, review.unknown, review.remarks], [[], ["one", "two"], ["new"]]);
  });
});
