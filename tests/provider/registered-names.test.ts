import assert from "node:assert/strict";
import { noteDeclaredName, declaredTwice } from "../../provider/lifecycle/registered-names.js";
import { domain } from "../../provider/resources/domain.js";
import { nameKey, unconfirmed, unfinishedKey } from "../../provider/values/reserved-properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import type { Properties } from "../../provider/values/properties.js";
import { ofAnyKind } from "../../provider/definition/definition.js";
import { rehearseKernel, type Shown } from "../support/kernel.js";
import { messageOf } from "../support/rehearsal.js";

/** Two accounts of the sandbox. */
const [first, second] = ["p100001", "p100002"] as const;

describe("a domain name, which exists once whichever account has it", () => {
  const rehearsal = rehearseKernel({ registrationDelay: 0 });

  const declared = (resource: string, accountIdentifier: string, sld = "shop", messages: Properties = {}): Properties => ({
    ...{ accountIdentifier, sld, tld: "de", [nameKey]: resource },
    ...messages,
  });
  const existing = (inputs: Properties) => rehearsal.existing(domain, inputs);
  const declares = (news: Properties) => noteDeclaredName(ofAnyKind(domain), rehearsal.ownership, news);
  const deletionOf = ({ id, state }: Shown) => rehearsal.kernel(domain).delete(id, state);
  const replacing = ({ id, state }: Shown, news: Properties) => rehearsal.kernel(domain).checkPlan(id, state, news, ["sld"]);
  const problemsOf = async (news: Properties) => (await rehearsal.problemsOf(domain, news)).join();
  const domains = () => rehearsal.sandbox.control.store.domains;
  const isThere = () => domains().get("shop.de") !== undefined;
  const refuseListing = (status: number) =>
    rehearsal.sandbox.control.faults.add({
      path: `/v1/accounts/${first}/domains`,
      occurrence: "always",
      effect: { kind: "status", status, body: {} },
    });

  const places = {
    "in one process": () => undefined,
    "in two processes": () => rehearsal.beginProcessBeside(),
  };

  for (const [where, change] of Object.entries(places))
    it(`is not deleted in the account that has it if another resource declares it, ${where}`, async () => {
      const a = await existing(declared("a", first));
      declares(declared("b", second, "SHOP"));
      change();
      await assert.rejects(deletionOf(a), { code: "declared elsewhere" });
      assert.deepEqual([rehearsal.requests("deleteDomain"), isThere()], [0, true]);
    });

  describe("whose account lists it no more", () => {
    const moved = async () => {
      const a = await existing(declared("a", first));
      // By the provider.
      domains().update("shop.de", { account: second });
      declares(declared("a", second));
      return a;
    };

    it("leaves the state without a request if its own resource has it in another account", async () => {
      const a = await moved();
      await deletionOf(a);
      assert.deepEqual([rehearsal.requests("deleteDomain"), isThere()], [0, true]);
      const object = { kind: "domain", address: rehearsal.sandbox.url, id: a.id };
      assert.equal(rehearsal.ownership.holders.ownClaim(object, a.state), undefined);
    });

    it("stays in the state if that is not certain", async () => {
      const a = await moved();
      refuseListing(403);
      assert.match(await messageOf(deletionOf(a)), /was not deleted/);
      assert.equal(rehearsal.requests("deleteDomain"), 0);
    });

    it("is deleted with a request if no listing has ever shown it", async () => {
      const a = await existing(declared("a", first));
      domains().delete("shop.de");
      declares(declared("a", second));
      await assert.rejects(deletionOf({ ...a, state: { ...a.state, [unfinishedKey]: unconfirmed } }), /explain never-listed`/);
      assert.notEqual(rehearsal.requests("deleteDomain"), 0);
    });
  });

  it("is deleted for its own resource, and if only external domains have the name", async () => {
    for (const [news, messages] of [
      [declared("a", second), {}],
      [declared("b", second, "shop", { external: true }), {}],
      [declared("b", second), { external: true }],
    ] as const) {
      const a = await existing(declared("a", first));
      declares(news);
      await deletionOf({ ...a, state: { ...a.state, ...messages } });
      assert.equal(isThere(), false);
      rehearsal.endRun();
    }
  });

  describe("that a second resource of the program declares", () => {
    const twice = (news: Properties, olds: Properties = {}) =>
      declaredTwice(ofAnyKind(domain), rehearsal.ownership, { olds, news }, false).join("\n");
    const refused = /^resource "b" and resource "a" of this program declare the same domain .*: declare it once\.$/;

    for (const [where, change] of Object.entries(places))
      it(`is refused if either is new, even while the accounts are not known, ${where}`, () => {
        for (const account of [first, second, unknownValue])
          for (const [old, now] of [
            [false, true],
            [true, false],
            [true, true],
          ]) {
            const [a, b] = [declared("a", first), declared("b", account)];
            assert.equal(twice(a, old ? {} : a), "");
            change();
            assert.match(twice(b, now ? {} : b), refused);
            rehearsal.endRun();
          }
      });

    it("is refused in any spelling", () => {
      assert.equal(twice(declared("a", unknownValue, "b\u00fccher")), "");
      assert.match(twice(declared("b", unknownValue, "XN--Bcher-KVA")), refused);
    });

    it("is not refused to the resource itself, whose account, alias or object changes", () => {
      const a = declared("a", first);
      assert.equal(twice(a, a), "");
      for (const olds of [{}, a, declared("group/a", first)]) assert.equal(twice(declared("a", unknownValue), olds), "");
    });

    it("is not refused if the state has both, if one is external, or if the name is not known", () => {
      for (const each of [declared("a", first), declared("b", second)]) assert.equal(twice(each, each), "");
      for (const external of [true, unknownValue]) assert.equal(twice(declared("c", second, "shop", { external })), "");
      for (const name of ["e", "f"]) assert.equal(twice(declared(name, second, unknownValue)), "");
    });
  });

  describe("is not ordered in another account", () => {
    const refusal = /^shop\.de is registered in accountIdentifier p100001 \(resource "a".*explain name-elsewhere`/;

    it("if a claim says so and the account lists it, also to adopt it", async () => {
      await existing(declared("a", first));
      for (const adopt of [{}, { adopt: true }]) assert.match(await problemsOf(declared("b", second, "Shop", adopt)), refusal);
    });

    it("if an entry of the stack says so", async () => {
      const a = await existing(declared("a", first));
      rehearsal.spoilJournal();
      await rehearsal.declares(domain, a.id, a.state);
      assert.match(await problemsOf(declared("b", second)), refusal);
    });

    it("unless the claim is stale, or the domain is external", async () => {
      await existing(declared("a", first));
      assert.equal(await problemsOf(declared("b", second, "shop", { external: true })), "");
      domains().delete("shop.de");
      assert.equal(await problemsOf(declared("b", second)), "");
      assert.deepEqual(rehearsal.warnings, []);
    });

    it("unless the account cannot be listed, with a warning", async () => {
      await existing(declared("a", first));
      refuseListing(500);
      assert.equal(await problemsOf(declared("b", second)), "");
      assert.match(rehearsal.said(), /accountIdentifier p100001 may still have the name, and could not be listed\. .*500/);
    });

    it("by an exchange of two resources, before anything is sent", async () => {
      const [a, b] = [await existing(declared("a", first)), await existing(declared("b", second, "other"))];
      const orders = rehearsal.requests("registerDomain");
      await assert.rejects(
        replacing(a, declared("a", first, "other")),
        /other\.de is .*\(resource "b" .*explain name-elsewhere`/,
      );
      await assert.rejects(replacing(b, declared("b", second)), /shop\.de is .*\(resource "a" .*explain name-elsewhere`/);
      assert.equal(rehearsal.requests("registerDomain"), orders);
    });
  });
});
