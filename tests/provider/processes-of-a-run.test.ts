import assert from "node:assert/strict";
import { domain } from "../../provider/resources/domain.js";
import { subdomain } from "../../provider/resources/subdomain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import type { Properties } from "../../provider/values/properties.js";
import { deletedWithKey, nameKey, readerKey } from "../../provider/values/reserved-properties.js";
import { rehearseKernel, type Shown } from "../support/kernel.js";
import { messageOf, samples } from "../support/rehearsal.js";

/** Each explicit `Provider` of a program has its own process. Whatever a rule asks of the run, it must ask of all of them. */
describe("a run with several provider processes", () => {
  const rehearsal = rehearseKernel({}, { subdomainDeletion: "body", previewChecks: "online" });

  interface Chain {
    readonly account: Shown;
    readonly shop: Shown;
    readonly blog: Shown;
  }

  /** Account, domain and subdomain, each in the previous one, from an earlier run. */
  async function chain(messages: Properties = {}): Promise<Chain> {
    const named = { ...samples.virtualAccount, forceDestroy: true, [nameKey]: "account" };
    const account = await rehearsal.kernel(virtualAccount).create(named);
    const accountIdentifier = account.id.split("/")[1]!;
    const shop = await createDomain({ accountIdentifier, sld: "several", tld: "de", [nameKey]: "shop", ...messages });
    const blog = await rehearsal.kernel(subdomain).create({ ...blogIn(accountIdentifier), [nameKey]: "blog" });
    rehearsal.recorded("domain", shop.id);
    rehearsal.endRun();
    return { account, shop, blog };
  }
  const createDomain = (inputs: Properties) => rehearsal.kernel(domain).create(inputs);
  const blogIn = (accountIdentifier: string) => ({ accountIdentifier, domainIdentifier: "several.de", name: "blog" });
  const accountOf = ({ id }: Shown) => id.split("/")[1]!;
  const deleteAccount = ({ id, state }: Shown) => rehearsal.kernel(virtualAccount).delete(id, state);
  const deleteDomain = ({ id, state }: Shown) => rehearsal.kernel(domain).delete(id, state);
  const declares = (definition: typeof domain | typeof subdomain, { id, state }: Shown) =>
    rehearsal.declares(definition, id, state);
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
        await assert.rejects(deleteAccount(account), { code: "others inside" });
        assert.deepEqual(deletions(), [0, 0, 0]);
      });

      it("creates nothing in a domain that it replaces, whichever is compared first", async () => {
        const { shop } = await chain();
        const arrival = { ...blogIn(shop.id.split("/")[0]!), name: "new", [nameKey]: "new" };
        const news = { ...shop.state, sld: "other", [nameKey]: "shop" };
        assert.deepEqual(await rehearsal.problemsOf(subdomain, arrival), []);
        change();
        await assert.rejects(rehearsal.kernel(domain).checkPlan(shop.id, shop.state, news, ["sld"]), { code: "arriving inside" });

        rehearsal.endRun();
        const container = { path: shop.id, title: "the domain", isReplaced: true, isRetained: false };
        rehearsal.ownership.run.recordEntry("domain", shop.id, shop.state, { container, takes: shop.id });
        change();
        assert.match((await rehearsal.problemsOf(subdomain, arrival)).join(), /would lie in .*, which this run replaces: /);
      });

      it("fails for what stays in a domain that it replaces", async () => {
        const { shop, blog } = await chain();
        rehearsal.ownership.run.recordEntry("domain", shop.id, shop.state, { takes: shop.id });
        change();
        await declares(domain, shop);
        await declares(subdomain, blog);
        const compared = rehearsal.kernel(subdomain).checkStays(blog.id, blog.state, blog.state);
        // In one process, the comparison itself tells.
        if (where === "in two processes") await assert.rejects(compared, { code: "in replaced" });
        else await compared;
      });

      it("waits for a domain that it creates, and looks into one that it adopts", async () => {
        const shop = { accountIdentifier: "p100001", sld: "several", tld: "de", [nameKey]: "shop" };
        const blog = { ...blogIn("p100001"), [nameKey]: "blog" };
        const problemsOf = async (inputs: Properties) => (await rehearsal.problemsOf(subdomain, inputs)).join();
        assert.deepEqual(await rehearsal.problemsOf(domain, shop), []);
        change();
        rehearsal.warnings.length = 0;
        assert.deepEqual([await problemsOf(blog), rehearsal.said(), rehearsal.requests("listSubdomains")], ["", "", 0]);
        assert.match(await problemsOf({ ...blog, adopt: true }), /explain not-there-yet`/);

        rehearsal.endRun();
        assert.deepEqual(await rehearsal.problemsOf(domain, { ...shop, sld: "sommer-gartenbau", adopt: true }), []);
        change();
        assert.match(await problemsOf({ ...blog, domainIdentifier: "sommer-gartenbau.de" }), /blog.* already exists/);
      });

      it("keeps an object that the program reads, and names the reader", async () => {
        const { blog } = await chain();
        await rehearsal.kernel(subdomain).read(blog.id, { [readerKey]: "reader" });
        change();
        await rehearsal.kernel(subdomain).delete(blog.id, blog.state);
        assert.match(rehearsal.said(), /was not deleted: resource "reader" of this run reads it/);
        assert.deepEqual(deletions(), [0, 0, 0]);
      });

      it("fails if a resource was refused because of the object, and deletes it for that resource itself", async () => {
        const { account, shop } = await chain();
        const old = await createDomain({ ...samples.domain, [nameKey]: "old" });
        rehearsal.endRun();
        await messageOf(createDomain({ ...samples.domain, [nameKey]: "new" }));
        const { sld, tld } = shop.state;
        await messageOf(createDomain({ accountIdentifier: accountOf(account), sld, tld, [nameKey]: "shop" }));
        change();
        await assert.rejects(deleteDomain(old), { code: "wanted" });
        await deleteDomain({ ...shop, state: { ...shop.state, [nameKey]: "shop" } });
        assert.deepEqual(deletions(), [0, 1, 0]);
      });

      for (const [how, obtain] of Object.entries({
        declares: ({ blog }: Chain) => declares(subdomain, blog),
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
          assert.match(await messageOf(deleteDomain(all.shop)), /also delete subdomain \S+ \(resource "blog" of this program\)/);
          assert.equal(rehearsal.requests("deleteDomain"), 0);
        });

      it("keeps an account with a declared domain, unless this run replaces that one and its `deletedWith` says so", async () => {
        const { account, shop } = await chain({ [deletedWithKey]: "account" });
        await declares(domain, shop);
        change();
        await assert.rejects(deleteAccount(account), { code: "own inside" });
        rehearsal.beginNextRun();
        rehearsal.ownership.run.recordEntry("domain", shop.id, shop.state, { takes: "" });
        await declares(domain, shop);
        change();
        await deleteAccount(account);
        assert.deepEqual(deletions(), [1, 0, 0]);
      });

      it("lets one resource adopt an object", async () => {
        await createDomain({ ...samples.domain, [nameKey]: "old" });
        rehearsal.endRun();
        const adopts = (name: string) => createDomain({ ...samples.domain, adopt: true, [nameKey]: name });
        const { id } = await adopts("one");
        change();
        await assert.rejects(adopts("two"), { code: "taken" });
        assert.equal(rehearsal.ownership.run.otherAdopter("domain", id.toUpperCase().replace("P", "p"), "two"), "one");
      });
    });

  it("knows nothing of what another run reads, declares, is refused or adopts", async () => {
    const { account, shop, blog } = await chain();
    await rehearsal.kernel(domain).read(shop.id, { [readerKey]: "reader" });
    await declares(subdomain, blog);
    const { run } = rehearsal.ownership;
    run.recordDeclaration({ kind: "virtualAccount", name: "other" }, { refusedFor: [account.id], adopts: account.id });
    run.recordEntry("domain", shop.id, shop.state, { takes: "" });
    rehearsal.beginRunBeside();
    const beside = rehearsal.ownership.run;
    assert.equal(beside.refusedBecauseOf("virtualAccount", account.id), undefined);
    assert.equal(beside.otherAdopter("virtualAccount", account.id, "self"), undefined);
    assert.equal(beside.readerOf("domain", shop.id), undefined);
    assert.deepEqual(beside.readWithin(accountOf(account)), []);
    assert.deepEqual([beside.isSuperseded("domain", shop.id), beside.isInUse("subdomain", blog.id)], [false, false]);
  });
});
