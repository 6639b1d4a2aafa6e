import assert from "node:assert/strict";
import { commandTimeout, failed, type ResourceSpec, succeeded, urnOf, useStack } from "../support/engine.js";
import { component, domain, of, token, webhook } from "../support/resources.js";

const hook = (options: ResourceSpec["options"] = {}, args = {}, name = "hook"): ResourceSpec => ({
  ...webhook("hook", args, options),
  name,
});

describe("ownership of objects on the real engine", function () {
  this.timeout(10 * commandTimeout);
  const stack = useStack({ anew: true });
  const store = () => stack.sandbox.control.store;
  const idsOf = async (...names: readonly string[]) => {
    const entries = await stack.entries();
    return names.map((name) => entries[name]?.id);
  };
  const liveTokens = () =>
    store()
      .applicationTokens.all()
      .flatMap(({ id, description }) => (description === "token" ? [id] : []))
      .sort();

  it("replaces its own object for real, or preview and run refuse it alike", async () => {
    await stack.applied(hook(), token("token"));
    const [webhookId, tokenId] = await idsOf("hook", "token");
    const urn = urnOf("Webhook", "hook");
    for (const command of [stack.preview, stack.up]) failed(await command("--replace", urn), / explain existed-before`/);
    succeeded(await stack.pulumi("state", "taint", urn, "--yes"));
    failed(await stack.up(), /already exists.*untaint it/);
    succeeded(await stack.pulumi("state", "untaint", urn, "--yes"));
    assert.ok(store().webhooks.get(webhookId!));

    succeeded(await stack.up("--target-replace", urnOf("ApplicationToken", "token")));
    const after = await idsOf("hook", "token");
    assert.deepEqual([after[0], liveTokens()], [webhookId, [after[1]]]);
    assert.notEqual(after[1], tokenId);
  });

  it("follows a resource whose component has a new name, by an alias or a renamed entry, as the message says", async () => {
    const within = (name: string, aliases?: object[]): ResourceSpec[] => [
      component(name),
      hook({ parent: name, ...(aliases && { aliases }) }, {}, `${name}-hook`),
      { ...domain("owned", {}, { parent: name }), name: `${name}-domain` },
    ];
    await stack.applied(...within("old"));
    const before = await idsOf("old-hook", "old-domain");
    await stack.declare({ resources: within("new") });
    failed(await stack.up(), /It belongs to resource .* of this stack\. .* give it an alias/);
    const inside = "urn:pulumi:test::engine-test::test:index:Component$pulumi-nodejs:dynamic/hosting:Domain::old-domain";
    succeeded(await stack.pulumi("state", "rename", inside, "new-domain", "--yes"));
    await stack.applied(...within("new", [{ name: "old-hook" }]));
    assert.deepEqual(await idsOf("new-hook", "new-domain"), before);
    await stack.settled();
  });

  it("swaps names through a spare one if both have entries, as the message says", async () => {
    const blog = (name: string, within: string): ResourceSpec => ({
      type: "Subdomain",
      name,
      args: { accountIdentifier: "p100001", domainIdentifier: of(within, "domainIdentifier"), name: "blog" },
      options: { deletedWith: within },
    });
    const both = (a: string, c: string, adopt = false) => [
      { ...domain(a, { adopt }), name: "a" },
      { ...domain(c, { adopt }), name: "c" },
      blog("blog-a", "a"),
      blog("blog-c", "c"),
    ];
    await stack.applied(...both("z-a", "z-x"));
    const before = stack.writes().length;
    failed(await stack.previewed(...both("z-x", "z-a", true)), / explain exchanged`/);
    for (const [type, prefix] of [
      ["Domain", ""],
      ["Subdomain", "blog-"],
    ] as const)
      for (const [from, to] of [
        ["a", "spare"],
        ["c", "a"],
        ["spare", "c"],
      ])
        succeeded(await stack.pulumi("state", "rename", urnOf(type, `${prefix}${from}`), `${prefix}${to}`, "--yes"));
    succeeded(await stack.up());
    await stack.settled();
    assert.equal(stack.writes().length, before);
  });
});
