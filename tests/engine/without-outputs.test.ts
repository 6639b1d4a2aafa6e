import assert from "node:assert/strict";
import { run } from "../support/hosting.js";
import { changes, commandTimeout, failed, Stack, succeeded, urnOf } from "../support/engine.js";

interface Exported {
  readonly deployment: { readonly resources: { readonly type: string; outputs?: { readonly __provider?: string } }[] };
}

describe("a state without outputs on the real engine", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
    await stack.declare({
      resources: [
        { type: "ApplicationToken", name: "token", args: { description: "deployment" } },
        {
          type: "Webhook",
          name: "hook",
          args: {
            eventType: "DOMAIN_REGISTRATION_STATUS",
            method: "POST",
            url: "https://agency.example/hook",
            headers: { Authorization: { $of: ["token", "token"] } },
          },
        },
      ],
    });
    succeeded(await stack.up());
  });
  after(() => stack.dispose());

  it("names the lost secret in the preview, and gets a new one as the message says", async () => {
    const state = JSON.parse((await stack.export()).text) as Exported;
    for (const resource of state.deployment.resources.filter(({ type }) => type.includes("hosting:")))
      resource.outputs = { __provider: resource.outputs!.__provider! };
    await stack.importState(JSON.stringify(state));

    const messages = /application token "deployment" .*: its token is not in the state, .* run `pulumi ([^`]+)`\./;
    assert.match(succeeded(await stack.preview()).output, messages);
    failed(await stack.up(), / explain doubted`/);
    succeeded(await stack.refresh());
    const [, command] = messages.exec(succeeded(await stack.preview()).output)!;

    const named = command!.split(" ").map((word) => (word === "<urn>" ? urnOf("ApplicationToken", "token") : word));
    // The state has also lost the owner of the old token, so its deletion requires one more step.
    failed(await stack.pulumi(...named, "--yes", "--skip-preview"), /was not deleted: .*explain doubted`/);
    const recovered = await run(["recover", "--yes", "--cwd", stack.folder], {
      env: { HOME: stack.folder, ...stack.environment },
    });
    assert.equal(recovered.code, 0, recovered.stderr + recovered.stdout);
    succeeded(await stack.up());
    const settled = succeeded(await stack.preview("--refresh", "--expect-no-changes"));
    assert.deepEqual(changes(settled), []);
    assert.doesNotMatch(settled.output, /is not in the state/);
    const tokens = stack.sandbox.control.store.applicationTokens.all();
    assert.equal(tokens.filter(({ description }) => description === "deployment").length, 1);
  });
});
