import assert from "node:assert/strict";
import { readEvents } from "../../cli/stack/events.js";
import { differenceOf } from "../../cli/review/difference.js";
import { reviewOf } from "../../cli/review/review.js";
import { unknownKey } from "../../provider/values/reserved-properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { ended, entry, remarked, said, step } from "../support/drifted-stack.js";

const story = (...events: readonly object[]) =>
  readEvents([...events, ended("succeeded")].map((each) => `${JSON.stringify(each)}\n`).join(""));

/** A resource of a new stack. */
const declared = (className: string, name: string, inputs: object, options: object = {}) => {
  const event = step("create", entry(className, name, ""), undefined, inputs);
  Object.assign(event.resOutputsEvent.metadata.new!, options);
  return event;
};
const webhook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://a.example/" };
const domain = { accountIdentifier: "p345678", sld: "shop", tld: "de" };
const account = { customerNumber: 345678, virtualName: "shop", description: "Shop", articleNumber: 1101 };
const partner = { customerNumber: 345678, company: "Blumen Engel" };
const within = (name: string) => ({
  ...domain,
  accountIdentifier: unknownValue,
  [unknownKey]: { accountIdentifier: { kind: "virtualAccount", name } },
});

interface Case {
  readonly reason: string;
  readonly base: readonly object[];
  readonly head: readonly object[];
  /** Titles and effects, and paths of the properties. */
  readonly expected: readonly string[];
  readonly uncompared?: readonly string[];
}

const cases: readonly Case[] = [
  {
    reason: "nothing, of what is the same",
    base: [declared("Domain", "a", domain), declared("ContractPartner", "p", partner)],
    head: [declared("Domain", "a", domain), declared("ContractPartner", "p", partner)],
    expected: [],
  },
  {
    reason: "an order",
    base: [],
    head: [declared("Domain", "a", domain)],
    expected: ["Domain a ordered accountIdentifier,sld,tld"],
  },
  { reason: "a deletion", base: [declared("Domain", "a", domain)], head: [], expected: ["Domain a deleted"] },
  {
    reason: "what the API cannot delete",
    base: [declared("ContractPartner", "p", partner)],
    head: [],
    expected: ["ContractPartner p left"],
  },
  {
    reason: "what is retained",
    base: [declared("Webhook", "a", webhook, { retainOnDelete: true })],
    head: [],
    expected: ["Webhook a left"],
  },
  {
    reason: "a protected resource, which cannot be deleted",
    base: [declared("Domain", "a", domain, { protect: true })],
    head: [],
    expected: ["Domain a refused"],
  },
  {
    reason: "an update",
    base: [declared("Webhook", "a", webhook)],
    head: [declared("Webhook", "a", { ...webhook, method: "PUT" })],
    expected: ["Webhook a changed method"],
  },
  {
    reason: "a replacement",
    base: [declared("VirtualAccount", "a", account)],
    head: [declared("VirtualAccount", "a", { ...account, virtualName: "blog" })],
    expected: ["VirtualAccount a replaced virtualName"],
  },
  {
    reason: "a replacement of a protected resource, which fails",
    base: [declared("VirtualAccount", "a", account, { protect: true })],
    head: [declared("VirtualAccount", "a", { ...account, virtualName: "blog" })],
    expected: ["VirtualAccount a refused virtualName"],
  },
  {
    reason: "what the API cannot change",
    base: [declared("VirtualAccount", "a", account)],
    head: [declared("VirtualAccount", "a", { ...account, description: "Blog" })],
    expected: ["VirtualAccount a refused description"],
  },
  {
    reason: "an argument without effect: it is used at creation only",
    base: [declared("Webhook", "a", webhook)],
    head: [declared("Webhook", "a", { ...webhook, adopt: true, timeouts: { create: "1m" } })],
    expected: [],
  },
  {
    reason: "protection that is removed",
    base: [declared("Domain", "a", domain, { protect: true })],
    head: [declared("Domain", "a", domain)],
    expected: ["Domain a kept"],
  },
  {
    reason: "what is only read now: the object is managed no longer",
    base: [declared("Webhook", "a", webhook)],
    head: [step("read", entry("Webhook", "a", "1000"), undefined, webhook)],
    expected: ["Webhook a deleted"],
  },
  {
    reason: "nothing, of what is read in both",
    base: [step("read", entry("Webhook", "a", "1000"), undefined, webhook)],
    head: [step("read", entry("Webhook", "a", "1001"), undefined, webhook)],
    expected: [],
  },
  {
    reason: "nothing, of what lies in the same new account",
    base: [declared("Domain", "a", within("one"))],
    head: [declared("Domain", "a", within("one"))],
    expected: [],
  },
  {
    reason: "what moves to another new account",
    base: [declared("Domain", "a", within("one"))],
    head: [declared("Domain", "a", within("two"))],
    expected: ["Domain a replaced accountIdentifier"],
  },
  {
    reason: "what is not known in both, as not compared",
    base: [declared("Webhook", "a", { ...webhook, url: unknownValue })],
    head: [declared("Webhook", "a", { ...webhook, url: unknownValue })],
    expected: [],
    uncompared: ["Webhook a (url)"],
  },
  {
    reason: "a resource of another package",
    base: [
      step(
        "create",
        { ...entry("X", "a", ""), type: "random:index:Pet", urn: "urn:pulumi:production::agency::random:index:Pet::a" },
        undefined,
        { length: 2, tags: { a: 1, "b c": 2 } },
      ),
    ],
    head: [
      step(
        "create",
        { ...entry("X", "a", ""), type: "random:index:Pet", urn: "urn:pulumi:production::agency::random:index:Pet::a" },
        undefined,
        { length: 2, tags: { a: 1, "b c": 3 } },
      ),
    ],
    expected: ['Pet a changed tags["b c"]'],
  },
];

describe("the difference between two programs", () => {
  const reviewed = async (base: readonly object[], head: readonly object[], isCertain = true) => {
    const { events: found, uncompared } = await differenceOf(story(...base), story(...head), isCertain);
    const review = await reviewOf(found, { project: "agency", stack: "production", digest: undefined, rules: [], cautions: [] });
    return { review, uncompared };
  };

  for (const { reason, base, head, expected, uncompared = [] } of cases)
    it(`shows ${reason}`, async () => {
      const found = await reviewed(base, head);
      const shown = found.review.changes.map(({ title, effect, properties }) =>
        [title, effect, properties.map(({ path }) => path).join(",")].join(" ").trim(),
      );
      assert.deepEqual(shown, expected);
      assert.deepEqual(found.uncompared, uncompared);
      assert.equal(found.review.isWhole, !expected.some((text) => text.includes("refused")));
    });

  it("counts all resources, for a share of them", async () => {
    const all = ["a", "b", "c"].map((name) => declared("Webhook", name, webhook));
    assert.equal((await reviewed(all, all.slice(0, 2))).review.resources, 3);
  });

  it("leaves out what both say, and deletions if the head stopped", async () => {
    const missing = (text: string) => remarked({ code: "missing", text });
    const both = [missing("one"), said("info", "both"), declared("Domain", "a", domain)];
    const { review } = await reviewed(both, [missing("one"), missing("two"), said("info", "both"), said("info", "new")], false);
    assert.deepEqual([review.changes, review.unknown, review.remarks], [[], ["one", "two"], ["new"]]);
  });
});
