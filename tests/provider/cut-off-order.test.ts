import assert from "node:assert/strict";
import type { Properties } from "../../provider/values/properties.js";
import { domain } from "../../provider/resources/domain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { rehearseKernel } from "../support/kernel.js";
import { samples } from "../support/rehearsal.js";

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
