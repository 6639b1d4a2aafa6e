import assert from "node:assert/strict";
import type { Properties } from "../../provider/values/properties.js";
import { domain } from "../../provider/resources/domain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { rehearseKernel } from "../support/kernel.js";
import { samples } from "../support/rehearsal.js";

describe("an account in which an interrupted run may have ordered a domain", () => {
  const rehearsal = rehearseKernel();
  const account = {
    ...samples.virtualAccount,
    virtualName: "chain",
    forceDestroy: true,
    __resource: "account",
  };

  async function createAccount() {
    const made = await rehearsal.kernel(virtualAccount).create(account);
    const order = { accountIdentifier: made.id.split("/")[1]!, sld: "cut-off", tld: "de", __resource: "domain" };
    return { ...made, order };
  }
  type Made = Awaited<ReturnType<typeof createAccount>>;

  const replacing = ({ id, state }: Made) =>
    rehearsal.kernel(virtualAccount).checkPlan(id, state, { ...account, virtualName: "other" }, ["virtualName"]);
  const deleting = ({ id, state }: Made) => rehearsal.kernel(virtualAccount).delete(id, state);
  const isThere = () => rehearsal.sandbox.control.store.domains.get("cut-off.de") !== undefined;
  const create = (inputs: Properties) => rehearsal.kernel(domain).create(inputs);

  const ways: Readonly<Record<string, { how(order: Properties): Promise<unknown> }>> = {
    "was ordered with an answer": {
      how: create,
    },
    "was ordered without an answer": {
      async how(order) {
        const { faults } = rehearsal.sandbox.control;
        faults.add({ operation: "registerDomain", effect: { kind: "hold", when: "after" } });
        create(order).catch(() => undefined);
        while (faults.held().length === 0) await new Promise(setImmediate);
      },
    },
    "was adopted": {
      async how(order) {
        const { domains } = rehearsal.sandbox.control.store;
        const account = String(order["accountIdentifier"]);
        domains.insert({ ...domains.all()[0]!, id: "cut-off.de", account, sld: "cut-off", tld: "de" });
        await create({ ...order, adopt: true });
      },
    },
  };

  for (const [name, { how }] of Object.entries(ways))
    it(`is neither replaced nor deleted if the domain ${name}, and says what to do`, async () => {
      const made = await createAccount();
      rehearsal.endRun();
      await how(made.order);
      rehearsal.beginNextRun();
      const all = new RegExp(
        `it may hold domain cut-off\\.de of account .*, which resource "domain" of this stack requested on [\\d-]+\\. Run \`hosting recover --yes\``,
      );
      await assert.rejects(replacing(made), all);
      await assert.rejects(deleting(made), all);
      assert.ok(isThere());
    });

  it("is neither replaced nor deleted if the run was of another stack, which has to settle it", async () => {
    const made = await createAccount();
    rehearsal.endRunBefore("orderer");
    await ways["was ordered without an answer"]!.how(made.order);
    rehearsal.beginNextRun();
    rehearsal.endRunBefore("stack");
    const others =
      /it may hold domain cut-off\.de .*, which resource "domain" of stack project\/orderer .* requested on [\d-]+\./;
    await assert.rejects(replacing(made), others);
    await assert.rejects(deleting(made), others);
    assert.ok(isThere());
  });

  it("is replaced if the state has the domain, although the run ended before it told the program", async () => {
    const made = await createAccount();
    rehearsal.endRun();
    const ordered = await create(made.order);
    rehearsal.beginNextRun();
    rehearsal.seen("domain", ordered.id, ordered.state);
    await replacing(made);
  });

  it("is replaced if the run that ordered the domain ended normally", async () => {
    const made = await createAccount();
    await create(made.order);
    rehearsal.endRun();
    await replacing(made);
  });

  it("is deleted with a domain that declares `deletedWith`", async () => {
    const made = await createAccount();
    rehearsal.endRun();
    await create({ ...made.order, __deletedWith: "account" });
    rehearsal.beginNextRun();
    await deleting(made);
    assert.ok(!isThere());
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
