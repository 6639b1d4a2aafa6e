import assert from "node:assert/strict";
import { changes, commandTimeout, failed, Stack, succeeded } from "../support/engine.js";

const hook = {
  eventType: "DOMAIN_REGISTRATION_STATUS",
  method: "POST",
  url: "https://agency.example/hook",
  headers: { "X-Secret": "planted-header-value" },
};

describe("failures on the real engine", function () {
  this.timeout(4 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  it("record an object that does not appear, finish it in the next up, and destroy it normally", async () => {
    await stack.declare({
      resources: [{ type: "Webhook", name: "hook", args: { ...hook, timeouts: { create: "1s", update: "1s" } } }],
    });
    const { faults, store } = stack.sandbox.control;
    faults.add({ operation: "createWebhook", effect: { kind: "hidden", reads: 1000 } });
    const outcome = failed(
      await stack.up(),
      /webhook POST .*was created, but could not be confirmed: .*within 1 second\..*Recorded; run again/,
    );
    assert.doesNotMatch(outcome.output, /planted/);
    const { resources, text } = await stack.export();
    const recorded = resources.find(({ urn }) => urn.endsWith("::hook"));
    assert.equal(recorded?.id, store.webhooks.all()[0]?.id);
    assert.match(String(recorded?.outputs?.["__provider"]), /pulumi-hosting\/provider/);
    assert.ok(!text.includes("planted"));

    stack.sandbox.control.restore(visible(stack.sandbox.control.snapshot()));
    faults.clear();
    assert.deepEqual(changes(succeeded(await stack.up())), ["update hook"]);
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
    succeeded(await stack.destroy());
    assert.deepEqual(store.webhooks.all(), []);
  });

  it("leave nothing after a refused creation, and print no secret that the provider repeats", async () => {
    await stack.declare({ resources: [{ type: "Webhook", name: "hook", args: hook }] });
    stack.sandbox.control.faults.add({
      operation: "createWebhook",
      occurrence: "always",
      effect: { kind: "status", status: 400, body: { message: "rejected: planted-header-value \u001b[31mred" } },
    });
    const outcome = failed(await stack.up(), /webhook POST https:\/\/agency\.example\/hook .*was not created\..*400/);
    assert.ok(!outcome.output.includes("planted-header-value") && !outcome.output.includes("\u001b"), outcome.output);
    const { resources } = await stack.export();
    assert.ok(!resources.some(({ urn }) => urn.endsWith("::hook")));
  });
});

/** A snapshot whose objects are no longer hidden. */
function visible<T extends object>(snapshot: T): T {
  return { ...snapshot, invisible: {} };
}
