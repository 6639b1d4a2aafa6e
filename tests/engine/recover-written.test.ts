import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Deployment } from "../../cli/recover/deployment.js";
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

  it("leads on where a run was killed while the stack, a component and a provider were pending", async function () {
    const file = join(stack.folder, "state", ".pulumi", "stacks", "engine-test", "test.json");
    await stack.declare({
      resources: [
        { type: "Component", name: "group" },
        { type: "Provider", name: "branch", args: { baseUrl: stack.sandbox.url, username: "u", password: "p" } },
      ],
    });
    succeeded(await stack.up());
    if (!existsSync(file)) this.skip();
    // The file backend writes a pending operation and its end within milliseconds: no kill meets that reliably.
    const state = JSON.parse(await readFile(file, "utf8")) as { checkpoint: { latest: Deployment } };
    const { latest } = state.checkpoint;
    const pending = latest.resources!.map((resource) => ({ type: "creating", resource }));
    await writeFile(
      file,
      JSON.stringify({
        ...state,
        checkpoint: { ...state.checkpoint, latest: { ...latest, resources: [], pending_operations: pending } },
      }),
    );

    const { code, stdout, stderr } = await recover("--yes");
    assert.equal(code, 0, stderr);
    assert.equal(stdout.match(/dropped$/gm)?.length, 3, stdout);
    succeeded(await stack.up());
    succeeded(await stack.preview("--expect-no-changes"));
  });
});
