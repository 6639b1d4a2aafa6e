import assert from "node:assert/strict";
import { killedOnce } from "../support/killed.js";
import { changes, commandTimeout, failed, type ResourceSpec, Stack, succeeded } from "../support/engine.js";

const hook: ResourceSpec = {
  type: "Webhook",
  name: "hook",
  args: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" },
};
describe("an object that is declared again after its deletion was cut off", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;

  beforeEach(async () => {
    stack = await Stack.create();
  });
  afterEach(() => stack.dispose());

  const store = () => stack.sandbox.control.store;

  /** Removes a resource from the program, and kills the engine and all its child processes once the deletion has taken effect. */
  async function killedInDeletion(resource: ResourceSpec, deletion: string, isGone: () => boolean): Promise<void> {
    await stack.declare({ resources: [resource] });
    succeeded(await stack.up());
    await stack.declare({ resources: [] });
    const { faults } = stack.sandbox.control;
    faults.add({ operation: deletion, effect: { kind: "timeout-after" } });
    await killedOnce(await stack.start(["up", "--yes", "--skip-preview"]), isGone);
    faults.clear();
    succeeded(await stack.pulumi("cancel", "--yes"));
    await stack.declare({ resources: [resource] });
  }

  it("fails preview and up, and a refresh resolves it", async () => {
    await killedInDeletion(hook, "deleteWebhook", () => store().webhooks.all().length === 0);
    const gone = /webhook .*an earlier run sent its deletion, and it is gone\. /;
    for (const command of [stack.preview, stack.up]) failed(await command(), gone);
    succeeded(await stack.refresh());
    assert.deepEqual(changes(succeeded(await stack.up())), ["create hook"]);
    assert.equal(store().webhooks.all().length, 1);
  });
});
