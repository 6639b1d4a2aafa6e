import assert from "node:assert/strict";
import { run } from "../cli/hosting.js";
import { changes, commandTimeout, type ResourceSpec, Stack, succeeded } from "../support/engine.js";
import { killedOnce } from "../support/killed.js";

/** What Pulumi accepts as a state is decided by Pulumi alone. */
describe("the state that hosting recover writes", function () {
  this.timeout(4 * commandTimeout);
  let stack: Stack;

  beforeEach(async () => {
    stack = await Stack.create();
  });
  afterEach(() => stack.dispose());

  const recover = (...flags: string[]) =>
    run(["recover", "--cwd", stack.folder, ...flags], { env: { HOME: stack.folder, ...stack.environment } });

  it("is accepted where the parent and a dependency of what it adopts have left the state", async () => {
    const { faults, store } = stack.sandbox.control;
    const hook = (rest: Partial<ResourceSpec>, description: unknown): ResourceSpec => ({
      type: "Webhook",
      name: "hook",
      args: {
        eventType: "DOMAIN_REGISTRATION_STATUS",
        method: "POST",
        url: "https://agency.example/hook",
        headers: { "X-Origin": description },
      },
      ...rest,
    });
    const kept = { type: "ApplicationToken", name: "kept", args: { description: "other" } };
    const token = { type: "ApplicationToken", name: "token", args: { description: "ci" } };
    await stack.declare({
      resources: [
        { type: "Component", name: "group" },
        token,
        kept,
        hook({ options: { parent: "group", deletedWith: "token" } }, { $of: ["token", "description"] }),
      ],
    });
    faults.add({ operation: "createWebhook", effect: { kind: "timeout-after" } });
    await killedOnce(await stack.start(["up", "--yes", "--skip-preview"]), () => store.webhooks.all().length > 0);
    faults.clear();
    succeeded(await stack.pulumi("cancel", "--yes"));
    await stack.declare({ resources: [kept] });
    assert.deepEqual(changes(succeeded(await stack.up())), ["delete token"]);

    const { code, stdout, stderr } = await recover("--yes");
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Webhook hook +creating +there, as \S+ +adopted$/m);
    assert.match(stdout, /The state no longer has group, token, so it is recorded without that\./);
    await stack.declare({
      resources: [kept, { type: "Component", name: "group" }, hook({ options: { parent: "group" } }, "ci")],
    });
    assert.deepEqual(changes(succeeded(await stack.up())), []);
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
    assert.equal(store.webhooks.all().length, 1);
  });
});
