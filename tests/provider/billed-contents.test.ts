import assert from "node:assert/strict";
import { ofAnyKind } from "../../provider/definition/definition.js";
import { domain } from "../../provider/resources/domain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import type { Properties } from "../../provider/values/properties.js";
import { nameKey, ownerKey, retainedKey } from "../../provider/values/reserved-properties.js";
import { type KernelRehearsal, rehearseKernel } from "../support/kernel.js";
import { messageOf, samples } from "../support/rehearsal.js";

const day = 24 * 60 * 60 * 1000;
const refused = /that would also delete domain \S+\/inside\.de, which is billed\. .*`forceDestroy: true`/;

/** An account of an earlier run, with a domain in it. */
async function accountWithDomain(rehearsal: KernelRehearsal, args: Properties = {}) {
  const inputs = { ...samples.virtualAccount, ...args, [nameKey]: "account" };
  const account = await rehearsal.kernel(virtualAccount).create(inputs);
  const inside = { accountIdentifier: account.id.split("/")[1]!, sld: "inside", tld: "de", [nameKey]: "domain" };
  const ordered = await rehearsal.kernel(domain).create(inside);
  rehearsal.recorded("virtualAccount", account.id);
  rehearsal.recorded("domain", ordered.id);
  rehearsal.endRun();
  return { account, ordered, inputs };
}
type Both = Awaited<ReturnType<typeof accountWithDomain>>;

const replacing = (rehearsal: KernelRehearsal, { account: { id, state } }: Both, news: Properties = {}) =>
  rehearsal.kernel(virtualAccount).checkPlan(id, state, { ...state, virtualName: "another", ...news }, ["virtualName"]);
const deleting = (rehearsal: KernelRehearsal, { account: { id, state } }: Both) =>
  rehearsal.kernel(virtualAccount).delete(id, state);
const deletions = (rehearsal: KernelRehearsal) => rehearsal.requests("deleteVirtualAccount");

describe("an account with a domain that this run does not delete", () => {
  const rehearsal = rehearseKernel();

  const journals: Readonly<Record<string, (both: Both) => void>> = {
    "the journal shows that the same stack has it": () => undefined,
    "the journal shows that it left its state": ({ ordered }) =>
      rehearsal.ownership.leavesBehind("domain", ordered.id, ordered.state),
    "the journal shows that another stack has it": () => rehearsal.endRunBefore("other"),
    "the journal is 31 days old": () => {
      rehearsal.clock.sleep(31 * day).catch(() => undefined);
      rehearsal.endRun();
    },
    "there is no journal": () => rehearsal.loseJournal(),
  };
  for (const [how, make] of Object.entries(journals))
    for (const does of [deleting, replacing])
      it(`is not ${does === deleting ? "deleted" : "replaced"}: ${how}`, async () => {
        const both = await accountWithDomain(rehearsal);
        make(both);
        assert.match(await messageOf(does(rehearsal, both)), /inside\.de/);
        assert.equal(deletions(rehearsal), 0);
      });

  it("is neither deleted nor replaced if only the program says `forceDestroy`", async () => {
    const both = await accountWithDomain(rehearsal);
    rehearsal.loseJournal();
    assert.match(await messageOf(replacing(rehearsal, both, { forceDestroy: true })), refused);
    assert.match(await messageOf(deleting(rehearsal, both)), refused);
  });

  for (const forceDestroy of [false, true])
    it(`is not deleted if its contents cannot be listed, and the state ${forceDestroy ? "says" : "does not say"} \`forceDestroy\``, async () => {
      const both = await accountWithDomain(rehearsal, { forceDestroy });
      rehearsal.loseJournal();
      rehearsal.sandbox.control.faults.add({ operation: "listDomains", effect: { kind: "status", status: 403 } });
      assert.match(await messageOf(deleting(rehearsal, both)), /was not deleted\. listDomains/);
      assert.equal(deletions(rehearsal), 0);
    });

  it("is deleted and replaced if the state says `forceDestroy`, and the message names the domain", async () => {
    const both = await accountWithDomain(rehearsal, { forceDestroy: true });
    rehearsal.loseJournal();
    await replacing(rehearsal, both);
    assert.match(rehearsal.warnings.join("\n"), /The replacement permanently destroys .* With it goes domain \S+\/inside\.de/);
    await deleting(rehearsal, both);
    assert.match(rehearsal.warnings.join("\n"), /also deleted domain \S+\/inside\.de, as `forceDestroy` says/);
    assert.equal(deletions(rehearsal), 1);
  });

  it("is kept by another stack's claim, even if the state says `forceDestroy`", async () => {
    const both = await accountWithDomain(rehearsal, { forceDestroy: true });
    const { id, state } = both.ordered;
    rehearsal.ownership.leavesBehind("domain", id, state);
    rehearsal.endRunBefore("other");
    await rehearsal.declares(domain, id, state);
    rehearsal.endRunBefore("stack");
    assert.match(
      await messageOf(deleting(rehearsal, both)),
      /was not deleted: that would also delete domain .*of stack project\/other/,
    );
  });

  it("is not replaced if it stays, because what depends on it is replaced all the same", async () => {
    const both = await accountWithDomain(rehearsal);
    const { id, state } = both.account;
    // As a preview leaves it, which nobody applied.
    await rehearsal.ownership.keeps(ofAnyKind(virtualAccount), { id, state, news: { ...state, [retainedKey]: true } });
    assert.match(await messageOf(replacing(rehearsal, both)), refused);
    rehearsal.endRunBefore("other");
    await rehearsal.declares(virtualAccount, id, { ...state, [ownerKey]: String(state[ownerKey]).replace(/^\S+/, "another") });
    rehearsal.endRunBefore("stack");
    assert.match(await messageOf(replacing(rehearsal, both)), refused);
  });

  it("is not deleted because one listing, which is out of date, lacks the domain", async () => {
    const both = await accountWithDomain(rehearsal);
    rehearsal.loseJournal();
    rehearsal.sandbox.control.faults.add({ operation: "listDomains", effect: { kind: "body", body: [] } });
    assert.match(await messageOf(deleting(rehearsal, both)), refused);
    assert.equal(deletions(rehearsal), 0);
  });

  it("says so once an update has recorded it, which sends nothing, until another one takes it back", async () => {
    const { account, inputs } = await accountWithDomain(rehearsal);
    const kernel = rehearsal.kernel(virtualAccount);
    const asked = { ...inputs, forceDestroy: true };
    assert.deepEqual(kernel.diff(account.id, account.state, asked), {
      changes: undefined,
      replaces: [],
      deleteBeforeReplace: false,
    });
    const writes = () => rehearsal.sandbox.control.journal.requests({}).filter(({ method }) => method !== "GET").length;
    const before = writes();
    const forced = await kernel.update(account.id, account.state, asked);
    assert.equal(forced["forceDestroy"], true);
    assert.equal(kernel.diff(account.id, forced, asked).changes, false);
    const back = await kernel.update(account.id, forced, inputs);
    assert.equal(back["forceDestroy"], undefined);
    assert.equal(kernel.diff(account.id, back, { ...inputs, forceDestroy: false }).changes, false);
    assert.equal(writes(), before);
  });

  it("is deleted and replaced without any word if it is empty", async () => {
    const both = await accountWithDomain(rehearsal);
    rehearsal.sandbox.control.store.domains.delete("inside.de");
    rehearsal.loseJournal();
    await replacing(rehearsal, both);
    await deleting(rehearsal, both);
    assert.equal(deletions(rehearsal), 1);
  });
});

for (const domainDeletion of ["immediate", "scheduled"] as const)
  describe(`an account whose domain this run deletes (${domainDeletion})`, () => {
    const rehearsal = rehearseKernel({ readings: { domainDeletion } });

    for (const order of ["before it", "beside it"])
      it(`is deleted, if that begins ${order}, without a journal`, async () => {
        const both = await accountWithDomain(rehearsal);
        rehearsal.loseJournal();
        const inner = rehearsal.kernel(domain).delete(both.ordered.id, both.ordered.state);
        if (order === "before it") await inner;
        await Promise.all([deleting(rehearsal, both), inner]);
        assert.equal(deletions(rehearsal), 1);
      });

    it("is deleted if another process of this run does", async () => {
      const both = await accountWithDomain(rehearsal);
      await rehearsal.kernel(domain).delete(both.ordered.id, both.ordered.state);
      rehearsal.beginProcessBeside();
      await deleting(rehearsal, both);
      assert.equal(deletions(rehearsal), 1);
    });

    it("is not deleted if an earlier run did and the domain is still listed", async () => {
      const both = await accountWithDomain(rehearsal);
      await rehearsal.kernel(domain).delete(both.ordered.id, both.ordered.state);
      rehearsal.endRun();
      if (domainDeletion === "immediate") await deleting(rehearsal, both);
      else assert.match(await messageOf(deleting(rehearsal, both)), refused);
    });
  });
