import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Deployment } from "../../cli/stack/deployment.js";
import { changes, commandTimeout, type ResourceSpec, succeeded, useStack } from "../support/engine.js";
import { killedOnce } from "../support/killed.js";
import { component, domain, of, provider, token, webhook } from "../support/resources.js";

interface Told {
  readonly outcome: string;
  readonly pending: readonly { readonly urn: string; readonly operation: string; readonly action: string }[];
}

describe("hosting recover, after the engine was killed", function () {
  this.timeout(6 * commandTimeout);
  const stack = useStack();
  const recover = (...flags: string[]) => stack.hosting(["recover", ...flags]);

  /** The outcome and what was done with each pending operation, by the names of the resources. */
  async function told(...flags: string[]): Promise<readonly string[]> {
    const ended = await recover("--json", ...flags);
    assert.equal(ended.code, 0, ended.stderr + ended.stdout);
    const { outcome, pending } = JSON.parse(ended.stdout) as Told;
    return [outcome, ...pending.map((each) => `${each.operation} ${each.urn.split("::").at(-1)!}: ${each.action}`).sort()];
  }

  const headers = { "X-Secret": "planted-header-value" };

  /** Everything that Pulumi and the provider have written. */
  async function written(): Promise<string> {
    const entries = await readdir(stack.folder, { withFileTypes: true, recursive: true });
    const files = entries.filter((each) => each.isFile() && each.name !== "program.json");
    return (await Promise.all(files.map((each) => readFile(join(each.parentPath, each.name), "latin1")))).join("\n");
  }

  it("during creations, takes over what arrived once the lock is cancelled, and the next up creates no duplicate", async () => {
    const { faults, store } = stack.sandbox.control;
    for (const operation of ["createWebhook", "registerDomain", "createApplicationToken"])
      faults.add({ operation, effect: { kind: "timeout-after" } });
    await stack.declare({
      resources: [
        provider("branch", stack.sandbox.url),
        webhook("hook", { headers }, { provider: "branch" }),
        domain("killed"),
        token("deployment"),
      ],
    });
    const counts = () => [
      store.webhooks.all().length,
      store.domains.all().filter(({ sld }) => sld === "killed").length,
      store.applicationTokens.all().length,
    ];
    await killedOnce(await stack.start(["up", "--yes", "--skip-preview"]), () => counts().join() === "1,1,1");
    faults.clear();

    const plan = await recover();
    assert.equal(plan.code, 3, plan.stderr);
    const hookId = store.webhooks.all()[0]!.id;
    for (const line of [
      `^Webhook hook +creating +exists as ${hookId} +take-over$`,
      "^Domain killed +creating +exists as p100001/killed\\.de +take-over$",
      "^ApplicationToken deployment +creating +exists as \\S+ +drop$",
    ])
      assert.match(plan.stdout, new RegExp(line, "m"));
    assert.doesNotMatch(plan.stdout + plan.stderr, /planted|sandbox-password/);

    const locked = await recover("--yes");
    const [, lock = ""] = /locked by \S+@\S+ \(pid \d+\) since (\S+)\. Nothing was written/.exec(locked.stderr) ?? [];
    const other = await recover("--yes", "--cancel-lock", "2030-01-31T12:00:00Z");
    assert.deepEqual([locked.code, other.code], [1, 1], locked.stderr + other.stderr);
    assert.match((await stack.up()).output, /currently locked/, "the lock is still there");
    assert.deepEqual(await told("--yes", "--cancel-lock", lock), [
      "settled",
      "creating deployment: drop",
      "creating hook: take-over",
      "creating killed: take-over",
    ]);
    const [lost] = store.applicationTokens.all();
    assert.ok(plan.stdout.includes(lost!.id), "what may be left is named");
    store.applicationTokens.delete(lost!.id);
    assert.doesNotMatch(await written(), /planted/);
    assert.deepEqual(changes(succeeded(await stack.up())), ["create deployment"]);
    assert.deepEqual(counts(), [1, 1, 1]);
    await stack.settled();
    succeeded(await stack.destroy());
  });

  it("writes a state that Pulumi accepts if the parent and a dependency of what is taken over have left it", async () => {
    const { faults, store } = stack.sandbox.control;
    const kept = token("kept");
    const hook = (description: unknown, dependsOn: readonly string[]): ResourceSpec =>
      webhook("hook", { headers: { "X-Origin": description } }, { parent: "group", dependsOn });
    await stack.declare({ resources: [component("group"), token("gone"), kept, hook(of("gone", "description"), ["gone"])] });
    faults.add({ operation: "createWebhook", effect: { kind: "timeout-after" } });
    await killedOnce(await stack.start(["up", "--yes", "--skip-preview"]), () => store.webhooks.all().length > 0);
    faults.clear();
    succeeded(await stack.pulumi("cancel", "--yes"));
    assert.deepEqual(changes(await stack.applied(kept)), ["delete gone"]);
    const { code, stdout, stderr } = await recover("--yes");
    assert.equal(code, 0, stderr);
    assert.match(stdout, /The state no longer has group, gone/);
    assert.deepEqual(changes(await stack.applied(kept, component("group"), hook("gone", []))), []);
    await stack.settled();
    assert.equal(store.webhooks.all().length, 1);
    succeeded(await stack.destroy());
  });

  it("writes one that Pulumi accepts after a kill with pending stack, component and provider, and a full disk", async function () {
    const file = join(stack.folder, "state", ".pulumi", "stacks", "engine-test", "test.json");
    if (!existsSync(file)) this.skip();
    await stack.applied(component("group"), provider("branch", stack.sandbox.url));
    // The file backend writes a pending operation and its end within milliseconds: no kill can hit that reliably.
    const { checkpoint, ...rest } = JSON.parse(await readFile(file, "utf8")) as { checkpoint: { latest: Deployment } };
    const pending = checkpoint.latest.resources!.map((resource) => ({ type: "creating", resource }));
    const latest = { ...checkpoint.latest, resources: [], pending_operations: pending };
    await writeFile(file, JSON.stringify({ ...rest, checkpoint: { ...checkpoint, latest } }));
    const locks = join(stack.folder, "state", ".pulumi", "locks", "organization", "engine-test", "test");
    await mkdir(locks, { recursive: true });
    await writeFile(join(locks, "of-a-full-disk.json"), "");
    const locked = await recover("--yes");
    assert.deepEqual([locked.code, /lock file of the stack is empty/.test(locked.stderr)], [1, true]);
    succeeded(await stack.pulumi("cancel", "--yes"));
    const { code, stdout, stderr } = await recover("--yes");
    assert.deepEqual([code, stdout.match(/dropped$/gm)?.length], [0, 3], stderr + stdout);
    succeeded(await stack.up());
    succeeded(await stack.preview("--expect-no-changes"));
  });
});

describe("killed and cancelled runs on the real engine", function () {
  this.timeout(6 * commandTimeout);
  const stack = useStack({ anew: true });
  const hooks = ["one", "two", "three", "last"];
  const tokens = () =>
    stack.sandbox.control.store.applicationTokens.all().filter(({ description }) => description === "deployment");

  it("leave nothing in the state without intermediate checkpoints, and the next run still creates one of each", async () => {
    const { faults, store } = stack.sandbox.control;
    const counts = () => [
      store.webhooks.all().length,
      tokens().length,
      store.domains.all().filter(({ sld }) => sld === "killed").length,
    ];
    await stack.applied(webhook("first"));
    const before = (await stack.export()).resources;
    const all = [...["first", ...hooks].map((name) => webhook(name)), token("deployment"), domain("killed")];
    await stack.declare({ resources: all });
    faults.add({ operation: "createWebhook", body: "last", effect: { kind: "hold", when: "after" } });
    const running = await stack.start(["up", "--yes", "--skip-preview"], { PULUMI_SKIP_CHECKPOINTS: "true" });
    await killedOnce(running, () => counts().join() === "5,1,1");
    faults.clear();
    assert.deepEqual((await stack.export()).resources, before, "there was no checkpoint");
    const { stdout } = await stack.hosting(["recover"]);
    assert.equal(
      stdout.match(/, begun \d+ seconds? ago: .* (?:is its result|appeared since)/g)?.length,
      hooks.length + 2,
      stdout,
    );

    succeeded(await stack.pulumi("cancel", "--yes"));
    const again = succeeded(await stack.up());
    assert.equal(changes(again).length, hooks.length + 2);
    const [, left = ""] = /"deployment": (\S+) may be the result of an earlier run/.exec(again.output) ?? [];
    assert.deepEqual(counts(), [5, 2, 1]);
    store.applicationTokens.delete(left);
    // A token whose answer was still under way may appear for some seconds, and is forgotten after that.
    const settle = () => stack.hosting(["recover", "--yes"]);
    for (let settled = await settle(); settled.code !== 0; settled = await settle()) {
      const [, seconds] = /"deployment", .* Run again in (\d+) seconds?\./.exec(settled.stdout) ?? [];
      assert.ok(seconds, settled.stdout + settled.stderr);
      await sleep(Number(seconds) * 1000);
    }
    assert.deepEqual(counts(), [5, 1, 1]);
    await stack.settled();
  });
});
