import assert from "node:assert/strict";
import { commandTimeout, failed, type ResourceSpec, Stack, succeeded } from "../support/engine.js";

const other = /Webhook resource 'x' has a problem: The state has an entry of another kind for this webhook: application token\. /;

describe("an alias with another type", function () {
  this.timeout(5 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  it("is refused before anything is sent, and both objects are right without it", async () => {
    const { journal, store } = stack.sandbox.control;
    const webhook = (options: ResourceSpec["options"] = {}): ResourceSpec => ({
      type: "Webhook",
      name: "x",
      args: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" },
      options,
    });
    const aliased = webhook({ aliases: [{ type: "pulumi-nodejs:dynamic/hosting:ApplicationToken" }] });
    await stack.declare({ resources: [{ type: "ApplicationToken", name: "x", args: { description: "deploy" } }] });
    succeeded(await stack.up());

    await stack.declare({ resources: [aliased] });
    journal.clear();
    failed(await stack.preview(), other);
    failed(await stack.up("--skip-preview", "--continue-on-error"), other);
    assert.deepEqual(
      journal.requests().filter(({ method, operation }) => method !== "GET" && operation !== "authenticate"),
      [],
    );

    await stack.declare({ resources: [webhook()] });
    succeeded(await stack.up());
    assert.deepEqual(
      store.applicationTokens.all().filter(({ description }) => description === "deploy"),
      [],
    );
    assert.equal(store.webhooks.all().filter(({ url }) => url === "https://agency.example/hook").length, 1);
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  });
});
