import assert from "node:assert/strict";
import { killedOnce } from "../support/killed.js";
import { changes, commandTimeout, failed, type ResourceSpec, Stack, succeeded } from "../support/engine.js";

const hook = (url: string, headers?: Readonly<Record<string, string>>): ResourceSpec => ({
  type: "Webhook",
  name: "hook",
  args: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url, ...(headers === undefined ? {} : { headers }) },
});
const before = hook("https://agency.example/hook");
const after = hook("https://agency.example/changed", { "X-Key": "planted-header-value" });

describe("an update that was cut off and is declared again", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;

  beforeEach(async () => {
    stack = await Stack.create();
    await stack.declare({ resources: [before] });
    succeeded(await stack.up());
  });
  afterEach(() => stack.dispose());

  const shownUrl = () => stack.sandbox.control.store.webhooks.all()[0]?.url;

  /** Changes the resource, kills the engine and all its child processes once that has taken effect, and reverts the change. */
  async function killedInUpdate(): Promise<void> {
    await stack.declare({ resources: [after] });
    const { faults } = stack.sandbox.control;
    faults.add({ operation: "updateWebhook", effect: { kind: "timeout-after" } });
    await killedOnce(await stack.start(["up", "--yes", "--skip-preview"]), () => shownUrl() === "https://agency.example/changed");
    faults.clear();
    succeeded(await stack.pulumi("cancel", "--yes"));
    await stack.declare({ resources: [before] });
  }

  it("appears in the preview with its reason, and up sends it again", async () => {
    await killedInUpdate();
    const interrupted = /webhook .*: an earlier update was interrupted, so the declared values are sent again/;
    failed(await stack.preview("--refresh", "--expect-no-changes"), /update/);
    const preview = succeeded(await stack.preview());
    assert.match(preview.output, interrupted);
    assert.deepEqual(changes(preview), ["update hook"]);

    assert.deepEqual(changes(succeeded(await stack.up())), ["update hook"]);
    assert.equal(shownUrl(), "https://agency.example/hook");
    const done = succeeded(await stack.preview("--refresh", "--expect-no-changes"));
    assert.doesNotMatch(done.output, interrupted);
  });
});
