import assert from "node:assert/strict";
import { commandTimeout, failed, Stack, succeeded } from "../support/engine.js";

describe("a state with a kind of a newer version, on the real engine", function () {
  this.timeout(4 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  it("fails every command and says what to install, and works again with that version", async () => {
    const url = "https://agency.example/hook";
    await stack.declare({
      resources: [{ type: "Webhook", name: "hook", args: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url } }],
    });
    succeeded(await stack.up());
    const { text } = await stack.export();
    await stack.importState(text.replaceAll(/(pulumi-hosting\/provider\S{1,4}\)\.)webhook\b/g, "$1webhookOfTomorrow"));
    const message = /does not know the resource kind "webhookOfTomorrow": a newer one wrote the state\. Install that version/;
    for (const command of ["refresh", "destroy"] as const) {
      const { output } = failed(await stack[command](), message);
      assert.doesNotMatch(output, /Cannot find module|^\s+at /m);
    }
    assert.equal(stack.sandbox.control.store.webhooks.all().length, 1);
    await stack.importState(text);
    succeeded(await stack.destroy());
  });
});
