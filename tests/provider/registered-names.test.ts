import assert from "node:assert/strict";
import { noteDeclaredName, declaredTwice } from "../../provider/lifecycle/registered-names.js";
import { domain } from "../../provider/resources/domain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { deletedWithKey, nameKey, unconfirmed, unfinishedKey } from "../../provider/values/reserved-properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import type { Properties } from "../../provider/values/properties.js";
import { ofAnyKind } from "../../provider/definition/definition.js";
import { rehearseKernel } from "../support/kernel.js";
import { messageOf, samples } from "../support/rehearsal.js";

/** Two accounts of the sandbox. */
const [first, second] = ["p100001", "p100002"] as const;

describe("a domain name, which exists once whichever account has it", () => {
  const rehearsal = rehearseKernel({ registrationDelay: 0 });

  interface Shown {
    readonly id: string;
    readonly state: Properties;
  }
  const declared = (resource: string, accountIdentifier: string, sld = "shop", said: Properties = {}): Properties => ({
    ...{ accountIdentifier, sld, tld: "de", [nameKey]: resource },
    ...said,
  });
  /** A domain that a state has had since an earlier run. */
  async function existing(inputs: Properties): Promise<Shown> {
    const shown = await rehearsal.kernel(domain).create(inputs);
    rehearsal.recorded("domain", shown.id);
    rehearsal.endRun();
    return shown;
  }
  const declares = (news: Properties) => noteDeclaredName(ofAnyKind(domain), rehearsal.ownership, news);
  const deletionOf = ({ id, state }: Shown) => rehearsal.kernel(domain).delete(id, state);
  const replacing = ({ id, state }: Shown, news: Properties) => rehearsal.kernel(domain).checkPlan(id, state, news, ["sld"]);
  const isThere = (name = "shop.de") => rehearsal.sandbox.control.store.domains.get(name) !== undefined;
  /** The provider moves or deletes it. */
  const leave = (name = "shop.de") => rehearsal.sandbox.control.store.domains.delete(name);

  const places = {
    "in one process": () => undefined,
    "in two processes": () => rehearsal.beginProcessBeside(),
  };

  for (const [where, change] of Object.entries(places))
    describe(`that another resource declares, ${where}`, () => {
      it("is not deleted in the account that has it", async () => {
        const a = await existing(declared("a", first));
        declares(declared("b", second, "SHOP"));
        change();
        const message = await messageOf(deletionOf(a));
        assert.match(message, /was not deleted: resource "b" of this run declares the same name in accountIdentifier p100002\./);
        assert.match(message, /Declare it in accountIdentifier p100001 again, /);
        assert.equal(rehearsal.requests("deleteDomain"), 0);
        assert.ok(isThere());
      });

      it("is not deleted after the order was refused either", async () => {
        const a = await existing(declared("a", first));
        declares(declared("b", second));
        assert.match(await messageOf(rehearsal.kernel(domain).create(declared("b", second))), /shop\.de is registered in/);
        change();
        await assert.rejects(deletionOf(a), /resource "b" of this run declares the same name/);
        assert.ok(isThere());
      });

      it("is not deleted with its account", async () => {
        const account = await rehearsal.kernel(virtualAccount).create({ ...samples.virtualAccount, [nameKey]: "account" });
        await existing(declared("a", account.id.split("/")[1]!, "shop", { [deletedWithKey]: "account" }));
        declares(declared("b", second));
        change();
        await assert.rejects(
          rehearsal.kernel(virtualAccount).delete(account.id, account.state),
          /was not deleted: that would also delete domain \S+\/shop\.de/,
        );
        assert.ok(isThere());
      });

      it("leaves the state if its account lists it no more", async () => {
        const a = await existing(declared("a", first));
        declares(declared("b", second));
        leave();
        change();
        await deletionOf(a);
        assert.equal(rehearsal.requests("deleteDomain"), 0);
      });
    });

  describe("whose account lists it no more", () => {
    /** The provider moves it to the other account. */
    const move = () => rehearsal.sandbox.control.store.domains.update("shop.de", { account: second });
    const claims = ({ id, state }: Shown) =>
      rehearsal.ownership.holders.ownClaim({ kind: "domain", address: rehearsal.sandbox.url, id }, state);

    it("leaves the state without a request if its own resource has it in another account", async () => {
      const a = await existing(declared("a", first));
      move();
      declares(declared("a", second));
      await deletionOf(a);
      assert.equal(rehearsal.requests("deleteDomain"), 0);
      assert.equal(claims(a), undefined);
      assert.ok(isThere());
    });

    it("leaves the state without a request if the state has it in another account, as in a destroy", async () => {
      const a = await existing(declared("a", first));
      move();
      rehearsal.seen("domain", `${second}/shop.de`);
      await deletionOf(a);
      assert.equal(rehearsal.requests("deleteDomain"), 0);
      assert.ok(isThere());
    });

    it("leaves the state without a request if its account is gone too", async () => {
      const account = await rehearsal.kernel(virtualAccount).create({ ...samples.virtualAccount, [nameKey]: "account" });
      const of = account.id.split("/")[1]!;
      const a = await existing(declared("a", of));
      move();
      rehearsal.sandbox.control.store.accounts.delete(of);
      declares(declared("a", second));
      await deletionOf(a);
      assert.equal(rehearsal.requests("deleteDomain"), 0);
      assert.ok(isThere());
    });

    it("stays in the state if that is not certain", async () => {
      const a = await existing(declared("a", first));
      move();
      declares(declared("a", second));
      rehearsal.sandbox.control.faults.add({
        path: `/v1/accounts/${first}/domains`,
        occurrence: "always",
        effect: { kind: "status", status: 403, body: {} },
      });
      await assert.rejects(deletionOf(a), /was not deleted/);
      assert.equal(rehearsal.requests("deleteDomain"), 0);
    });

    it("is deleted with a request if no listing has ever shown it", async () => {
      const a = await existing(declared("a", first));
      leave();
      declares(declared("a", second));
      await assert.rejects(deletionOf({ ...a, state: { ...a.state, [unfinishedKey]: unconfirmed } }), /explain never-listed`/);
      assert.notEqual(rehearsal.requests("deleteDomain"), 0);
    });
  });

  it("is deleted for its own resource, and if only external domains have the name", async () => {
    for (const [news, said] of [
      [declared("a", second), {}],
      [declared("b", second, "shop", { external: true }), {}],
      [declared("b", second), { external: true }],
    ] as const) {
      const a = await existing(declared("a", first));
      declares(news);
      await deletionOf({ ...a, state: { ...a.state, ...said } });
      assert.equal(isThere(), false);
      rehearsal.endRun();
    }
  });

  describe("that a second resource of the program declares", () => {
    const twice = (news: Properties, olds: Properties = {}) =>
      declaredTwice(ofAnyKind(domain), rehearsal.ownership, { olds, news }, false).join("\n");
    const refusal = (name = "shop.de") =>
      `resource "b" and resource "a" of this program declare the same domain ${name}, whose name is registered only once, whatever the ` +
      "account: declare it once.";

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
            assert.equal(twice(b, now ? {} : b), refusal());
            rehearsal.endRun();
          }
      });

    it("is refused in any spelling", () => {
      assert.equal(twice(declared("a", unknownValue, "b\u00fccher")), "");
      assert.equal(twice(declared("b", unknownValue, "XN--Bcher-KVA")), refusal("XN--Bcher-KVA.de"));
    });

    it("is refused to a resource that had another name", () => {
      assert.equal(twice(declared("a", first), declared("a", first)), "");
      assert.equal(twice(declared("b", second), declared("b", second, "other")), refusal());
    });

    it("is not refused to the resource itself, whose account, alias or object changes", () => {
      const a = declared("a", first);
      assert.equal(twice(a, a), "");
      for (const olds of [{}, a, declared("group/a", first)]) assert.equal(twice(declared("a", unknownValue), olds), "");
    });

    it("is not refused if the state has both, if one is external, or if the name is not known", () => {
      assert.equal(twice(declared("a", first), declared("a", first)), "");
      assert.equal(twice(declared("b", second), declared("b", second)), "");
      assert.equal(twice(declared("c", second, "shop", { external: true })), "");
      assert.equal(twice(declared("d", second, "shop", { external: unknownValue })), "");
      assert.equal(twice(declared("e", second, unknownValue)), "");
      assert.equal(twice(declared("f", second, unknownValue)), "");
    });

    it("leaves deletions as they are while its account is not known", async () => {
      const a = await existing(declared("a", first));
      twice(declared("b", unknownValue));
      await deletionOf(a);
      assert.equal(isThere(), false);
    });
  });

  describe("is not ordered in another account", () => {
    const refusal = (who: string) =>
      new RegExp(`shop\\.de is registered in accountIdentifier p100001 \\(${who}\\)\\. A domain cannot move: declare it there`);

    it("if a claim says so and the account lists it, also to adopt it", async () => {
      await existing(declared("a", first));
      for (const adopt of [{}, { adopt: true }]) {
        const [problem = ""] = await rehearsal.problemsOf(domain, declared("b", second, "Shop", adopt));
        assert.match(problem, refusal('resource "a" of stack project/stack in file:///state, seen \\S+'));
      }
    });

    it("if an entry of the stack says so", async () => {
      const a = await existing(declared("a", first));
      rehearsal.spoilJournal();
      await rehearsal.declares(domain, a.id, a.state);
      const [problem = ""] = await rehearsal.problemsOf(domain, declared("b", second));
      assert.match(problem, refusal('resource "a"'));
    });

    it("if the state has dropped the resource's own entry", async () => {
      await existing(declared("a", first));
      const [problem = ""] = await rehearsal.problemsOf(domain, declared("a", second));
      assert.match(problem, /^shop\.de is registered in accountIdentifier p100001\. A domain cannot move/);
    });

    it("unless the claim is stale, or the domain is external", async () => {
      await existing(declared("a", first));
      assert.deepEqual(await rehearsal.problemsOf(domain, declared("b", second, "shop", { external: true })), []);
      leave();
      assert.deepEqual(await rehearsal.problemsOf(domain, declared("b", second)), []);
      assert.deepEqual(rehearsal.warnings, []);
    });

    it("unless the account cannot be listed, with a warning", async () => {
      await existing(declared("a", first));
      rehearsal.sandbox.control.faults.add({
        path: `/v1/accounts/${first}/domains`,
        occurrence: "always",
        effect: { kind: "status", status: 500 },
      });
      assert.deepEqual(await rehearsal.problemsOf(domain, declared("b", second)), []);
      assert.match(
        rehearsal.warnings.join("\n"),
        /domain shop\.de of account p100002: accountIdentifier p100001 may still have the name, and could not be listed\. .*500/,
      );
    });
  });

  describe("is not exchanged across accounts", () => {
    const pair = async () => [await existing(declared("a", first)), await existing(declared("b", second, "other"))] as const;

    it("by either resource, before anything is sent", async () => {
      const [a, b] = await pair();
      const orders = rehearsal.requests("registerDomain");
      await assert.rejects(
        replacing(a, declared("a", first, "other")),
        /cannot be replaced because of sld\. other\.de is registered in accountIdentifier p100002 \(resource "b" .*explain name-elsewhere`/,
      );
      await assert.rejects(
        replacing(b, declared("b", second)),
        /cannot be replaced because of sld\. shop\.de is registered in accountIdentifier p100001 \(resource "a"/,
      );
      assert.equal(rehearsal.requests("registerDomain"), orders);
    });

    it("if the other resource is only removed, whose domain stays", async () => {
      const [a, b] = await pair();
      declares(declared("a", first, "other"));
      await assert.rejects(replacing(a, declared("a", first, "other")), /other\.de is registered in accountIdentifier p100002/);
      await assert.rejects(deletionOf(b), /resource "a" of this run declares the same name in accountIdentifier p100001/);
      assert.ok(isThere("other.de"));
    });

    it("unless the other account does not have the name", async () => {
      const [a] = await pair();
      leave("other.de");
      await replacing(a, declared("a", first, "other"));
      assert.match(
        rehearsal.warnings.join(),
        /^The replacement cancels domain shop\.de [^,]*, which cannot be undone and is not refunded\. /,
      );
    });
  });
});
