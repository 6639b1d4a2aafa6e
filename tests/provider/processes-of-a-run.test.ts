import assert from "node:assert/strict";
import { domain } from "../../provider/resources/domain.js";
import { subdomain } from "../../provider/resources/subdomain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { deletedWithKey, nameKey, readerKey } from "../../provider/values/reserved-properties.js";
import type { Properties } from "../../provider/values/properties.js";
import { rehearseKernel } from "../support/kernel.js";
import { messageOf, samples } from "../support/rehearsal.js";

/** Each explicit `Provider` of a program has its own process. Whatever a rule asks of the run, it must ask of all of them. */
describe("a run with several provider processes", () => {
  const rehearsal = rehearseKernel({}, { subdomainDeletion: "body", previewChecks: "online" });
  const warnings = () => rehearsal.warnings.join("\n");

  interface Shown {
    readonly id: string;
    readonly state: Properties;
  }
  interface Chain {
    readonly account: Shown;
    readonly shop: Shown;
    readonly blog: Shown;
  }

  /** Account, domain and subdomain, each in the previous one, from an earlier run. */
  async function chain(said: Properties = {}): Promise<Chain> {
    const account = await rehearsal
      .kernel(virtualAccount)
      .create({ ...samples.virtualAccount, forceDestroy: true, [nameKey]: "account" });
    const accountIdentifier = account.id.split("/")[1]!;
    const named = { accountIdentifier, sld: "several", tld: "de", [nameKey]: "shop", ...said };
    const shop = await rehearsal.kernel(domain).create(named);
    const blog = await rehearsal.kernel(subdomain).create({ ...blogIn(accountIdentifier), [nameKey]: "blog" });
    rehearsal.recorded("domain", shop.id);
    rehearsal.endRun();
    return { account, shop, blog };
  }
  const blogIn = (accountIdentifier: string) => ({ accountIdentifier, domainIdentifier: "several.de", name: "blog" });
  const accountOf = ({ id }: Shown) => id.split("/")[1]!;
  const declares = async ({ shop, blog }: Partial<Chain>) => {
    if (shop !== undefined) await rehearsal.declares(domain, shop.id, shop.state);
    if (blog !== undefined) await rehearsal.declares(subdomain, blog.id, blog.state);
  };
  const deletions = () => ["deleteVirtualAccount", "deleteDomain", "deleteSubdomain"].map((each) => rehearsal.requests(each));

  const places = {
    "in one process": () => undefined,
    "in two processes": () => rehearsal.beginProcessBeside(),
  };

  for (const [where, change] of Object.entries(places))
    describe(where, () => {
      it("keeps an account with a domain that the program reads", async () => {
        const { account, shop, blog } = await chain();
        // As if it had been ordered by hand.
        rehearsal.ownership.leavesBehind("domain", shop.id, shop.state);
        rehearsal.ownership.leavesBehind("subdomain", blog.id, blog.state);
        await rehearsal.kernel(domain).read(shop.id.replace("several", "SEVERAL"), { [readerKey]: "reader" });
        change();
        const message = await messageOf(rehearsal.kernel(virtualAccount).delete(account.id, account.state));
        assert.match(message, /was not deleted: that would also delete domain \S+ \(read by resource "reader" of this run\)/);
        assert.deepEqual(deletions(), [0, 0, 0]);
      });

      it("creates nothing in a domain that it replaces, whichever is compared first", async () => {
        const { shop } = await chain();
        const { run } = rehearsal.ownership;
        const arrival = { ...blogIn(shop.id.split("/")[0]!), name: "new", [nameKey]: "new" };
        const replace = () =>
          rehearsal.kernel(domain).checkPlan(shop.id, shop.state, { ...shop.state, sld: "other", [nameKey]: "shop" }, ["sld"]);

        assert.deepEqual(await rehearsal.problemsOf(subdomain, arrival), []);
        change();
        assert.match(await messageOf(replace()), /the program declares resource "new" in it\. /);

        rehearsal.endRun();
        const { run: next } = rehearsal.ownership;
        assert.notEqual(next, run);
        const container = { path: shop.id, title: "the domain", isReplaced: true, isRetained: false };
        next.recordEntry("domain", shop.id, shop.state, { container, takes: shop.id });
        change();
        assert.match(
          (await rehearsal.problemsOf(subdomain, arrival)).join(),
          /^domainIdentifier: subdomain new\.several\.de would lie in .*domain.*, which this run replaces: /,
        );
      });

      it("fails for what stays in a domain that it replaces", async () => {
        const all = await chain();
        rehearsal.ownership.run.recordEntry("domain", all.shop.id, all.shop.state, { takes: all.shop.id });
        change();
        await declares(all);
        const { id, state } = all.blog;
        const compared = rehearsal.kernel(subdomain).checkStays(id, state, state);
        // In one process, the comparison itself tells.
        if (where === "in two processes") await assert.rejects(compared, { code: "in replaced" });
        else await compared;
      });

      it("waits for a domain that it creates, and looks into one that it adopts", async () => {
        const shop = { accountIdentifier: "p100001", sld: "several", tld: "de", [nameKey]: "shop" };
        const blog = { ...blogIn("p100001"), [nameKey]: "blog" };
        assert.deepEqual(await rehearsal.problemsOf(domain, shop), []);
        change();
        rehearsal.sandbox.control.journal.clear();
        rehearsal.warnings.length = 0;
        assert.deepEqual(await rehearsal.problemsOf(subdomain, blog), []);
        assert.deepEqual([warnings(), rehearsal.requests("listSubdomains")], ["", 0]);
        assert.match((await rehearsal.problemsOf(subdomain, { ...blog, adopt: true })).join(), /cannot exist yet/);

        rehearsal.endRun();
        const there = { ...shop, sld: "sommer-gartenbau", adopt: true };
        assert.deepEqual(await rehearsal.problemsOf(domain, there), []);
        change();
        const inside = { ...blog, domainIdentifier: "sommer-gartenbau.de" };
        assert.match((await rehearsal.problemsOf(subdomain, inside)).join(), /blog.* already exists/);
      });

      it("keeps a domain with a subdomain that the program reads", async () => {
        const { shop, blog } = await chain();
        await rehearsal.kernel(subdomain).read(blog.id, { [readerKey]: "reader" });
        change();
        const message = await messageOf(rehearsal.kernel(domain).delete(shop.id, shop.state));
        assert.match(message, /was not deleted: that would also delete subdomain \S+ \(read by resource "reader" of this run\)/);
        assert.deepEqual(deletions(), [0, 0, 0]);
      });

      it("keeps an object that the program reads, and names the reader", async () => {
        const { blog } = await chain();
        await rehearsal.kernel(subdomain).read(blog.id, { [readerKey]: "reader" });
        change();
        await rehearsal.kernel(subdomain).delete(blog.id, blog.state);
        assert.match(warnings(), /was not deleted: resource "reader" of this run reads it/);
        assert.deepEqual(deletions(), [0, 0, 0]);
      });

      it("fails if a resource was refused because of the object, and deletes it for that resource itself", async () => {
        const { account, shop } = await chain();
        const old = await rehearsal.kernel(domain).create({ ...samples.domain, [nameKey]: "old" });
        rehearsal.endRun();
        await messageOf(rehearsal.kernel(domain).create({ ...samples.domain, [nameKey]: "new" }));
        const { sld, tld } = shop.state;
        const itself = { accountIdentifier: accountOf(account), sld, tld, [nameKey]: "shop" };
        await messageOf(rehearsal.kernel(domain).create(itself));
        change();
        const message = await messageOf(rehearsal.kernel(domain).delete(old.id, old.state));
        assert.match(message, /was not deleted: resource "new" of this run was refused because it exists/);
        assert.deepEqual(deletions(), [0, 0, 0]);
        await rehearsal.kernel(domain).delete(shop.id, { ...shop.state, [nameKey]: "shop" });
        assert.deepEqual(deletions(), [0, 1, 0]);
      });

      for (const [how, obtain] of Object.entries({
        declares: ({ blog }: Chain) => declares({ blog }),
        "has adopted": async ({ account }: Chain) => {
          await rehearsal.kernel(subdomain).create({ ...blogIn(accountOf(account)), adopt: true, [nameKey]: "blog" });
        },
        "has created": async ({ account, blog }: Chain) => {
          await rehearsal.kernel(subdomain).delete(blog.id, blog.state);
          await rehearsal.kernel(subdomain).create({ ...blogIn(accountOf(account)), [nameKey]: "blog" });
        },
      }))
        it(`keeps a domain with a subdomain that the program ${how}`, async () => {
          const all = await chain();
          await obtain(all);
          change();
          const message = await messageOf(rehearsal.kernel(domain).delete(all.shop.id, all.shop.state));
          assert.match(message, /was not deleted: that would also delete subdomain \S+ \(resource "blog" of this program\)/);
          assert.equal(rehearsal.requests("deleteDomain"), 0);
        });

      it("keeps an account with a declared domain, unless this run replaces that one and its `deletedWith` says so", async () => {
        const all = await chain({ [deletedWithKey]: "account" });
        const { account, shop } = all;
        await declares({ shop });
        change();
        const message = await messageOf(rehearsal.kernel(virtualAccount).delete(account.id, account.state));
        assert.match(message, /was not deleted: that would also delete domain \S+ \(resource "shop" of this program\)/);
        rehearsal.beginNextRun();
        rehearsal.ownership.run.recordEntry("domain", shop.id, shop.state, { takes: "" });
        await declares({ shop });
        change();
        await rehearsal.kernel(virtualAccount).delete(account.id, account.state);
        assert.deepEqual(deletions(), [1, 0, 0]);
      });

      it("lets one resource adopt an object", async () => {
        await rehearsal.kernel(domain).create({ ...samples.domain, [nameKey]: "old" });
        rehearsal.endRun();
        const adopts = (name: string) => rehearsal.kernel(domain).create({ ...samples.domain, adopt: true, [nameKey]: name });
        const { id } = await adopts("one");
        change();
        assert.match(await messageOf(adopts("two")), /was not adopted\. It belongs to resource "one" of this stack\./);
        assert.equal(rehearsal.ownership.run.otherAdopter("domain", id.toUpperCase().replace("P", "p"), "two"), "one");
      });

      it("takes an object for in use that the program declares or reads, but not one that it replaces", async () => {
        const { shop, blog } = await chain();
        await declares({ shop });
        await rehearsal.kernel(subdomain).read(blog.id, { [readerKey]: "reader" });
        change();
        const { run } = rehearsal.ownership;
        assert.deepEqual([run.isInUse("domain", shop.id), run.isInUse("subdomain", blog.id)], [true, true]);
        assert.equal(run.isInUse("domain", `${shop.id}x`), false);
      });
    });

  it("knows nothing of what another run reads, declares, is refused or adopts", async () => {
    const { account, shop, blog } = await chain();
    await rehearsal.kernel(domain).read(shop.id, { [readerKey]: "reader" });
    await declares({ blog });
    const { run } = rehearsal.ownership;
    const other = { kind: "virtualAccount", name: "other" };
    run.recordDeclaration(other, { refusedFor: [account.id], adopts: account.id });
    run.recordEntry("domain", shop.id, shop.state, { takes: "" });
    rehearsal.beginRunBeside();
    const beside = rehearsal.ownership.run;
    assert.deepEqual(
      [
        beside.refusedBecauseOf("virtualAccount", account.id),
        beside.otherAdopter("virtualAccount", account.id, "self"),
        beside.readerOf("domain", shop.id),
        beside.isSuperseded("domain", shop.id),
        beside.isInUse("subdomain", blog.id),
        beside.readWithin(accountOf(account)),
      ],
      [undefined, undefined, undefined, false, false, []],
    );
  });

  it("learns what another process has told since it last asked, and does not count a refusal as a holder", async () => {
    const { shop } = await chain();
    const first = rehearsal.ownership;
    assert.equal(first.run.refusedBecauseOf("domain", shop.id), undefined);
    rehearsal.beginProcessBeside();
    rehearsal.ownership.run.recordDeclaration({ kind: "domain", name: "two words" }, { refusedFor: [shop.id] });
    rehearsal.ownership.run.recordDeclaration({ kind: "domain", name: "" }, { adopts: shop.id });
    assert.equal(first.run.refusedBecauseOf("domain", shop.id), "two words");
    assert.equal(first.run.otherAdopter("domain", shop.id, "self"), "");
    assert.equal(first.holders.holder("domain", shop.id, shop.state), undefined);
    assert.equal(first.run.isInUse("domain", shop.id), false);
  });
});
