import assert from "node:assert/strict";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { webhook } from "../../provider/resources/webhook.js";
import type { Properties } from "../../provider/values/properties.js";
import { rehearseKernel } from "../support/kernel.js";
import { messageOf, samples } from "../support/rehearsal.js";

const mask = "********";
const declared = {
  ...samples.webhook,
  headers: { Authorization: "Bearer T0KEN-of-shop", "X-From": "shop" },
  parameters: { key: "code", value: "C0DE-of-shop" },
};
/** The webhook as an API shows it that masks secrets. */
const shownBy = (inputs: Properties): Properties => ({
  ...inputs,
  headers: { authorization: mask, "X-From": "shop" },
  parameters: { key: "code", value: "•••••" },
});

describe("a webhook whose secrets the provider shows masked", () => {
  const rehearsal = rehearseKernel();
  const kernel = () => rehearsal.kernel(webhook);

  function show(inputs: Properties, uid = "1"): void {
    const { faults } = rehearsal.sandbox.control;
    const body = { ...shownBy(inputs), uid };
    faults.clear();
    for (const operation of ["createWebhook", "updateWebhook", "getWebhook"])
      faults.add({ operation, occurrence: "always", effect: { kind: "body", body } });
    faults.add({ operation: "listWebhooks", occurrence: "always", effect: { kind: "body", body: [body] } });
  }

  async function created() {
    const { faults } = rehearsal.sandbox.control;
    const { id } = await kernel().create({ ...declared, __resource: "hook" });
    faults.clear();
    show(declared, id);
    rehearsal.endRun();
    return { id, state: { ...declared, uid: id } };
  }

  it("keeps the declared secrets in its state, and shows no drift", async () => {
    const { id, state } = await created();
    const read = await kernel().read(id, state);
    assert.deepEqual(read?.inputs["headers"], declared.headers);
    assert.deepEqual(read?.inputs["parameters"], declared.parameters);
    assert.equal(kernel().diff(id, read.state, declared).changes, false);
    assert.ok(!JSON.stringify(read).includes(mask));
  });

  it("does not bring a mask into a state that has only its id", async () => {
    const { id } = await created();
    const read = await kernel().read(id, {});
    assert.deepEqual(read?.state["headers"], { "X-From": "shop" });
    assert.deepEqual(read?.state["parameters"], { key: "code" });
    assert.equal(kernel().diff(id, read.state, declared).changes, undefined, "the declared secrets are sent");
  });

  it("gets the declared secrets if it is adopted", async () => {
    const { id } = await created();
    rehearsal.loseJournal();
    const before = rehearsal.requests("updateWebhook");
    const { state } = await kernel().create({ ...declared, adopt: true, __resource: "second" });
    assert.equal(state["uid"], id);
    assert.equal(rehearsal.requests("updateWebhook"), before + 1);
    assert.deepEqual(state["headers"], declared.headers);
  });

  it("is not updated with a mask", async () => {
    const { id, state } = await created();
    const updated = kernel().update(id, state, { ...declared, headers: { A: mask } });
    assert.match(await messageOf(updated), /body\.headers\.A: is only a mask/);
  });
});

describe("an account whose password the answer to its creation masks", () => {
  it("keeps the declared one", async () => {
    const client = { accounts: { createVirtual: () => Promise.resolve({ name: "p1", password: mask }) } };
    const { inputs } = await virtualAccount.create!({ client } as never, samples.virtualAccount);
    assert.equal((inputs as Properties)["password"], undefined);
  });
});
