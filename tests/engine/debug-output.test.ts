import assert from "node:assert/strict";
import { commandTimeout, Stack, succeeded } from "../support/engine.js";

const hook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" } as const;

describe("the debug output of Pulumi", function () {
  this.timeout(5 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  it("shows no secret of a new resource, of one that gets it from there, or of one that the program reads", async () => {
    const { webhooks } = stack.sandbox.control.store;
    webhooks.insert({ id: "776", login: "reseller", ...hook, headers: { authorization: "planted-header" } });
    await stack.declare({
      resources: [
        { type: "ApplicationToken", name: "deployment", args: { description: "deployment" } },
        { type: "Webhook", name: "new", args: { ...hook, headers: { authorization: { $of: ["deployment", "token"] } } } },
        { type: "Webhook", name: "existing", get: "776" },
      ],
      outputs: { token: { $of: ["deployment", "token"] } },
    });
    const { output, events } = succeeded(await stack.up("--debug"));
    const token = succeeded(await stack.pulumi("stack", "output", "token", "--show-secrets")).output.trim();
    assert.match(token, /\S{20}/);
    for (const text of [output, events]) {
      assert.match(text, /RegisterResource RPC finished: .*ApplicationToken::deployment/);
      assert.match(text, /ReadResource RPC finished: .*Webhook::existing/);
      assert.ok(!text.includes(token) && !text.includes("planted-header"), text);
    }

    // The program compares itself with the state, which it reads whole.
    await stack.declare({ resources: [{ type: "ApplicationToken", name: "deployment", args: { description: "deployment" } }] });
    const removal = succeeded(await stack.preview("--debug"));
    for (const text of [removal.output, removal.events]) {
      assert.match(text, /Invoke RPC finished: .*readStackResourceOutputs/);
      assert.ok(!text.includes(token) && !text.includes("planted-header"), text);
    }
  });
});
