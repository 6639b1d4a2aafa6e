import assert from "node:assert/strict";
import { run } from "../support/hosting.js";
import { commandTimeout, type ResourceSpec, Stack, succeeded } from "../support/engine.js";
import { killedOnce } from "../support/killed.js";

describe("a stack that was renamed after a killed run", function () {
  this.timeout(4 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  it("finds by hosting recover the token that a run under its former name created", async () => {
    const { faults, store } = stack.sandbox.control;
    const hook: ResourceSpec = {
      type: "Webhook",
      name: "hook",
      args: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" },
    };
    const declare = (...more: ResourceSpec[]) => stack.declare({ resources: [hook, ...more] });
    await declare();
    succeeded(await stack.up());
    await declare({ type: "ApplicationToken", name: "token", args: { description: "deploy" } });
    const before = store.applicationTokens.all().length;
    faults.add({ operation: "createApplicationToken", effect: { kind: "timeout-after" } });
    await killedOnce(await stack.start(["up", "--yes", "--skip-preview"]), () => store.applicationTokens.all().length > before);
    faults.clear();
    succeeded(await stack.pulumi("cancel", "--yes"));

    succeeded(await stack.pulumi("stack", "rename", "later"));
    await declare();
    succeeded(await stack.up());
    const lost = store.applicationTokens.all().find(({ description }) => description === "deploy")!;
    const { stdout } = await run(["recover", "--cwd", stack.folder], { env: { HOME: stack.folder, ...stack.environment } });
    assert.match(stdout, new RegExp(`It was sent by stack test, which was renamed or removed\\. ${lost.id} appeared since`));
  });
});
