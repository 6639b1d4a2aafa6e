import assert from "node:assert/strict";
import { domain } from "../../provider/resources/domain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import type { Properties } from "../../provider/values/properties.js";
import { nameKey } from "../../provider/values/reserved-properties.js";
import { type KernelRehearsal, rehearseKernel } from "../support/kernel.js";
import { messageOf, samples } from "../support/rehearsal.js";

const billed = { code: "billed inside" };

/** An account of an earlier run, with a domain in it. */
async function accountWithDomain(rehearsal: KernelRehearsal, args: Properties = {}) {
  const inputs = { ...samples.virtualAccount, ...args, [nameKey]: "account" };
  const account = await rehearsal.kernel(virtualAccount).create(inputs);
  rehearsal.recorded("virtualAccount", account.id);
  const inside = { accountIdentifier: account.id.split("/")[1]!, sld: "inside", tld: "de", [nameKey]: "domain" };
  return { account, ordered: await rehearsal.existing(domain, inside), inputs };
}
type Both = Awaited<ReturnType<typeof accountWithDomain>>;

const deleting = (rehearsal: KernelRehearsal, { account: { id, state } }: Both) =>
  rehearsal.kernel(virtualAccount).delete(id, state);

describe("an account with a domain that this run does not delete", () => {
  const rehearsal = rehearseKernel();
  const deletions = () => rehearsal.requests("deleteVirtualAccount");
  const replacing = ({ account: { id, state } }: Both, news: Properties = {}) =>
    rehearsal.kernel(virtualAccount).checkPlan(id, state, { ...state, virtualName: "another", ...news }, ["virtualName"]);

  const journals: Readonly<Record<string, (both: Both) => void>> = {
    "the journal shows that the same stack has it": () => undefined,
    "the journal shows that it left its state": ({ ordered }) =>
      rehearsal.ownership.leavesBehind("domain", ordered.id, ordered.state),
    "this run has only its entry leave the state": ({ ordered: { id, state } }) => {
      rehearsal.loseJournal();
      rehearsal.ownership.run.recordEntry("domain", id, state, { removal: Promise.resolve("left") });
    },
    "the journal shows that another stack has it": () => rehearsal.endRunBefore("other"),
    "there is no journal": () => rehearsal.loseJournal(),
    "one listing, which is out of date, lacks it": () => {
      rehearsal.loseJournal();
      rehearsal.fault("listDomains", { kind: "body", body: [] });
    },
  };
  for (const [how, make] of Object.entries(journals))
    it(`is neither deleted nor replaced, whatever the program says: ${how}`, async () => {
      const both = await accountWithDomain(rehearsal);
      make(both);
      assert.match(await messageOf(deleting(rehearsal, both)), /inside\.de/);
      assert.match(await messageOf(replacing(both, { forceDestroy: true })), /inside\.de/);
      assert.equal(deletions(), 0);
    });

  for (const forceDestroy of [false, true])
    it(`is not deleted if its contents cannot be listed, and the state ${forceDestroy ? "says" : "does not say"} \`forceDestroy\``, async () => {
      const both = await accountWithDomain(rehearsal, { forceDestroy });
      rehearsal.loseJournal();
      rehearsal.fault("listDomains", { kind: "status", status: 403 });
      assert.match(await messageOf(deleting(rehearsal, both)), /was not deleted\. listDomains/);
      assert.equal(deletions(), 0);
    });

  it("is deleted and replaced if the state says `forceDestroy`, and the message names the domain", async () => {
    const both = await accountWithDomain(rehearsal, { forceDestroy: true });
    rehearsal.loseJournal();
    await replacing(both);
    assert.match(rehearsal.said(), /The replacement permanently destroys .* With it goes domain \S+\/inside\.de/);
    await deleting(rehearsal, both);
    assert.match(rehearsal.said(), /also deleted domain \S+\/inside\.de, as `forceDestroy` says/);
    assert.equal(deletions(), 1);
  });

  it("says so once an update has recorded it, which sends nothing, until another one takes it back", async () => {
    const { account, inputs } = await accountWithDomain(rehearsal);
    const kernel = rehearsal.kernel(virtualAccount);
    const asked = { ...inputs, forceDestroy: true };
    assert.deepEqual(kernel.diff(account.id, account.state, asked).replaces, []);
    const writes = () => rehearsal.sandbox.control.journal.requests({}).filter(({ method }) => method !== "GET").length;
    const before = writes();
    const forced = await kernel.update(account.id, account.state, asked);
    assert.equal(kernel.diff(account.id, forced, asked).changes, false);
    const back = await kernel.update(account.id, forced, inputs);
    assert.deepEqual([forced["forceDestroy"], back["forceDestroy"], writes()], [true, undefined, before]);
  });
});

for (const domainDeletion of ["immediate", "scheduled"] as const)
  describe(`an account whose domain this run deletes (${domainDeletion})`, () => {
    const rehearsal = rehearseKernel({ readings: { domainDeletion } });
    const deleted = async (order: "before it" | "beside it" | "in another process" | "in an earlier run") => {
      const both = await accountWithDomain(rehearsal);
      if (order !== "in another process") rehearsal.loseJournal();
      const inner = rehearsal.kernel(domain).delete(both.ordered.id, both.ordered.state);
      if (order !== "beside it") await inner;
      if (order === "in another process") rehearsal.beginProcessBeside();
      if (order === "in an earlier run") rehearsal.endRun();
      await Promise.all([deleting(rehearsal, both), inner]);
      assert.equal(rehearsal.requests("deleteVirtualAccount"), 1);
    };

    for (const order of ["before it", "beside it", "in another process"] as const)
      it(`is deleted, if that begins ${order}`, () => deleted(order));

    it("is not deleted if an earlier run did and the domain is still listed", async () => {
      if (domainDeletion === "immediate") await deleted("in an earlier run");
      else await assert.rejects(deleted("in an earlier run"), billed);
    });
  });

describe("an account in which an interrupted run may have ordered a domain", () => {
  const rehearsal = rehearseKernel();
  const account = { ...samples.virtualAccount, virtualName: "chain", forceDestroy: true, __resource: "account" };
  const domains = () => rehearsal.sandbox.control.store.domains;
  const create = (inputs: Properties) => rehearsal.kernel(domain).create(inputs);

  async function createAccount() {
    const made = await rehearsal.kernel(virtualAccount).create(account);
    const accountIdentifier = made.id.split("/")[1]!;
    return { ...made, order: { accountIdentifier, sld: "cut-off", tld: "de", __resource: "domain" } };
  }

  const ways: Readonly<Record<string, (order: Properties) => Promise<unknown>>> = {
    "was ordered with an answer": create,
    "was ordered without an answer": (order) => rehearsal.hold(["registerDomain", "after"], () => create(order)),
    "was adopted": (order) => {
      const account = String(order["accountIdentifier"]);
      domains().insert({ ...domains().all()[0]!, id: "cut-off.de", account, sld: "cut-off", tld: "de" });
      return create({ ...order, adopt: true });
    },
  };

  for (const [name, how] of Object.entries(ways))
    for (const isOwn of [true, false])
      it(`is neither replaced nor deleted if the domain ${name}, by ${isOwn ? "this" : "another"} stack, and says what to do`, async () => {
        const { id, state, order } = await createAccount();
        if (isOwn) rehearsal.endRun();
        else rehearsal.endRunBefore("orderer");
        await how(order);
        rehearsal.beginNextRun();
        if (!isOwn) rehearsal.endRunBefore("stack");
        const refused = isOwn || name.includes("without") ? { code: "ordered inside" } : { code: "others inside" };
        const kernel = rehearsal.kernel(virtualAccount);
        await assert.rejects(kernel.checkPlan(id, state, { ...account, virtualName: "other" }, ["virtualName"]), refused);
        await assert.rejects(kernel.delete(id, state), refused);
        assert.ok(domains().get("cut-off.de"));
      });

  it("is deleted with a domain that declares `deletedWith`", async () => {
    const { id, state, order } = await createAccount();
    rehearsal.endRun();
    await create({ ...order, __deletedWith: "account" });
    rehearsal.beginNextRun();
    await rehearsal.kernel(virtualAccount).delete(id, state);
    assert.equal(domains().get("cut-off.de"), undefined);
  });
});

describe("a domain for which an interrupted run has ordered the successor", () => {
  const rehearsal = rehearseKernel();

  it("is replaced by that one, although its name is registered by now", async () => {
    const kernel = rehearsal.kernel(domain);
    const declared = { ...samples.domain, __resource: "domain" };
    const { id, state } = await kernel.create(declared);
    rehearsal.endRun();
    const successor = { ...declared, sld: "successor" };
    const ordered = await kernel.create(successor);
    rehearsal.beginNextRun();
    rehearsal.seen("domain", id, state);
    await kernel.checkPlan(id, state, successor, ["sld"]);
    assert.equal((await kernel.create(successor)).id, ordered.id);
  });
});
