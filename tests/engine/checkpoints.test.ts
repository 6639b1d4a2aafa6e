import assert from "node:assert/strict";
import { run } from "../support/hosting.js";
import { killedOnce } from "../support/killed.js";
import { changes, commandTimeout, type ResourceSpec, Stack, succeeded } from "../support/engine.js";

const skipped = { PULUMI_SKIP_CHECKPOINTS: "true" };

const hook = (name: string): ResourceSpec => ({
  type: "Webhook",
  name,
  args: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: `https://agency.example/${name}` },
});

const hooks = ["one", "two", "three", "last"];

describe("a killed run without intermediate checkpoints", function () {
  this.timeout(4 * commandTimeout);
  let stack: Stack;

  const declare = (names: readonly string[], rest: readonly ResourceSpec[] = []) =>
    stack.declare({ resources: [...names.map(hook), ...rest] });

  before(async () => {
    stack = await Stack.create();
    await declare(["first"]);
    succeeded(await stack.up());
  });
  after(() => stack.dispose());

  it("leaves nothing in the state, and the next run still creates exactly one of each", async () => {
    const { faults, store } = stack.sandbox.control;
    const counts = () => ({
      webhooks: store.webhooks.all().length,
      tokens: store.applicationTokens.all().filter(({ description }) => description === "deployment").length,
      domains: store.domains.all().filter(({ id }) => id === "engine-test.de").length,
    });
    const one = { webhooks: 1 + hooks.length, tokens: 1, domains: 1 };
    const before = (await stack.export()).resources;

    await declare(
      ["first", ...hooks],
      [
        { type: "ApplicationToken", name: "token", args: { description: "deployment" } },
        {
          type: "Domain",
          name: "domain",
          args: { accountIdentifier: "p100001", sld: "engine-test", tld: "de" },
          options: { protect: false },
        },
      ],
    );
    faults.add({ operation: "createWebhook", body: "last", effect: { kind: "hold", when: "after" } });
    await killedOnce(
      await stack.start(["up", "--yes", "--skip-preview"], skipped),
      () => !Object.entries(counts()).some(([kind, count]) => count < one[kind as keyof typeof one]),
    );
    faults.clear();

    assert.deepEqual((await stack.export()).resources, before, "there was no checkpoint");
    const recover = (...flags: string[]) =>
      run(["recover", "--cwd", stack.folder, ...flags], { env: { HOME: stack.folder, ...stack.environment } });
    const reported = await recover();
    assert.match(reported.stdout, /No pending operations\./);
    const listed = reported.stdout
      .split("\n")
      .filter((line) => /, begun \d+ seconds? ago: .* (is its result|appeared since)/.test(line));
    assert.equal(listed.length, hooks.length + 2, reported.stdout);
    assert.doesNotMatch(reported.stdout, /^ {2}(webhook|domain) .* last seen on /m, "the next run goes on with them");

    succeeded(await stack.pulumi("cancel", "--yes"));
    const again = succeeded(await stack.up());
    assert.equal(changes(again).filter((change) => change.startsWith("create")).length, hooks.length + 2);
    const [, left] =
      /"deployment": (\S+) may be the result of an earlier run, .*`hosting recover --yes`/.exec(again.output) ?? [];
    assert.deepEqual(counts(), { ...one, tokens: 2 });
    store.applicationTokens.delete(left!);
    // A token whose answer was still under way may appear for some seconds, and is forgotten after that.
    for (let settled = await recover("--yes"); settled.code !== 0; settled = await recover("--yes")) {
      const [, seconds] = /"deployment", .* Run again in (\d+) seconds?\./.exec(settled.stdout) ?? [];
      assert.ok(seconds, settled.stdout + settled.stderr);
      await new Promise((resolve) => setTimeout(resolve, Number(seconds) * 1_000));
    }
    assert.doesNotMatch((await recover()).stdout, /Creations by earlier runs/);
    assert.deepEqual(counts(), one);
    assert.deepEqual(changes(succeeded(await stack.preview("--refresh", "--expect-no-changes"))), []);
  });
});
